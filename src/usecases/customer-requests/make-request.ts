import {
  type CustomerRequestInput,
  customerRequestProblem,
  isAnswerable,
  MOST_PHOTOS,
  returnableUntil,
  ruleOf,
} from '../../domain/customer-requests/customer-request.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { findOrder } from '../../storage/booking/orders.ts';
import { lockShipments, type Shipment } from '../../storage/booking/shipments.ts';
import { usePass } from '../../storage/customer-requests/request-codes.ts';
import { findRequestSettings } from '../../storage/customer-requests/request-settings.ts';
import { insertRequest, REQUEST_WAITS, type RequestPhoto } from '../../storage/customer-requests/requests.ts';
import { addJob } from '../../storage/job-queue.ts';
import { violatesUnique } from '../../storage/outage.ts';
import { findStore } from '../../storage/stores/stores.ts';
import type { LinkedShipment } from '../../storage/tracking/tracking-links.ts';
import { changeBy, type Service } from '../service.ts';
import type { AnnouncementParts } from '../tracking/on-moments.ts';
import { CUSTOMER, hashPass } from './customer.ts';
import { notifyCustomerRequest } from './notify-customer-request.ts';

export { MOST_PHOTOS };

export const CARRY_OUT_REQUEST = 'carry-out-request';

/**
 * The result of making a request. `no pass`: a new code is needed; `moved on`: the parcel's status no longer
 * allows it; `waits`: another request is open; `not offered`: the account does not allow it; `day` and
 * `items`: the day or the items are invalid.
 */
export type MadeRequest = 'made' | 'no pass' | 'moved on' | 'waits' | 'not offered' | 'day' | 'items';

/** Rolls the transaction back and carries the reason. */
class NotMade extends Error {
  readonly why: MadeRequest;

  constructor(why: MadeRequest) {
    super(why);
    this.why = why;
  }
}

/**
 * Stores a customer's request and uses its pass up, in one transaction, after checking it against the current
 * shipment. If the account's rules allow it, a job carries the request out at once.
 */
export async function makeRequest(
  service: Service & AnnouncementParts,
  { accountId, shipmentId }: LinkedShipment,
  submitted: {
    readonly pass: string;
    readonly input: CustomerRequestInput;
    readonly photos: readonly RequestPhoto[];
  },
): Promise<MadeRequest> {
  const problem = customerRequestProblem(submitted.input, service.now().getTime());
  if (problem !== null) return problem;
  try {
    await service.database.change(accountId, changeBy(service, CUSTOMER), async (writer) => {
      if (!(await usePass(writer, shipmentId, hashPass(submitted.pass)))) throw new NotMade('no pass');
      const shipment = (await lockShipments(writer, [shipmentId])).get(shipmentId);
      if (shipment === undefined) throw new NotMade('moved on');
      await write(service, writer, shipment, submitted);
    });
    return 'made';
  } catch (error) {
    if (error instanceof NotMade) return error.why;
    if (violatesUnique(error, REQUEST_WAITS)) return 'waits';
    throw error;
  }
}

async function write(
  service: AnnouncementParts,
  writer: AccountWriter,
  shipment: Shipment,
  { input, photos }: { readonly input: CustomerRequestInput; readonly photos: readonly RequestPhoto[] },
): Promise<void> {
  const order = await findOrder(writer, shipment.orderId);
  const why = order === null ? 'moved on' : await whyNot(writer, shipment, input);
  if (order === null || why !== null) throw new NotMade(why ?? 'moved on');
  const rule = ruleOf(input, await findRequestSettings(writer));
  if (rule === 'off') throw new NotMade('not offered');
  if (input.kind === 'return' && !areOf(input.items, order.items)) throw new NotMade('items');
  const requestId = writer.newId();
  const isReattempt = input.kind === 'reattempt';
  const isAtOnce = rule === 'at_once';
  await insertRequest(writer, {
    requestId,
    kind: input.kind,
    isAtOnce,
    shipmentId: shipment.shipmentId,
    attempt: shipment.state.attemptCount,
    deliveryDate: isReattempt ? input.deliveryDate : null,
    landmark: isReattempt ? input.landmark : null,
    phone: isReattempt ? input.phone : null,
    note: input.note,
    returnReason: input.kind === 'return' ? input.reason : null,
    items: input.kind === 'return' ? input.items : [],
    photos: photos.slice(0, MOST_PHOTOS),
  });
  await writer.record({
    action: 'request.made',
    subjectKind: 'request',
    subjectId: requestId,
    changes: { shipment_id: shipment.shipmentId, kind: input.kind, at_once: isAtOnce },
  });
  const { shipmentId, trackingNumber } = shipment;
  const eventData = { id: requestId, kind: input.kind, shipmentId, trackingNumber, orderId: order.displayId };
  await notifyCustomerRequest(service, writer, 'request.created', eventData, {
    state: 'waiting',
    answer: null,
  });
  if (!isAtOnce) return;
  await addJob(writer, {
    task: CARRY_OUT_REQUEST,
    payload: { request_id: requestId },
    runAt: writer.now,
    key: `${CARRY_OUT_REQUEST} ${requestId}`,
  });
}

async function whyNot(
  writer: AccountWriter,
  { journey, state, storeId }: Shipment,
  { kind }: CustomerRequestInput,
): Promise<MadeRequest | null> {
  if (journey !== 'forward') return 'moved on';
  if (kind !== 'return') return isAnswerable(state) ? null : 'moved on';
  const store = storeId === null ? null : await findStore(writer, storeId);
  const until = returnableUntil(state.milestones.delivered, store?.returnDays ?? null, writer.now.getTime());
  if (state.status !== 'delivered') return 'moved on';
  return until === null ? 'not offered' : null;
}

/** Tells whether at least this many units of each item were ordered. */
function areOf(
  items: readonly { readonly position: number; readonly units: number }[],
  ordered: readonly { readonly units: number }[],
): boolean {
  return items.every(({ position, units }) => units <= (ordered[position - 1]?.units ?? 0));
}

import { actionRefusal } from '../../domain/orders/allowed-actions.ts';
import { consigneeOf, type OrderDraft } from '../../domain/orders/order.ts';
import { amountsOf } from '../../domain/orders/order-sums.ts';
import { notFound, Problem, refused } from '../../problems/problem.ts';
import { asWritten, say } from '../../problems/sentence.ts';
import type { AccountScope, AccountWriter } from '../../storage/account-scope.ts';
import { findOrder } from '../../storage/booking/orders.ts';
import { findParcel, findShipments } from '../../storage/booking/shipments.ts';
import {
  type CustomerRequest,
  claimRequest,
  findRequest,
  freeRequest,
  type RequestOutcome,
} from '../../storage/customer-requests/requests.ts';
import type { BookingParts } from '../booking/booking-parts.ts';
import { createOrder } from '../booking/create-order.ts';
import { freeIdAfter } from '../booking/free-order-id.ts';
import { orchestrateOrder } from '../booking/orchestrate-order.ts';
import { prepareOrder } from '../booking/prepare-order.ts';
import type { CourierParts } from '../couriers/courier-parts.ts';
import { actingFor, changeUnrecorded } from '../jobs/acting-for.ts';
import type { ListingParts } from '../long-work.ts';
import { type AccountContext, changeBy, type Service } from '../service.ts';
import { initiateRto } from '../tracking/initiate-rto.ts';
import { CLAIM_MS, CourierRefusal, CourierSilence } from '../tracking/ndr-action.ts';
import type { AnnouncementParts } from '../tracking/on-moments.ts';
import { requestReattempt } from '../tracking/request-reattempt.ts';
import { CUSTOMER } from './customer.ts';
import { decidedAlready } from './decided-already.ts';
import { decideRequest } from './notify-customer-request.ts';

export interface Approval {
  readonly note: string | null;
  /** Only for a return: `book` books a courier at once. */
  readonly book: boolean;
  readonly carrierId: string | null;
  readonly orderId: string | null;
  /** The picture for comparison; only for a return with a quality check. */
  readonly qcProductImage: string | null;
}

export const PLAIN_APPROVAL: Approval = {
  note: null,
  book: true,
  carrierId: null,
  orderId: null,
  qcProductImage: null,
};

/**
 * Carries out a waiting request: asks the courier for another delivery or for the parcel back, or creates the
 * return. Only one process at a time does so. The request is settled in the transaction that records the
 * action.
 *
 * @throws Problem `not_found`; `refused` if it no longer waits, if the courier refuses or the parcel has
 * moved on (both settle it), or if the courier does not answer or the return cannot be created (it still
 * waits)
 */
export async function carryOutRequest(
  account: AccountContext & BookingParts,
  requestId: string,
  approval: Approval,
): Promise<void> {
  const request = await findRequest(account.database.account(account.accountId), requestId);
  if (request === null) throw notFound('Request');
  await claim(account, request);
  try {
    await carryOut(account, request, approval);
  } catch (error) {
    const outcome = error instanceof CourierSilence ? null : await outcomeOf(account, request, error);
    if (outcome === null) await changeUnrecorded(account, (writer) => freeRequest(writer, requestId));
    else await decide(account, request, outcome);
    throw error;
  }
}

/** Like `carryOutRequest`, for a request that needs no approval. @throws an error that a retry may solve */
export async function carryOutAtOnce(
  service: Service & ListingParts & BookingParts,
  accountId: string,
  requestId: string,
): Promise<void> {
  const account = await actingFor(service, accountId, CUSTOMER);
  const scope = account.database.account(accountId);
  try {
    await carryOutRequest(account, requestId, PLAIN_APPROVAL);
  } catch (error) {
    const request = await findRequest(scope, requestId);
    if (request?.state === 'waiting') throw error;
  }
}

async function claim(account: AccountContext, request: CustomerRequest): Promise<void> {
  const until = new Date(account.now().getTime() + CLAIM_MS);
  if (await changeUnrecorded(account, (writer) => claimRequest(writer, request.id, until))) return;
  const now = await findRequest(account.database.account(account.accountId), request.id);
  throw decidedAlready(now ?? request, account.actor);
}

function carryOut(
  account: AccountContext & BookingParts,
  request: CustomerRequest,
  { note, ...approval }: Approval,
): Promise<void> {
  const done = (writer: AccountWriter, returnShipmentId: string | null = null) =>
    settle(account, writer, request, {
      state: 'done',
      answer: note === null ? null : asWritten(note),
      returnShipmentId,
    });
  const trackingNumber = request.trackingNumber ?? '';
  switch (request.kind) {
    case 'reattempt':
      return reattempt(account, request, (writer) => done(writer));
    case 'refusal':
      return initiateRto(account, trackingNumber, {
        keep: (writer) => done(writer),
        requestedBy: 'customer',
      });
    case 'return':
      return makeReturn(account, request, approval, done);
  }
}

/** @throws Problem `refused` if the request was settled meanwhile, which also rolls back the transaction */
async function settle(
  account: AnnouncementParts,
  writer: AccountWriter,
  request: CustomerRequest,
  outcome: RequestOutcome,
): Promise<void> {
  if (!(await decideRequest(account, writer, request, outcome, true))) {
    throw refused(say('request_decided_already', 'The request was decided already'));
  }
}

function decide(
  account: AccountContext & AnnouncementParts,
  request: CustomerRequest,
  outcome: RequestOutcome,
): Promise<boolean> {
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    writer.skipAudit('its settlement is recorded');
    return decideRequest(account, writer, request, outcome, true);
  });
}

async function reattempt(
  account: AccountContext & CourierParts & AnnouncementParts,
  request: CustomerRequest,
  keep: (writer: AccountWriter) => Promise<void>,
): Promise<void> {
  const { deliveryDate, landmark, phone, note } = request;
  const scope = account.database.account(account.accountId);
  const correction = {
    // Some couriers accept a landmark only together with its address.
    addressLine: landmark === null ? null : await addressOf(scope, request.shipmentId),
    landmark,
    phone,
    comments: note,
    deliveryDate,
  };
  await requestReattempt(account, request.trackingNumber ?? '', correction, {
    keep,
    requestedBy: 'customer',
  });
}

async function addressOf(scope: AccountScope, shipmentId: string): Promise<string | null> {
  const [shipment] = await findShipments(scope, [shipmentId]);
  const order = shipment === undefined ? null : await findOrder(scope, shipment.orderId);
  if (order === null) return null;
  const { address, address2 } = consigneeOf(order);
  return address2 === null ? address : `${address}, ${address2}`;
}

async function makeReturn(
  account: AccountContext & BookingParts,
  request: CustomerRequest,
  { book, carrierId, orderId, qcProductImage }: Omit<Approval, 'note'>,
  done: (writer: AccountWriter, returnShipmentId: string) => Promise<void>,
): Promise<void> {
  const prepared = await prepareOrder(account, await draftOf(account, request, { orderId, qcProductImage }));
  const keep = (writer: AccountWriter, { shipmentId }: { shipmentId: string }) => done(writer, shipmentId);
  await (book
    ? orchestrateOrder(account, prepared, { carrierId, printLabel: false }, keep)
    : createOrder(account, prepared, keep));
}

async function draftOf(
  account: AccountContext,
  request: CustomerRequest,
  { orderId, qcProductImage }: Pick<Approval, 'orderId' | 'qcProductImage'>,
): Promise<OrderDraft> {
  const scope = account.database.account(account.accountId);
  const [shipment] = await findShipments(scope, [request.shipmentId]);
  const [order, parcel] = await Promise.all([
    shipment === undefined ? null : findOrder(scope, shipment.orderId),
    findParcel(scope, request.shipmentId),
  ]);
  if (shipment === undefined || order === null || parcel === null) {
    throw refused(say('customer_of_order_erased', 'The customer of this order was erased'));
  }
  const items = request.items.flatMap(({ position, units }) => {
    const item = order.items[position - 1];
    return item === undefined ? [] : [{ ...item, units }];
  });
  const displayId =
    orderId ?? (await freeIdAfter(scope, { displayId: order.displayId, journey: 'return' }, 1));
  return {
    displayId,
    externalId: displayId,
    orderDate: account.now(),
    channel: order.channel,
    tags: [],
    storeName: null,
    warehouseId: shipment.warehouseId,
    billing: consigneeOf(order),
    shipping: null,
    items,
    isCod: false,
    isDemo: order.isDemo,
    replacesCancelled: false,
    ...amountsOf({ items, isCod: false }),
    parcel,
    returned: {
      destination: null,
      reason: returnWords(request),
      forwardOrder: order.orderId,
      qcItems:
        qcProductImage === null
          ? []
          : items.map(({ name }, index) => ({
              position: index + 1,
              productName: name,
              productImage: qcProductImage,
              brand: null,
              size: null,
              color: null,
              questions: [],
            })),
    },
  };
}

function returnWords({ returnReason, note }: CustomerRequest): string {
  const reason = (returnReason ?? 'other').replaceAll('_', ' ');
  const words = note === null ? reason : `${reason}: ${note}`;
  return [...words].slice(0, 300).join('');
}

/** Returns the state of the request after a failure; null if it stays open. */
async function outcomeOf(
  account: AccountContext,
  request: CustomerRequest,
  error: unknown,
): Promise<RequestOutcome | null> {
  if (error instanceof CourierRefusal)
    return { state: 'refused', answer: error.reason, returnShipmentId: null };
  if (!(error instanceof Problem) || request.kind === 'return') return null;
  const scope = account.database.account(account.accountId);
  const [shipment] = await findShipments(scope, [request.shipmentId]);
  const isOver = shipment === undefined || actionRefusal('reattempt', shipment.state) !== null;
  return isOver ? { state: 'outdated', answer: null, returnShipmentId: null } : null;
}

import { SOMEBODY } from '../../carriers/calls/courier-call.ts';
import { LostAnswerError, NotSentError } from '../../carriers/courier.ts';
import { SYSTEM } from '../../domain/actor.ts';
import { courierLabelRefusal } from '../../papers/courier-label.ts';
import { findShipments, type Shipment } from '../../storage/booking/shipments.ts';
import {
  type DueLabel,
  findCourierLabels,
  type LabelOutcome,
  settleLabel,
  takeDueLabels,
} from '../../storage/labels/courier-labels.ts';
import { madeBookingOf } from '../booking/ask-carrier.ts';
import { storeFailedCourierCall } from '../couriers/courier-calls.ts';
import { type OpenCourier, openCourier } from '../couriers/open-courier.ts';
import { CALLS_AT_ONCE, nextCallAt, TAKEN_MS } from '../couriers/rounds.ts';
import { inParallel } from '../in-parallel.ts';
import { changeBy, type ShippingService } from '../service.ts';

/** After this time nobody needs the label: the parcel was delivered, or never sent. */
export const COURIER_LABELS_KEPT_MS = 60 * 24 * 60 * 60_000;
const PRINTED_WITHIN_MS = 8_000;
const ANSWER_WITHIN_MS = 30_000;

/** Fetches labels of couriers that require their own. @throws the first unexpected error, at the end */
export async function fetchLabels(service: ShippingService): Promise<void> {
  const now = service.now();
  const until = new Date(now.getTime() + TAKEN_MS);
  const due = await takeDueLabels(service.database, { now, until, most: CALLS_AT_ONCE });
  await inParallel(CALLS_AT_ONCE, due, (label) => fetchLabel(service, label, ANSWER_WITHIN_MS));
}

/**
 * Finds the shipments that have their courier's own label. Fetches a missing label now if that is fast,
 * because somebody is waiting at the printer.
 */
export async function shipmentsWithCourierLabel(
  service: ShippingService,
  accountId: string,
  shipments: readonly Shipment[],
): Promise<ReadonlySet<string>> {
  const scope = service.database.account(accountId);
  const ids = shipments
    .filter(({ state }) => state.phase !== 'withdrawn')
    .map(({ shipmentId }) => shipmentId);
  const found = await findCourierLabels(scope, ids);
  const missing = [...found].flatMap(([shipmentId, { isKept }]) => (isKept ? [] : shipmentId));
  if (missing.length > 0) {
    await inParallel(CALLS_AT_ONCE, missing, (shipmentId) =>
      fetchLabel(service, { accountId, shipmentId, tries: 1 }, PRINTED_WITHIN_MS),
    );
  }
  const now = missing.length > 0 ? await findCourierLabels(scope, ids) : found;
  return new Set([...now].flatMap(([shipmentId, { isKept }]) => (isKept ? shipmentId : [])));
}

async function fetchLabel(service: ShippingService, label: DueLabel, withinMs: number): Promise<void> {
  const outcome = await ask(service, label, withinMs);
  await service.database.change(label.accountId, changeBy(service, SYSTEM), async (writer) => {
    await settleLabel(writer, label.shipmentId, outcome);
    writer.skipAudit('a label changes no data');
  });
}

async function ask(
  service: ShippingService,
  { accountId, shipmentId, tries }: DueLabel,
  withinMs: number,
): Promise<LabelOutcome> {
  const scope = service.database.account(accountId);
  const [shipment] = await findShipments(scope, [shipmentId]);
  const booking = shipment === undefined ? null : await madeBookingOf(scope, shipment);
  if (booking === null || shipment?.state.phase !== 'before_pickup') {
    return { pdf: null, reason: 'gives labels only before the pickup', nextTryAt: null };
  }
  const later = (reason: string) => ({ pdf: null, reason, nextTryAt: nextCallAt(service.now(), tries) });
  let opened: OpenCourier | null = null;
  try {
    opened = await openCourier(service, booking, SOMEBODY);
    const label = await opened.adapter.label?.(booking, AbortSignal.timeout(withinMs));
    const pdf = label !== undefined && label !== null && 'pdf' in label ? label.pdf : null;
    const refusal = pdf === null ? 'has no label for it yet' : courierLabelRefusal(pdf);
    if (refusal === null) return { pdf, reason: null, nextTryAt: null };
    await storeFailedCourierCall(service, opened, shipment.shipmentId);
    return later(refusal);
  } catch (error) {
    if (!(error instanceof NotSentError) && !(error instanceof LostAnswerError)) throw error;
    if (opened !== null) await storeFailedCourierCall(service, opened, shipment.shipmentId);
    return later(error.message);
  }
}

import { courierLabelRefusal } from '../../papers/courier-label.ts';
import { SOMEBODY } from '../../partners/partner-call.ts';
import { findShipments, type Shipment } from '../../storage/booking/shipments.ts';
import type { TakenErrand } from '../../storage/couriers/errands.ts';
import { findCourierLabels, LABELS } from '../../storage/labels/courier-labels.ts';
import { madeBookingOf } from '../booking/ask-carrier.ts';
import { askCourier } from '../couriers/ask-courier.ts';
import {
  ANSWER_WITHIN_MS,
  CALLS_AT_ONCE,
  type Errand,
  type ErrandOutcome,
  roundOf,
  runErrand,
} from '../couriers/errands.ts';
import { openCourier } from '../couriers/open-courier.ts';
import { inParallel } from '../in-parallel.ts';
import type { ShippingService } from '../service.ts';

/** After this time nobody needs the label: the parcel was delivered, or never sent. */
export const COURIER_LABELS_KEPT_MS = 60 * 24 * 60 * 60_000;
const PRINTED_WITHIN_MS = 8_000;

/** Fetches labels of couriers that require their own. */
export const fetchLabels = roundOf(fetchingWithin(ANSWER_WITHIN_MS));

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
    const fetching = fetchingWithin(PRINTED_WITHIN_MS);
    await inParallel(CALLS_AT_ONCE, missing, (shipmentId) =>
      runErrand(service, fetching, { accountId, shipmentId, lane: '', tries: 1, until: service.now() }),
    );
  }
  const now = missing.length > 0 ? await findCourierLabels(scope, ids) : found;
  return new Set([...now].flatMap(([shipmentId, { isKept }]) => (isKept ? shipmentId : [])));
}

function fetchingWithin(withinMs: number): Errand<typeof LABELS> {
  return { table: LABELS, ask: (service, label) => ask(service, label, withinMs) };
}

async function ask(
  service: ShippingService,
  { accountId, shipmentId }: TakenErrand<typeof LABELS>,
  withinMs: number,
): Promise<ErrandOutcome<typeof LABELS>> {
  const scope = service.database.account(accountId);
  const [shipment] = await findShipments(scope, [shipmentId]);
  const booking = shipment === undefined ? null : await madeBookingOf(scope, shipment);
  if (booking === null || shipment?.state.phase !== 'before_pickup') {
    return { done: { reason: 'gives labels only before the pickup' } };
  }
  const reply = await askCourier(service, {
    open: () => openCourier(service, booking, SOMEBODY),
    ask: async ({ adapter }, signal) => {
      const label = await adapter.label?.(booking, signal);
      const pdf = label !== undefined && label !== null && 'pdf' in label ? label.pdf : null;
      const reason = pdf === null ? 'has no label for it yet' : courierLabelRefusal(pdf);
      return reason === null ? { pdf } : ({ outcome: 'refused', reason } as const);
    },
    withinMs,
    shipmentId,
  });
  if (reply.kind !== 'answered') return { again: { reason: reply.reason } };
  return { done: { pdf: reply.answer.pdf, keptAt: service.now(), reason: null } };
}

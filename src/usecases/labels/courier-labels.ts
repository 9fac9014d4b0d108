import { courierLabelRefusal } from '../../papers/courier-label.ts';
import { SOMEBODY } from '../../partners/partner-call.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import { findShipments, type Shipment } from '../../storage/booking/shipments.ts';
import type { TakenErrand } from '../../storage/couriers/errands.ts';
import { findCourierLabels, LABELS } from '../../storage/labels/courier-labels.ts';
import { madeBookingOf } from '../booking/ask-carrier.ts';
import { askCourier } from '../couriers/ask-courier.ts';
import type { CourierParts } from '../couriers/courier-parts.ts';
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
import type { Service } from '../service.ts';

/** After this time nobody needs the label: the parcel was delivered, or never sent. */
export const COURIER_LABELS_KEPT_MS = 60 * 24 * 60 * 60_000;
const PRINTED_WITHIN_MS = 8_000;

const ONLY_BEFORE_PICKUP = say('gives_labels_before_pickup', 'gives labels only before the pickup');
const NO_LABEL_YET = say('has_no_label_yet', 'has no label for it yet');

/** Fetches labels of couriers that require their own. */
export const fetchLabels = roundOf(fetchingWithin(ANSWER_WITHIN_MS));

/**
 * Finds the shipments that have their courier's own label. Fetches a missing label now if that is fast,
 * because somebody is waiting at the printer.
 */
export async function shipmentsWithCourierLabel(
  service: Service & CourierParts,
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

function fetchingWithin(withinMs: number): Errand<typeof LABELS, Service & CourierParts> {
  return { table: LABELS, ask: (service, label) => ask(service, label, withinMs), fails };
}

type Label = TakenErrand<typeof LABELS>;
type Outcome = ErrandOutcome<typeof LABELS>;

function fails(_: Service, __: Label, reason: Sentence): Outcome {
  return { again: { reason } };
}

async function ask(service: Service & CourierParts, due: Label, withinMs: number): Promise<Outcome> {
  const { accountId, shipmentId } = due;
  const scope = service.database.account(accountId);
  const [shipment] = await findShipments(scope, [shipmentId]);
  const booking = shipment === undefined ? null : await madeBookingOf(scope, shipment);
  if (booking === null || shipment?.state.phase !== 'before_pickup') {
    return { done: { reason: ONLY_BEFORE_PICKUP } };
  }
  const reply = await askCourier(service, {
    open: () => openCourier(service, booking, SOMEBODY),
    ask: async ({ adapter }, signal) => {
      const label = await adapter.label?.(booking, signal);
      const pdf = label !== undefined && label !== null && 'pdf' in label ? label.pdf : null;
      const why = pdf === null ? NO_LABEL_YET : courierLabelRefusal(pdf);
      return why === null ? { pdf } : ({ outcome: 'refused', reason: why } as const);
    },
    withinMs,
    shipmentId,
  });
  if (reply.kind !== 'answered') return fails(service, due, reply.reason);
  return { done: { pdf: reply.answer.pdf, keptAt: service.now(), reason: null } };
}

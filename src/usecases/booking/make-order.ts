import { indiaIso } from '../../domain/india-time.ts';
import { searchWords } from '../../domain/listing/search-words.ts';
import { chargesDue, entriesToAdd } from '../../domain/money/ledger.ts';
import { journeyOf } from '../../domain/orders/order.ts';
import { applyNewest } from '../../domain/tracking/fold.ts';
import { newShipmentState, type ShipmentState } from '../../domain/tracking/state.ts';
import type { Journey } from '../../domain/tracking/statuses.ts';
import { orderCreated, shipmentBooked } from '../../domain/webhooks/happening.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { type BookingTerms, writeSettlement } from '../../storage/booking/bookings.ts';
import { takeOrderId } from '../../storage/booking/held-orders.ts';
import { writeOrder, writeOrderParts } from '../../storage/booking/orders.ts';
import { writeShipment } from '../../storage/booking/shipments.ts';
import { writeCountChange } from '../../storage/listing/shipment-counts.ts';
import { writeFirstEntries } from '../../storage/money/settle-money.ts';
import { writeReturn } from '../../storage/returns/returns.ts';
import { writeEvent } from '../../storage/tracking/tracking-events.ts';
import { pipelined } from '../../storage/transaction.ts';
import type { Write } from '../../storage/writes.ts';
import type { ProcessParts } from '../health/job-workers.ts';
import type { AccountContext } from '../service.ts';
import { notifyChanges } from '../tracking/notify-changes.ts';
import type { CarrierAttempt } from './book-with-carriers.ts';
import {
  type BookingOutcome,
  bookingEvent,
  enqueueCancelling,
  nextTryAt,
  writesOfParcel,
} from './booking-outcome.ts';
import type { BookingParts } from './booking-parts.ts';
import { recheckUnits } from './check-references.ts';
import { takenOver } from './hold-order.ts';
import type { OrderResult } from './order-result.ts';
import { orderWithoutParts, type PreparedOrder } from './prepare-order.ts';

/** The carrier that was asked, and its answer. */
export interface AnsweredAttempt extends CarrierAttempt {
  readonly outcome: BookingOutcome;
}

/**
 * Writes contacts, items, shipment, tracking number, event, counters and audit record of an order and the
 * outcome of its booking, or without a booking the order itself, in one statement.
 *
 * @param booking null if no carrier was asked
 * @throws Problem `unavailable` if the order no longer belongs to this request
 */
export async function makeOrder(
  writer: AccountWriter,
  account: AccountContext & BookingParts,
  prepared: PreparedOrder,
  booking: AnsweredAttempt | null,
  printLabel: boolean,
): Promise<OrderResult> {
  const { orderId, shipmentId, draft, references, quote } = prepared;
  const { returned } = draft;
  const replaces =
    booking === null && draft.replacesCancelled ? await takeOrderId(writer, draft.displayId) : null;
  if (references.forwardOrderId !== null) await recheckUnits(writer, draft, references.forwardOrderId);
  const booked = booking?.outcome.outcome === 'booked' ? { ...booking, ...booking.outcome } : null;
  const appliedCentigrams = quote.parcel.applicableCentigrams;
  const trackingNumber = booked?.trackingNumber ?? null;
  const journey = journeyOf(draft);
  const history = historyOf(writer, account, { shipmentId, journey }, booking);
  const skus = draft.items.flatMap(({ sku }) => sku ?? []);
  const words = searchWords(trackingNumber, draft);
  const items = draft.items.map((item) => ({ ...item, itemId: account.newId() }));
  const shipment = writeShipment({
    shipmentId,
    orderId,
    warehouseId: references.warehouse.warehouseId,
    storeId: references.storeId,
    bookingId: booking?.bookingId ?? null,
    createdAt: writer.now,
    orderDate: draft.orderDate,
    totalPricePaise: draft.totalPaise,
    codAmountPaise: draft.codAmountPaise,
    appliedCentigrams,
    expectedPickupDate: booked?.terms.expectedPickupDate ?? null,
    expectedDeliveryDate: booked?.terms.expectedDeliveryDate ?? null,
    journey,
    zone: booking?.terms.zone ?? quote.zone,
    isCod: draft.isCod,
    trackingNumber,
    carrierId: booked?.terms.carrierId ?? null,
    channel: draft.channel,
    state: history.after,
    eventCount: history.events.length,
    parcel: draft.parcel,
    skus: returned === null ? skus : [],
    tags: returned === null ? draft.tags : [],
    words: returned === null ? words : null,
  });
  const record = writer.recordOf({
    action: returned === null ? 'order.created' : 'return.created',
    subjectKind: 'shipment',
    subjectId: shipmentId,
    changes: {
      order_id: orderId,
      display_id: draft.displayId,
      carrier_id: booking?.terms.carrierId ?? null,
      tracking_number: trackingNumber,
      ...(references.replaces !== null && { replaces: references.replaces }),
    },
  });
  const created = orderCreated(history.before);
  const first = booked === null ? [created] : [created, shipmentBooked(history.after)];
  const writes = [
    ...(booking === null ? [writeOrder({ ...orderWithoutParts(prepared, writer.now), replaces })] : []),
    ...writeOrderParts({ ...draft, orderId, items }),
    ...shipment,
    ...(returned === null
      ? []
      : writeReturn({
          shipmentId,
          createdAt: writer.now,
          orderId,
          forwardOrderId: references.forwardOrderId,
          reason: returned.reason,
          destination: returned.destination,
          qcItems: returned.qcItems,
          skus,
          words,
        })),
    ...history.events.map((event) => writeEvent(writer.now, event)),
    writeCountChange({ journey, status: history.after.status, change: 1 }),
    ...(booked === null
      ? []
      : [
          ...writesOfParcel(account, {
            ...booked,
            shipmentId,
            label: booked.label ?? null,
            now: writer.now,
          }),
          firstEntries(writer, shipmentId, booked.terms, history.after),
        ]),
    record,
    ...(booking === null ? [] : [outcomeWrite(writer, account, shipmentId, booking)]),
  ];
  const [settled] = await pipelined([
    writer.write(writes),
    notifyChanges(account, writer, [{ ...history, shipment: { shipmentId }, first }]),
  ]);
  if (booking !== null && settled.length === 0) throw takenOver();
  if (booked !== null) {
    for (const surplus of booked.surplus) await enqueueCancelling(writer, booked, journey, surplus);
  }
  return {
    orderId,
    shipmentId,
    isCod: draft.isCod,
    appliedCentigrams,
    booking:
      booked === null
        ? null
        : {
            terms: booked.terms,
            trackingNumber: booked.trackingNumber,
            bookedAtInIndia: indiaIso(writer.now.getTime()),
          },
    labelUrl:
      booked !== null && printLabel
        ? account.labels.labelUrl(account.accountId, shipmentId, writer.now)
        : null,
  };
}

function historyOf(
  writer: AccountWriter,
  account: AccountContext,
  shipment: { readonly shipmentId: string; readonly journey: Journey },
  booking: AnsweredAttempt | null,
) {
  const created = newShipmentState(writer.now.getTime(), shipment.journey);
  if (booking === null) return { before: created, after: created, events: [], outcomes: [] };
  const event = {
    ...bookingEvent(
      { ...shipment, state: created },
      account,
      writer,
      booking.terms,
      booking.outcome.outcome === 'booked',
    ),
    arrival: 1,
    refusal: null,
  };
  const { state, outcome } = applyNewest(created, event);
  return { before: created, after: state, events: [event], outcomes: [outcome] };
}

function outcomeWrite(
  writer: AccountWriter,
  { processId }: Pick<ProcessParts, 'processId'>,
  shipmentId: string,
  { bookingId, outcome }: AnsweredAttempt,
): Write {
  const asking = { shipmentId, bookingId, newOrderId: null, state: 'asking', processId } as const;
  const settlement =
    outcome.outcome === 'booked'
      ? ({ ...outcome, state: 'booked' } as const)
      : ({ state: 'unknown', nextTryAt: nextTryAt(writer.now, writer.now) } as const);
  return writeSettlement(asking, settlement, writer.now);
}

function firstEntries(
  writer: AccountWriter,
  shipmentId: string,
  terms: BookingTerms,
  state: ShipmentState,
): Write {
  const now = writer.now.getTime();
  const entries = entriesToAdd(
    chargesDue({ ...terms, bookedAt: now, weightDifferencePaise: 0 }, state),
    {},
    now,
  );
  return writeFirstEntries(
    shipmentId,
    writer.now,
    entries.map((entry) => ({ ...entry, entryId: writer.newId() })),
  );
}

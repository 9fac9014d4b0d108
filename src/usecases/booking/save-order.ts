import { indiaIso } from '../../domain/india-time.ts';
import { searchWords } from '../../domain/listing/search-words.ts';
import { chargesDue, entriesToAdd } from '../../domain/money/ledger.ts';
import { journeyOf, type OrderDraft } from '../../domain/orders/order.ts';
import { applyNewest } from '../../domain/tracking/fold.ts';
import { newShipmentState, type ShipmentState } from '../../domain/tracking/state.ts';
import type { Journey } from '../../domain/tracking/statuses.ts';
import { orderCreated, shipmentBooked } from '../../domain/webhooks/happening.ts';
import type { Zone } from '../../domain/zones/zone.ts';
import { refused } from '../../problems/problem.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { type BookingTerms, UNANSWERED, writeBooking } from '../../storage/booking/bookings.ts';
import { ORDER_ID_TAKEN, writeOrder } from '../../storage/booking/orders.ts';
import { type Reservation, writeRemoval } from '../../storage/booking/reservations.ts';
import { writeShipment } from '../../storage/booking/shipments.ts';
import { writeCountChange } from '../../storage/listing/shipment-counts.ts';
import { writeFirstEntries } from '../../storage/money/settle-money.ts';
import { violatesUnique } from '../../storage/outage.ts';
import { writeReturn } from '../../storage/returns/returns.ts';
import { writeEvent } from '../../storage/tracking/tracking-events.ts';
import { pipelined } from '../../storage/transaction.ts';
import type { Write } from '../../storage/writes.ts';
import type { WriteAnswer } from '../idempotency.ts';
import { type AccountContext, changeBy } from '../service.ts';
import { notifyChanges } from '../tracking/notify-changes.ts';
import {
  type BookingOutcome,
  bookingEvent,
  enqueueCancelling,
  nextTryAt,
  writesOfParcel,
} from './booking-outcome.ts';
import { type CheckedReferences, orderExists, recheckUnits } from './check-references.ts';
import type { OrderResult } from './order-result.ts';
import { takenOver } from './reserve-order-id.ts';

export interface OrderToMake {
  readonly orderId: string;
  readonly draft: OrderDraft;
  readonly references: CheckedReferences;
  readonly zone: Zone;
  /** In units of 0.01 g. */
  readonly appliedCentigrams: number;
  /** Null if no carrier was asked. */
  readonly booking: {
    readonly bookingId: string;
    readonly terms: BookingTerms;
    readonly orderReference: string;
    readonly outcome: BookingOutcome;
  } | null;
  readonly printLabel: boolean;
  /** First checks that the order id belongs to this request. The other writes release the id. */
  readonly reserve: (writer: AccountWriter) => Promise<Reservation>;
}

export interface OrderToSave<Answer> extends OrderToMake {
  readonly answer: WriteAnswer<OrderResult, Answer>;
}

/**
 * Writes order, contacts, items, shipment, booking, tracking number, event, counters, audit record and answer
 * in one transaction.
 *
 * @throws Problem `refused` if the order id is used
 */
export async function saveOrder<Answer>(
  account: AccountContext,
  toSave: OrderToSave<Answer>,
): Promise<Answer> {
  return changeWithOrderId(account, toSave.draft.displayId, async (writer) =>
    toSave.answer(writer, await makeOrder(writer, account, toSave)),
  );
}

/** Runs a change that creates orders with this id. @throws Problem `refused` if the id is used */
export async function changeWithOrderId<T>(
  account: AccountContext,
  displayId: string,
  work: (writer: AccountWriter) => Promise<T>,
): Promise<T> {
  try {
    return await account.database.change(account.accountId, changeBy(account, account.actor), work);
  } catch (error) {
    if (violatesUnique(error, ORDER_ID_TAKEN)) throw refused(orderExists(displayId));
    throw error;
  }
}

/**
 * Writes an order like `saveOrder`, but without the answer.
 *
 * @throws Problem `unavailable` if the order id no longer belongs to this request
 */
export async function makeOrder(
  writer: AccountWriter,
  account: AccountContext,
  toSave: OrderToMake,
): Promise<OrderResult> {
  const reservation = await toSave.reserve(writer);
  const { orderId, draft, references, booking } = toSave;
  const { returned } = draft;
  if (references.forwardOrderId !== null) await recheckUnits(writer, draft, references.forwardOrderId);
  const shipmentId = account.newId();
  const booked = booking?.outcome.outcome === 'booked' ? booking.outcome : null;
  const trackingNumber = booked?.trackingNumber ?? null;
  const journey = journeyOf(draft);
  const history = historyOf(writer, account, { shipmentId, journey }, booking);
  const skus = draft.items.flatMap(({ sku }) => sku ?? []);
  const words = searchWords({
    trackingNumber,
    displayId: draft.displayId,
    externalId: draft.externalId,
    contacts: draft.shipping === null ? [draft.billing] : [draft.billing, draft.shipping],
    skus: journey === 'return' ? skus : [],
  });
  const order = writeOrder({
    orderId,
    storeId: references.storeId,
    createdAt: writer.now,
    ...draft,
    items: draft.items.map((item) => ({ ...item, itemId: account.newId() })),
  });
  const shipment = writeShipment({
    shipmentId,
    orderId,
    warehouseId: references.warehouse.warehouseId,
    storeId: references.storeId,
    bookingId: booking?.bookingId ?? null,
    createdAt: writer.now,
    orderDate: draft.orderDate,
    totalPricePaise: draft.subTotalPaise,
    codAmountPaise: draft.codAmountPaise,
    appliedCentigrams: toSave.appliedCentigrams,
    expectedPickupDate: booked && booking ? booking.terms.expectedPickupDate : null,
    expectedDeliveryDate: booked && booking ? booking.terms.expectedDeliveryDate : null,
    journey,
    zone: toSave.zone,
    isCod: draft.isCod,
    trackingNumber,
    carrierId: booked && booking ? booking.terms.carrierId : null,
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
    },
  });
  const created = orderCreated(history.before);
  const first = booked === null ? [created] : [created, shipmentBooked(history.after)];
  const writes = [
    ...order,
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
    ...(booking === null ? [] : bookingWrites(writer, account, shipmentId, booking)),
    ...(booked && booking ? [firstEntries(writer, shipmentId, booking.terms, history.after)] : []),
    record,
    writeRemoval(reservation),
  ];
  const [removed] = await pipelined([
    writer.write(writes),
    notifyChanges(account, writer, [{ ...history, shipment: { shipmentId }, first }]),
  ]);
  if (removed.length === 0) throw takenOver();
  for (const surplus of booked?.surplus ?? []) {
    if (booking !== null) await enqueueCancelling(writer, booking, journey, surplus);
  }
  return {
    orderId,
    shipmentId,
    isCod: draft.isCod,
    appliedCentigrams: toSave.appliedCentigrams,
    booking:
      booking === null || trackingNumber === null
        ? null
        : { terms: booking.terms, trackingNumber, bookedAtInIndia: indiaIso(writer.now.getTime()) },
    labelUrl:
      booked !== null && toSave.printLabel
        ? account.labels.labelUrl(account.accountId, shipmentId, writer.now)
        : null,
  };
}

function historyOf(
  writer: AccountWriter,
  account: AccountContext,
  shipment: { readonly shipmentId: string; readonly journey: Journey },
  booking: OrderToMake['booking'],
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

function bookingWrites(
  writer: AccountWriter,
  account: AccountContext,
  shipmentId: string,
  { bookingId, terms, orderReference, outcome }: NonNullable<OrderToMake['booking']>,
): Write[] {
  const isBooked = outcome.outcome === 'booked';
  const { trackingNumber, courierOrderId, routingCode } = isBooked ? outcome : UNANSWERED;
  const booking = writeBooking(
    {
      bookingId,
      shipmentId,
      terms,
      state: isBooked ? 'booked' : 'unknown',
      processId: null,
      askedAt: writer.now,
      orderReference,
      trackingNumber,
      courierOrderId,
      routingCode,
    },
    isBooked ? null : nextTryAt(writer.now, writer.now),
  );
  if (trackingNumber === null) return [booking];
  const label = isBooked ? (outcome.label ?? null) : null;
  return [booking, ...writesOfParcel(account, { shipmentId, trackingNumber, label, terms, now: writer.now })];
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

import { collectedPaise } from '../../../src/domain/money/cod.ts';
import type { NewEntry } from '../../../src/domain/money/ledger.ts';
import { type Contact, journeyOf, type QcItem } from '../../../src/domain/orders/order.ts';
import type { TrackingNumberParts } from '../../../src/domain/orders/tracking-number.ts';
import type { QcAnswer } from '../../../src/domain/tracking/qc.ts';
import type { Booking } from '../../../src/storage/booking/bookings.ts';
import type { ContactRole } from '../../../src/storage/booking/contact-rows.ts';
import type { Order } from '../../../src/storage/booking/orders.ts';
import type { NewShipment } from '../../../src/storage/booking/shipments.ts';
import { type CountChange, sumUp } from '../../../src/storage/listing/shipment-counts.ts';
import { columnListingStatus, columnStatus } from '../../../src/storage/tracking/column-status.ts';
import type { StoredEvent } from '../../../src/storage/tracking/tracking-events.ts';
import { CopyPieces } from './copy-pieces.ts';
import { copyBoolean, copyMoment, copyPlain, copyText, copyTexts } from './copy-text.ts';

export interface ShipmentToLoad {
  readonly accountId: string;
  readonly order: Order;
  readonly shipment: NewShipment;
  /** Epoch milliseconds, like the other times here. */
  readonly updatedAt: number;
  readonly booking: {
    readonly booking: Booking;
    readonly settledAt: number | null;
    /** The time to ask the carrier again about a booking with an unknown outcome. */
    readonly nextTryAt: number | null;
  } | null;
  /** The offline carrier's own record of the booking; null for other carriers or without a booking. */
  readonly ledger: {
    readonly number: TrackingNumberParts;
    readonly bookedAt: number;
    readonly cancelledAt: number | null;
  } | null;
  readonly events: readonly (StoredEvent & { readonly arrivedAt: number })[];
  /** The data of a return; null for a forward shipment. */
  readonly back: {
    /** The order with the goods that it brings back. */
    readonly forwardOrderId: string;
    readonly reason: string | null;
    readonly qcItems: readonly QcItem[];
    /** The answers of the quality check, with the events that reported them. */
    readonly qcAnswers: readonly (QcAnswer & { readonly eventId: string })[];
  } | null;
  readonly entries: readonly (NewEntry & { readonly entryId: string; readonly recordedAt: number })[];
}

/** The loaded tables, with the columns in the order that `ShipmentRows` writes. */
export const LOADED_TABLES = {
  orders:
    'account_id, order_id, store_id, created_at, order_date, sub_total_paise, shipping_charges_paise, cod_collectible_paise, is_cod, is_demo, display_id, external_id, channel, tags, journey',
  order_contacts:
    'account_id, order_id, role, first_name, last_name, phone, email, address, address_2, city, pincode, state, country',
  order_items:
    'account_id, order_id, position, item_id, selling_price_paise, discount_paise, tax, units, name, sku, hsn',
  shipments: `account_id, shipment_id, order_id, warehouse_id, store_id, booking_id, created_at, updated_at, order_date,
    ready_for_pickup_at, picked_up_at, in_transit_at, out_for_delivery_at, delivered_at, ndr_raised_at, rto_initiated_at,
    rto_in_transit_at, rto_delivered_at, cancelled_at, status_at, newest_event_at, total_price_paise, cod_amount_paise,
    applied_weight, expected_pickup_date, expected_delivery_date, newest_arrival, event_count, journey, status,
    granular_status, phase, zone, ndr_reason, rto_reason, attempt_count, is_cod, ndr_reason_is_newer, tracking_number,
    carrier_id, channel`,
  parcels: 'account_id, shipment_id, dead_weight_g, length_cm, breadth_cm, height_cm',
  bookings: `account_id, shipment_id, booking_id, process_id, asked_at, settled_at, next_try_at, shipment_value_paise,
    forward_freight_paise, cod_charges_paise, rto_charges_paise, total_charges_paise, platform_fee_paise,
    expected_pickup_date, expected_delivery_date, state, zone, is_cod, carrier_id, carrier_name, carrier_code,
    service_level, tracking_number, rate_book_version, origin_pincode, destination_pincode, dead_weight_g, length_cm,
    breadth_cm, height_cm, qc_charges_paise, courier_name`,
  tracking_numbers: 'tracking_number, account_id, shipment_id, carrier_id',
  tracking_events: `account_id, shipment_id, event_id, event_at, arrived_at, arrival, status, refusal, actor_kind, actor_id,
    carrier_event_key, actor_name, reason, location, description, carrier_status, carrier_reason`,
  shipment_skus: 'account_id, sku, created_at, shipment_id',
  shipment_tags: 'account_id, tag, created_at, shipment_id',
  ledger_entries:
    'account_id, shipment_id, entry_id, recorded_at, happened_at, amount_paise, gst_paise, event_type, side',
  cod_dues: 'account_id, shipment_id, carrier_id, delivered_at, collected_paise',
  shipment_search: 'account_id, shipment_id, created_at, words',
  returns:
    'account_id, shipment_id, created_at, order_id, forward_order_id, qc_status, return_reason, skus, words',
  qc_items: 'account_id, order_id, position, product_name, product_image',
  qc_answers: 'account_id, shipment_id, event_id, qc_status, reason, images',
  offline_bookings: 'serial, reference, carrier_id, prefix, booked_at, cancelled_at, is_permuted',
} as const;

export type LoadedTable = keyof typeof LOADED_TABLES;
export const LOADED_TABLE_NAMES = Object.keys(LOADED_TABLES) as readonly LoadedTable[];

/**
 * The rows of shipments in the format of COPY, and the changes of the counters.
 *
 * The use cases write the same rows through `writeOrder`, `writeShipment` and similar functions; a test
 * compares them. Here each column is written by hand: with the row objects of the use cases and a general
 * writer, it took more than twice as long.
 */
export class ShipmentRows {
  shipments = 0;
  returns = 0;
  readonly #tables: Record<LoadedTable, CopyPieces>;
  readonly #counts = new Map<string, CountChange[]>();

  constructor() {
    const entries = LOADED_TABLE_NAMES.map((name) => [name, new CopyPieces()]);
    this.#tables = Object.fromEntries(entries) as Record<LoadedTable, CopyPieces>;
  }

  add(loaded: ShipmentToLoad): void {
    this.#addOrder(loaded);
    this.#addShipment(loaded);
    this.#addBooking(loaded);
    this.#addEvents(loaded);
    this.#addMoney(loaded);
    this.#addReturn(loaded);
    const { accountId, shipment } = loaded;
    const counts = this.#counts.get(accountId) ?? [];
    const status = columnStatus(shipment.state.status);
    counts.push({ journey: shipment.journey, status, change: 1 });
    this.#counts.set(accountId, counts.length < 1000 ? counts : sumUp(counts));
    this.shipments += 1;
  }

  piecesOf(table: LoadedTable): readonly Buffer[] {
    return this.#tables[table].pieces();
  }

  get counts(): readonly (CountChange & { readonly accountId: string })[] {
    return [...this.#counts].flatMap(([accountId, changes]) =>
      sumUp(changes).map((change) => ({ accountId, ...change })),
    );
  }

  /** The counts as lists, one for each column. */
  get countLists(): [string[], string[], string[], number[]] {
    const { counts } = this;
    return [
      counts.map(({ accountId }) => accountId),
      counts.map(({ journey }) => journey),
      counts.map(({ status }) => status),
      counts.map(({ change }) => change),
    ];
  }

  #append(table: LoadedTable, rows: string): void {
    this.#tables[table].append(rows);
  }

  #addOrder({ accountId, order }: ShipmentToLoad): void {
    const key = `${accountId}\t${order.orderId}`;
    this.#append(
      'orders',
      `${key}\t${copyPlain(order.storeId)}\t${copyMoment(order.createdAt.getTime())}\t${copyMoment(order.orderDate.getTime())}\t${order.subTotalPaise}\t${order.shippingChargesPaise}\t${order.codAmountPaise}\t${copyBoolean(order.isCod)}\t${copyBoolean(order.isDemo)}\t${copyText(order.displayId)}\t${copyText(order.externalId)}\t${copyText(order.channel)}\t${copyTexts(order.tags)}\t${journeyOf(order)}\n`,
    );
    const shipping = order.shipping === null ? '' : contactRow(key, 'shipping', order.shipping);
    this.#append('order_contacts', contactRow(key, 'billing', order.billing) + shipping);
    let items = '';
    for (const [index, item] of order.items.entries()) {
      items += `${key}\t${index + 1}\t${item.itemId}\t${item.sellingPricePaise}\t${copyPlain(item.discountPaise)}\t${copyPlain(item.tax)}\t${item.units}\t${copyText(item.name)}\t${copyText(item.sku)}\t${copyText(item.hsn)}\n`;
    }
    this.#append('order_items', items);
  }

  #addShipment({ accountId, shipment, updatedAt }: ShipmentToLoad): void {
    const { shipmentId, state, parcel } = shipment;
    const { milestones: at } = state;
    const key = `${accountId}\t${shipmentId}`;
    const createdAt = copyMoment(shipment.createdAt.getTime());
    this.#append(
      'shipments',
      `${key}\t${shipment.orderId}\t${shipment.warehouseId}\t${copyPlain(shipment.storeId)}\t${copyPlain(shipment.bookingId)}\t${createdAt}\t${copyMoment(updatedAt)}\t${copyMoment(shipment.orderDate.getTime())}\t${copyMoment(at.ready_for_pickup)}\t${copyMoment(at.picked_up)}\t${copyMoment(at.in_transit)}\t${copyMoment(at.out_for_delivery)}\t${copyMoment(at.delivered)}\t${copyMoment(at.ndr_raised)}\t${copyMoment(at.rto_initiated)}\t${copyMoment(at.rto_in_transit)}\t${copyMoment(at.rto_delivered)}\t${copyMoment(at.cancelled)}\t${copyMoment(state.statusAt)}\t${copyMoment(state.newest?.eventTime)}\t${shipment.totalPricePaise}\t${shipment.codAmountPaise}\t${shipment.appliedCentigrams}\t${copyPlain(shipment.expectedPickupDate)}\t${copyPlain(shipment.expectedDeliveryDate)}\t${copyPlain(state.newest?.arrival)}\t${shipment.eventCount}\t${shipment.journey}\t${columnListingStatus(state.status)}\t${columnStatus(state.status)}\t${state.phase}\t${shipment.zone}\t${copyPlain(state.ndrReason)}\t${copyPlain(state.rtoReason)}\t${state.attemptCount}\t${copyBoolean(shipment.isCod)}\t${copyBoolean(state.ndrReasonIsNewer)}\t${copyText(shipment.trackingNumber)}\t${copyText(shipment.carrierId)}\t${copyText(shipment.channel)}\n`,
    );
    this.#append(
      'parcels',
      `${key}\t${parcel.deadWeight}\t${parcel.length}\t${parcel.width}\t${parcel.height}\n`,
    );
    // Another table serves the search for returns.
    if (shipment.journey === 'return') return;
    for (const sku of new Set(shipment.skus)) {
      this.#append('shipment_skus', `${accountId}\t${copyText(sku)}\t${createdAt}\t${shipmentId}\n`);
    }
    for (const tag of new Set(shipment.tags)) {
      this.#append('shipment_tags', `${accountId}\t${copyText(tag)}\t${createdAt}\t${shipmentId}\n`);
    }
    this.#append('shipment_search', `${key}\t${createdAt}\t${copyText(shipment.words)}\n`);
  }

  #addBooking({ accountId, booking: kept, ledger }: ShipmentToLoad): void {
    if (kept === null) return;
    const { booking, settledAt, nextTryAt } = kept;
    const { terms, shipmentId, bookingId } = booking;
    const trackingNumber = copyText(booking.trackingNumber);
    const carrierId = copyText(terms.carrierId);
    this.#append(
      'bookings',
      `${accountId}\t${shipmentId}\t${bookingId}\t${copyPlain(booking.processId)}\t${copyMoment(booking.askedAt.getTime())}\t${copyMoment(settledAt)}\t${copyMoment(nextTryAt)}\t${terms.codAmountPaise}\t${terms.forwardFreightPaise}\t${terms.codChargesPaise}\t${terms.rtoChargesPaise}\t${terms.totalChargesPaise}\t${terms.platformFeePaise}\t${terms.expectedPickupDate}\t${terms.expectedDeliveryDate}\t${booking.state}\t${terms.zone}\t${copyBoolean(terms.isCod)}\t${carrierId}\t${copyText(terms.carrierName)}\t${copyText(terms.carrierCode)}\t${copyText(terms.serviceLevel)}\t${trackingNumber}\t${terms.rateBookVersion}\t${terms.originPincode}\t${terms.destinationPincode}\t${terms.deadWeight}\t${terms.length}\t${terms.width}\t${terms.height}\t${terms.qcChargesPaise}\t${copyText(terms.courierName)}\n`,
    );
    if (booking.trackingNumber !== null) {
      this.#append('tracking_numbers', `${trackingNumber}\t${accountId}\t${shipmentId}\t${carrierId}\n`);
    }
    if (ledger !== null) {
      this.#append(
        'offline_bookings',
        `${ledger.number.serial}\t${bookingId}\t${carrierId}\t${copyText(ledger.number.prefix)}\t${copyMoment(ledger.bookedAt)}\t${copyMoment(ledger.cancelledAt)}\t${copyBoolean(ledger.number.isPermuted)}\n`,
      );
    }
  }

  #addEvents({ accountId, events }: ShipmentToLoad): void {
    let rows = '';
    for (const event of events) {
      const { actor } = event;
      rows += `${accountId}\t${event.shipmentId}\t${event.eventId}\t${copyMoment(event.eventTime)}\t${copyMoment(event.arrivedAt)}\t${event.arrival}\t${columnStatus(event.status)}\t${copyPlain(event.refusal)}\t${actor.kind}\t${copyPlain(actor.id)}\t${copyPlain(event.carrierEventKey)}\t${actor.kind === 'carrier' ? '\\N' : copyText(actor.name)}\t${copyPlain(event.reason)}\t${copyText(event.location)}\t${copyText(event.description)}\t${copyText(event.carrierStatus)}\t${copyText(event.carrierReason)}\n`;
    }
    this.#append('tracking_events', rows);
  }

  #addReturn({ accountId, shipment, back }: ShipmentToLoad): void {
    if (back === null) return;
    this.returns += 1;
    const { shipmentId, orderId } = shipment;
    const { qcItems, qcAnswers } = back;
    const qcStatus = qcItems.length === 0 ? null : (qcAnswers.at(-1)?.status ?? 'pending');
    this.#append(
      'returns',
      `${accountId}\t${shipmentId}\t${copyMoment(shipment.createdAt.getTime())}\t${orderId}\t${back.forwardOrderId}\t${copyPlain(qcStatus)}\t${copyText(back.reason)}\t${copyTexts([...new Set(shipment.skus)])}\t${copyText(shipment.words)}\n`,
    );
    for (const { position, productName, productImage } of qcItems) {
      this.#append(
        'qc_items',
        `${accountId}\t${orderId}\t${position}\t${copyText(productName)}\t${copyText(productImage)}\n`,
      );
    }
    for (const { eventId, status, reason, images } of qcAnswers) {
      this.#append(
        'qc_answers',
        `${accountId}\t${shipmentId}\t${eventId}\t${status}\t${copyText(reason)}\t${copyTexts(images)}\n`,
      );
    }
  }

  #addMoney({ accountId, shipment, entries }: ShipmentToLoad): void {
    const key = `${accountId}\t${shipment.shipmentId}`;
    let rows = '';
    for (const { entryId, recordedAt, happenedAt, paise, gstPaise, event, side } of entries) {
      rows += `${key}\t${entryId}\t${copyMoment(recordedAt)}\t${copyMoment(happenedAt)}\t${paise}\t${gstPaise}\t${event}\t${side}\n`;
    }
    this.#append('ledger_entries', rows);
    const collected = collectedPaise(shipment, shipment.state);
    if (collected === 0) return;
    const deliveredAt = copyMoment(shipment.state.milestones.delivered ?? null);
    this.#append('cod_dues', `${key}\t${copyText(shipment.carrierId)}\t${deliveredAt}\t${collected}\n`);
  }
}

function contactRow(key: string, role: ContactRole, contact: Contact): string {
  return `${key}\t${role}\t${copyText(contact.firstName)}\t${copyText(contact.lastName)}\t${contact.phone}\t${copyText(contact.email)}\t${copyText(contact.address)}\t${copyText(contact.address2)}\t${copyText(contact.city)}\t${contact.pincode}\t${copyText(contact.state)}\t${copyText(contact.country)}\n`;
}

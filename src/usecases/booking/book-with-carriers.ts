import type { BookingRequest } from '../../carriers/carrier-adapter.ts';
import { readHsn } from '../../domain/invoices/hsn.ts';
import { consigneeOf, journeyOf, type OrderDraft } from '../../domain/orders/order.ts';
import { orderReference as referenceOf } from '../../domain/orders/order-reference.ts';
import { partnerSays } from '../../partners/partner.ts';
import { type Problem, refused } from '../../problems/problem.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import type { Warehouse } from '../../resources/warehouse.ts';
import type { BookingTerms } from '../../storage/booking/bookings.ts';
import type { CourierParts } from '../couriers/courier-parts.ts';
import { type ServiceInput, whyNotServed } from '../couriers/why-not-served.ts';
import type { ProcessParts } from '../health/job-workers.ts';
import type { AccountContext } from '../service.ts';
import { askToBook } from './ask-carrier.ts';
import type { BookingOutcome } from './booking-outcome.ts';
import type { PlacedReference } from './carrier-call.ts';
import { noCarrier, type OfferedTerms } from './choose-carriers.ts';
import { addressOfContact, addressOfWarehouse, courierWarehouseOf } from './courier-addresses.ts';
import { type PickupPlaces, readPickupPlaces } from './pickup-places.ts';

export interface Consignment {
  readonly order: Pick<
    OrderDraft,
    | 'displayId'
    | 'orderDate'
    | 'billing'
    | 'shipping'
    | 'returned'
    | 'items'
    | 'codAmountPaise'
    | 'totalPaise'
  >;
  readonly warehouse: Warehouse;
  /** Only for an existing shipment. */
  readonly shipmentId?: string;
  /** In the order of asking; at least one. */
  readonly candidates: readonly OfferedTerms[];
  readonly earlierBookings: number;
}

export interface CarrierAttempt {
  /** Our reference at the carrier, new for each attempt. */
  readonly bookingId: string;
  readonly terms: BookingTerms;
  /** The reference that the courier knows the parcel by. */
  readonly orderReference: string;
}

/**
 * A lock on the thing that is being booked: a new order (`holdOrder`) or an existing shipment
 * (`holdShipment`). It is a row of `bookings` in the state `asking`. Each method is one transaction.
 */
export interface Hold<Answer> {
  /**
   * free -> asking, or after a refusal asking -> asking the next carrier. The attempt is recorded before the
   * call, so that other processes find it if this process dies.
   *
   * @returns false if it was booked by another request meanwhile
   * @throws Problem `refused` if it is not free; `unavailable` if another process took it over
   */
  take(attempt: CarrierAttempt, refusedBy: CarrierAttempt | null): Promise<boolean>;
  /** asking -> free: the last carrier has refused too. */
  free(refusedBy: CarrierAttempt): Promise<void>;
  /**
   * asking -> booked, or unknown without an answer.
   *
   * @param endFlight ends the attempt's mark of work in flight early, so that the attempt can be settled
   * @throws Problem `unavailable` if it was taken over
   */
  conclude(attempt: CarrierAttempt, outcome: BookingOutcome, endFlight: () => void): Promise<Answer>;
}

/**
 * Books the first carrier that accepts the shipment. All bookings are made here:
 *
 *     free --take--> asking --conclude--> booked
 *       ^             | |  '--conclude--> unknown --settled in rounds--> booked, or free
 *       |----free-----' |
 *       '---settled-----'  if the process died or lost its database: booked, or free
 *
 * No carrier is called inside a transaction, or before the database has the attempt. The file
 * docs/explanation/decisions/2026-11-22-booking.md lists how each crash is handled.
 *
 * @returns the result of `conclude`; null if another request has booked it meanwhile
 * @throws Problem `refused` with a sentence for each carrier, if no carrier accepts it
 */
export async function bookWithCarriers<Answer>(
  account: AccountContext & CourierParts & ProcessParts,
  consignment: Consignment,
  hold: Hold<Answer>,
): Promise<Answer | null> {
  const ends: (() => void)[] = [];
  const refusals: Sentence[] = [];
  const refusedByCourier = new Map<string, number>();
  let refusedBy: CarrierAttempt | null = null;
  const places = await readPickupPlaces(account, consignment.warehouse, consignment.candidates);
  try {
    for (const terms of consignment.candidates) {
      const { adapter } = terms;
      const whyNot = await whyNotAsked(account, consignment, terms, places);
      if (whyNot !== null) {
        refusals.push(whyNot);
        continue;
      }
      const refusedBefore = refusedByCourier.get(adapter) ?? 0;
      const orderReference = referenceFor(account, consignment, terms, refusedBefore);
      const attempt: CarrierAttempt = { bookingId: account.newId(), terms, orderReference };
      const endFlight = account.inFlight.begin(attempt.bookingId);
      ends.push(endFlight);
      if (!(await hold.take(attempt, refusedBy))) return null;
      const answer = await askToBook(
        account,
        bookingRequestOf(account.accountId, attempt, consignment, places),
      );
      if (answer.outcome !== 'refused') return await hold.conclude(attempt, answer, endFlight);
      refusals.push(partnerSays(terms.carrierName, answer.reason));
      refusedByCourier.set(adapter, refusedBefore + 1);
      refusedBy = attempt;
    }
    if (refusedBy !== null) await hold.free(refusedBy);
  } finally {
    for (const end of ends) end();
  }
  throw noneTookIt(refusals);
}

/**
 * Checks that at least one carrier would be asked to take a parcel, without asking it.
 *
 * @throws Problem `refused`, like `bookWithCarriers`, if no carrier would be asked
 */
export async function assertAnyCarrier(
  account: AccountContext & CourierParts,
  consignment: Pick<Consignment, 'order' | 'warehouse' | 'candidates'>,
): Promise<void> {
  const places = await readPickupPlaces(account, consignment.warehouse, consignment.candidates);
  const refusals: Sentence[] = [];
  for (const terms of consignment.candidates) {
    const whyNot = await whyNotAsked(account, consignment, terms, places);
    if (whyNot === null) return;
    refusals.push(whyNot);
  }
  throw noneTookIt(refusals);
}

const NONE_TOOK_IT = say('no_carrier_accepted', 'No carrier accepted this shipment');

function noneTookIt(refusals: readonly Sentence[]): Problem {
  return refused(noCarrier([NONE_TOOK_IT, ...refusals]));
}

/** Returns why a carrier is skipped: unknown warehouse or place not served. Null if it is asked. */
async function whyNotAsked(
  account: AccountContext & CourierParts,
  { order }: Pick<Consignment, 'order'>,
  terms: OfferedTerms,
  places: PickupPlaces,
): Promise<Sentence | null> {
  const unknownPlace = places.refusalOf(terms);
  if (unknownPlace !== null) return unknownPlace;
  const place = { ...terms, accountId: account.accountId };
  const notServed = await whyNotServed(account, place, serviceWishOf(order));
  return notServed === null ? null : partnerSays(terms.carrierName, notServed);
}

/** Returns the place that a courier must serve: the recipient's, or for a return the customer's. */
function serviceWishOf(order: Consignment['order']): ServiceInput {
  const journey = journeyOf(order);
  const { pincode } = journey === 'return' ? order.billing : consigneeOf(order);
  return { journey, pincode, isCod: order.codAmountPaise > 0 };
}

function referenceFor(
  account: AccountContext & Pick<CourierParts, 'couriers'>,
  { order, earlierBookings }: Consignment,
  { adapter, isCourierShared }: OfferedTerms,
  refusals: number,
): string {
  const parts = {
    displayId: order.displayId,
    journey: journeyOf(order),
    attempt: earlierBookings + refusals + 1,
    sharedBy: isCourierShared ? account.accountId : null,
  };
  return referenceOf(parts, account.couriers.named(adapter)?.can.referenceLength ?? 0);
}

function bookingRequestOf(
  accountId: string,
  { bookingId, terms, orderReference }: CarrierAttempt,
  { order, warehouse, shipmentId }: Consignment,
  places: PickupPlaces,
): BookingRequest & PlacedReference {
  return {
    reference: bookingId,
    accountId,
    ...(shipmentId !== undefined && { shipmentId }),
    carrierId: terms.carrierId,
    carrierCode: terms.carrierCode,
    serviceLevel: terms.serviceLevel,
    displayId: order.displayId,
    orderDate: order.orderDate,
    warehouse: courierWarehouseOf(warehouse, places.nameOf(terms)),
    orderReference,
    adapter: terms.adapter,
    courierAccountId: terms.courierAccountId,
    courierProduct: terms.courierProduct,
    journey: journeyOf(order),
    ...partiesOf(order, warehouse),
    deadWeight: terms.deadWeight,
    length: terms.length,
    width: terms.width,
    height: terms.height,
    codAmountPaise: order.codAmountPaise,
    totalPricePaise: order.totalPaise,
    items: order.items.map(({ name, sku, units, sellingPricePaise, hsn, tax }) => ({
      name,
      sku,
      units,
      sellingPricePaise,
      hsn: hsn === null ? null : (readHsn(hsn) ?? hsn),
      tax,
    })),
    qcItems: order.returned?.qcItems ?? [],
    returnReason: order.returned?.reason ?? null,
  };
}

/** Returns sender and recipient: warehouse and customer, or for a return the customer and its destination. */
function partiesOf(
  order: Consignment['order'],
  warehouse: Warehouse,
): Pick<BookingRequest, 'pickup' | 'delivery'> {
  const { returned } = order;
  const store = addressOfWarehouse(warehouse);
  if (returned === null) return { pickup: store, delivery: addressOfContact(consigneeOf(order)) };
  const { destination } = returned;
  return {
    pickup: addressOfContact(order.billing),
    delivery: destination === null ? store : addressOfContact(destination),
  };
}

import type { BookingRequest, CarrierAddress } from '../../carriers/carrier.ts';
import {
  type Contact,
  consigneeOf,
  fullNameOf,
  journeyOf,
  type OrderDraft,
} from '../../domain/orders/order.ts';
import type { Warehouse } from '../../domain/warehouse.ts';
import { refused } from '../../problems/problem.ts';
import type { BookingTerms } from '../../storage/booking/bookings.ts';
import type { AccountContext } from '../service.ts';
import { askToBook } from './ask-carrier.ts';
import type { BookingOutcome } from './booking-outcome.ts';
import { noCarrier } from './choose-carriers.ts';

/** What carriers are asked to take. */
export interface Consignment {
  readonly order: Pick<
    OrderDraft,
    'displayId' | 'billing' | 'shipping' | 'returned' | 'items' | 'codAmountPaise' | 'subTotalPaise'
  >;
  readonly warehouse: Warehouse;
  /** In the order in which they are asked; at least one. */
  readonly candidates: readonly BookingTerms[];
}

/** A carrier that is asked, on these terms. */
export interface Asked {
  /** Our reference at the carrier, new for each. */
  readonly bookingId: string;
  readonly terms: BookingTerms;
}

/**
 * What keeps everybody else from what is being booked: the order id of an order to be made (`holdOrderId`), or a
 * shipment that is there (`holdShipment`). Each method is one transaction.
 */
export interface Hold {
  /** Under which name this process has it in flight while this carrier is asked. */
  flightOf(asked: Asked): string;
  /**
   * free -> asking, or asking -> asking the next where one has refused. It is written down who is asked before
   * they are, so that what dies meanwhile is found.
   *
   * @returns false where somebody else has booked it meanwhile
   * @throws Problem `refused` where it is not free; `unavailable` where it was taken over
   */
  take(asked: Asked, refused: Asked | null): Promise<boolean>;
  /** asking -> free: the last one has refused too. */
  free(refused: Asked): Promise<void>;
  /**
   * asking -> booked, or unknown where the answer was lost.
   *
   * @returns the answer's body
   * @throws Problem `unavailable` where it was taken over
   */
  conclude(asked: Asked, outcome: BookingOutcome): Promise<string>;
}

/**
 * Books the first carrier that takes it. All bookings are made here:
 *
 *     free --take--> asking --conclude--> booked
 *       ^             | |  '--conclude--> unknown --settled by a job--> booked, or free
 *       |----free-----' |
 *       '---settled-----'  where the process died, or lost its database: booked, or free
 *
 * No carrier is called inside a transaction, and none before it is written down that it is. Which mechanism
 * catches which death: docs/decisions/2026-11-22-booking.md.
 *
 * @returns the answer's body; null where somebody else has booked it meanwhile
 * @throws Problem `refused` with a sentence for each carrier, where none takes it
 */
export async function bookWithCarriers(
  account: AccountContext,
  consignment: Consignment,
  hold: Hold,
): Promise<string | null> {
  const flights = new Set<string>();
  const refusals: string[] = [];
  let refusedBy: Asked | null = null;
  try {
    for (const terms of consignment.candidates) {
      const asked: Asked = { bookingId: account.newId(), terms };
      const flight = hold.flightOf(asked);
      if (!flights.has(flight)) account.inFlight.begin(flight);
      flights.add(flight);
      if (!(await hold.take(asked, refusedBy))) return null;
      const answer = await askToBook(account, bookingRequestOf(account.accountId, asked, consignment));
      if (answer.outcome !== 'refused') return await hold.conclude(asked, answer);
      refusals.push(`${terms.carrierName} ${answer.reason}`);
      refusedBy = asked;
    }
    if (refusedBy !== null) await hold.free(refusedBy);
  } finally {
    for (const flight of flights) account.inFlight.end(flight);
  }
  throw refused(noCarrier(['No carrier took this shipment', ...refusals]));
}

/** What a carrier is told of a shipment. */
function bookingRequestOf(
  accountId: string,
  { bookingId, terms }: Asked,
  { order, warehouse }: Consignment,
): BookingRequest {
  return {
    reference: bookingId,
    accountId,
    carrierId: terms.carrierId,
    carrierCode: terms.carrierCode,
    serviceLevel: terms.serviceLevel,
    displayId: order.displayId,
    journey: journeyOf(order),
    ...partiesOf(order, warehouse),
    deadWeight: terms.deadWeight,
    length: terms.length,
    width: terms.width,
    height: terms.height,
    codAmountPaise: order.codAmountPaise,
    totalPricePaise: order.subTotalPaise,
    items: order.items.map(({ name, sku, units }) => ({ name, sku, units })),
    qcItems: order.returned?.qcItems ?? [],
  };
}

/** From the warehouse to the consignee; of a return from the customer's door to its destination. */
function partiesOf(
  order: Consignment['order'],
  warehouse: Warehouse,
): Pick<BookingRequest, 'pickup' | 'delivery'> {
  const { returned } = order;
  const store = addressOfWarehouse(warehouse);
  if (returned === null) return { pickup: store, delivery: addressOf(consigneeOf(order)) };
  const { destination } = returned;
  return {
    pickup: addressOf(order.billing),
    delivery: destination === null ? store : addressOf(destination),
  };
}

function addressOfWarehouse(warehouse: Warehouse): CarrierAddress {
  return {
    name: warehouse.contactPerson,
    phone: warehouse.phone,
    address: warehouse.streetAddress,
    city: warehouse.city,
    state: warehouse.state,
    pincode: warehouse.zip,
  };
}

function addressOf(contact: Contact): CarrierAddress {
  return {
    name: fullNameOf(contact),
    phone: contact.phone,
    address: [contact.address, contact.address2].filter(Boolean).join(', '),
    city: contact.city,
    state: contact.state,
    pincode: contact.pincode,
  };
}

import { indiaDate } from '../../domain/india-time.ts';
import { customerOf, type ShipmentView } from '../../domain/listing/shipment-view.ts';
import { rupees } from '../../domain/rupees.ts';
import {
  customerWords,
  historyWords,
  isTriedAgain,
  journeyLine,
} from '../../domain/tracking/customer-words.ts';
import { outcomeOf } from '../../domain/tracking/outcome.ts';
import { type GranularStatus, isAbsolute, milestoneOf } from '../../domain/tracking/statuses.ts';
import { findTrackingNumbers } from '../../storage/booking/tracking-numbers.ts';
import { readShipmentViews } from '../../storage/listing/shipment-views.ts';
import { type Brand, readBrands } from '../../storage/stores/brands.ts';
import { findShipmentByOrder } from '../../storage/tracking/public-orders.ts';
import type { Service } from '../service.ts';

/** All that a customer is shown of a parcel, and no more: couriers' tracking numbers can be counted up. */
export interface TrackingPage {
  readonly trackingNumber: string;
  readonly brand: Brand;
  readonly headline: string;
  readonly sentence: string | null;
  readonly line: { readonly steps: readonly string[]; readonly at: number } | null;
  /**
   * When to expect it: the promised day (`2026-11-20`, in India), or today where it is out for delivery;
   * null once it is over or past, or where no day was promised.
   */
  readonly expected: { readonly by: string } | 'today' | null;
  /** When it was handed over: to the customer, or back to the sender. */
  readonly handedOverAt: Date | null;
  /** Whether it comes from the customer, and goes to the seller. */
  readonly isReturn: boolean;
  readonly carrierName: string;
  readonly firstName: string;
  readonly city: string;
  /** To have ready at the door, `Rs 1,299`; null where nothing is to be paid any more. */
  readonly cash: string | null;
  /** Newest first, as many as a page may hold. */
  readonly timeline: readonly {
    readonly at: Date;
    readonly words: string;
    readonly location: string | null;
  }[];
}

const LONGEST_NUMBER = 100;
/** Far more than a parcel is scanned; a carrier that repeats itself shall not make the page heavy. */
const MOST_EVENTS = 40;
const LONGEST_LOCATION = 80;

/** The page of a tracking number, in any case and with blanks; null for an unknown one. */
export async function findTrackingPage(service: Service, text: string): Promise<TrackingPage | null> {
  const trackingNumber = text.replace(/\s+/g, '').toUpperCase();
  if (trackingNumber === '' || trackingNumber.length > LONGEST_NUMBER) return null;
  const [owner] = await findTrackingNumbers(service.database, [trackingNumber]);
  if (owner === undefined) return null;
  const scope = service.database.account(owner.accountId);
  const [[view], brands] = await Promise.all([
    readShipmentViews(scope, [owner.shipmentId]),
    readBrands(scope, [owner.shipmentId]),
  ]);
  const brand = brands.get(owner.shipmentId);
  if (view === undefined || brand === undefined) return null;
  return pageOf(view, brand, trackingNumber, service.now());
}

/**
 * The tracking number of an order, for a customer who knows its id and the last four digits of the phone;
 * null where either is wrong, and nobody learns which.
 */
export async function findTrackingNumberOfOrder(
  service: Service,
  orderId: string,
  lastFourDigits: string,
): Promise<string | null> {
  if (!/^\d{4}$/.test(lastFourDigits)) return null;
  return findShipmentByOrder(service.database, orderId.trim(), lastFourDigits);
}

function pageOf(view: ShipmentView, brand: Brand, trackingNumber: string, now: Date): TrackingPage {
  const { status: granular } = view;
  const customer = customerOf(view);
  const words = customerWords(granular, view.ndrReason);
  const isFailedForGood =
    (granular === 'ndr_raised' || granular === 'need_attention') && !isTriedAgain(view.ndrReason);
  const isOver = outcomeOf(granular) !== null || granular === 'on_hold' || isFailedForGood;
  return {
    trackingNumber,
    brand,
    ...words,
    line: journeyLine(granular),
    // A day at the seller's tells a customer nothing.
    expected:
      isOver || view.journey === 'return' ? null : expectation(granular, view, indiaDate(now.getTime())),
    handedOverAt: isAbsolute(granular)
      ? (view.milestones.find(({ milestone }) => milestone === milestoneOf(granular))?.at ?? null)
      : null,
    isReturn: view.journey === 'return',
    carrierName: view.carrier?.name ?? '',
    firstName: customer.firstName,
    city: customer.city,
    cash: view.isCod && view.codAmountPaise > 0 && !isOver ? rupees(view.codAmountPaise) : null,
    timeline: view.events.slice(0, MOST_EVENTS).map((event) => ({
      at: event.at,
      words: historyWords(event.status),
      location: event.location === null ? null : shortened(event.location),
    })),
  };
}

function shortened(location: string): string {
  const characters = [...location];
  return characters.length <= LONGEST_LOCATION
    ? location
    : `${characters.slice(0, LONGEST_LOCATION - 1).join('')}…`;
}

/**
 * Out for delivery comes before every promise, for the day on which it goes out. A day that has gone by would
 * only tell a customer that the parcel is late.
 */
function expectation(
  granular: GranularStatus,
  { events, expectedDeliveryDate: promised }: ShipmentView,
  today: string,
): TrackingPage['expected'] {
  if (granular === 'out_for_delivery') {
    const out = events.find(({ status }) => status === granular);
    return out !== undefined && indiaDate(out.at.getTime()) >= today ? 'today' : null;
  }
  return promised !== null && promised >= today ? { by: promised } : null;
}

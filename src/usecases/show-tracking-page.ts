import type { ShipmentView } from '../domain/listing/shipment-view.ts';
import { rupees } from '../domain/rupees.ts';
import type { StoreLogoAddress } from '../domain/store.ts';
import { customerWords, historyWords, isTriedAgain, journeyLine } from '../domain/tracking/customer-words.ts';
import type { GranularStatus } from '../domain/tracking/statuses.ts';
import { findBrand } from '../storage/brands.ts';
import { findShipmentByOrder } from '../storage/public-orders.ts';
import { readShipmentViews } from '../storage/shipment-views.ts';
import { findTrackingNumbers } from '../storage/tracking-numbers.ts';
import type { Service } from './service.ts';

/** All that a customer is shown of a parcel, and no more: tracking numbers can be guessed. */
export interface TrackingPage {
  readonly trackingNumber: string;
  readonly brand: {
    readonly name: string;
    readonly storeId: string | null;
    readonly logo: StoreLogoAddress | null;
  };
  readonly headline: string;
  readonly sentence: string | null;
  readonly line: { readonly steps: readonly string[]; readonly at: number } | null;
  /** `2026-11-20`, in India; null once it is over or past, or where none was promised. */
  readonly expectedDate: string | null;
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
/** Statuses in which no delivery is expected any more. */
const OVER = new Set([
  'delivered',
  'rto_initiated',
  'rto_in_transit',
  'rto_delivered',
  'cancelled',
  'others',
]);

/** The page of a tracking number, in any case and with blanks; null for an unknown one. */
export async function findTrackingPage(service: Service, text: string): Promise<TrackingPage | null> {
  const trackingNumber = text.replace(/\s+/g, '').toUpperCase();
  if (trackingNumber === '' || trackingNumber.length > LONGEST_NUMBER) return null;
  const [owner] = await findTrackingNumbers(service.database, [trackingNumber]);
  if (owner === undefined) return null;
  const scope = service.database.account(owner.accountId);
  const [[view], brand] = await Promise.all([
    readShipmentViews(scope, [owner.shipmentId]),
    findBrand(scope, owner.shipmentId),
  ]);
  if (view === undefined || brand === null) return null;
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

function pageOf(
  view: ShipmentView,
  brand: TrackingPage['brand'],
  trackingNumber: string,
  now: Date,
): TrackingPage {
  // Where there is no sub-status, the granular status is the status itself.
  const granular = (view.subStatus ?? view.status) as GranularStatus;
  const words = customerWords(granular, view.ndrReason);
  const isFailedForGood =
    (granular === 'ndr_raised' || granular === 'need_attention') && !isTriedAgain(view.ndrReason);
  const isOver = OVER.has(view.status) || isFailedForGood;
  return {
    trackingNumber,
    brand,
    ...words,
    line: journeyLine(granular),
    expectedDate: isOver ? null : unlessPast(view.expectedDeliveryDate, now),
    carrierName: view.carrier?.name ?? '',
    firstName: view.shipping.firstName,
    city: view.shipping.city,
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

/** A date that has gone by would only tell a customer that the parcel is late. */
function unlessPast(date: string | null, now: Date): string | null {
  return date !== null && date >= TODAY.format(now) ? date : null;
}

/** `2026-11-20`, in India. */
const TODAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });

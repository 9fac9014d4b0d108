import { validate as isUuid } from 'uuid';
import { type BrandPalette, paletteOf } from '../../domain/brand-color.ts';
import { indiaDate } from '../../domain/india-time.ts';
import { type ReadLanguage, readLanguage } from '../../domain/languages/languages.ts';
import { customerOf, type ShipmentView } from '../../domain/listing/shipment-view.ts';
import { ENDING_DIGITS, phoneEnding } from '../../domain/orders/phone.ts';
import { courierNameOf } from '../../domain/rates/courier-name.ts';
import { rupees } from '../../domain/rupees.ts';
import {
  customerWords,
  historyWords,
  isTriedAgain,
  journeyLine,
  type Mood,
  moodOf,
} from '../../domain/tracking/customer-words.ts';
import { outcomeOf } from '../../domain/tracking/outcome.ts';
import { type GranularStatus, isAbsolute, milestoneOf } from '../../domain/tracking/statuses.ts';
import { newestFirst } from '../../domain/tracking/unread-scan.ts';
import { findTrackingNumbers } from '../../storage/booking/tracking-numbers.ts';
import type { Brand } from '../../storage/stores/brands.ts';
import { findStoreOwner } from '../../storage/stores/logos.ts';
import { findShipmentByOrder } from '../../storage/tracking/public-orders.ts';
import { findTrackedShipment, type TrackedShipment } from '../../storage/tracking/tracked-shipment.ts';
import { findLinkedShipment, type LinkedShipment } from '../../storage/tracking/tracking-links.ts';
import { type RequestForm, showRequestForm } from '../customer-requests/show-request-form.ts';
import type { MessageParts } from '../messages/messaging.ts';
import type { Service } from '../service.ts';
import { LINK_CODE, linkCodeOf } from './tracking-links.ts';

export interface TrackingPage extends ReadLanguage {
  /** Null until a carrier has the parcel. */
  readonly trackingNumber: string | null;
  readonly brand: Brand;
  /** Colours from the brand; null if it has none. */
  readonly palette: BrandPalette | null;
  readonly mood: Mood;
  readonly headline: string;
  readonly sentence: string | null;
  readonly line: { readonly steps: readonly string[]; readonly at: number } | null;
  /**
   * The day when the customer can expect it: the promised day (`2026-11-20`, in India), or today if it is out
   * for delivery. Null if it is over, if the promised day is past, or if no day was promised.
   */
  readonly expected: { readonly by: string } | 'today' | null;
  /** True if it is still on its way after the promised day. */
  readonly isLate: boolean;
  /** The time when it was handed over to the customer, or back to the sender. */
  readonly handedOver: ShownMoment | null;
  /** True if it goes from the customer to the seller. */
  readonly isReturn: boolean;
  /** The courier's name for customers; null until a carrier has the parcel. */
  readonly courier: { readonly name: string; readonly helpline: string | null } | null;
  readonly firstName: string;
  readonly city: string;
  /** Details for people with the link; null for people who have only the tracking number. */
  readonly order: ShownOrder | null;
  /** For people with the link: the possible requests and the last request; null without both. */
  readonly asking: RequestForm | null;
  /** For people without the link: true if those with it can choose another day. */
  readonly isDayByLink: boolean;
  /** The newest first, up to the limit of a page. */
  readonly timeline: readonly (ShownMoment & { readonly words: string; readonly location: string | null })[];
  /** For example `2026-11-20`, in India. */
  readonly today: string;
}

export interface ShownMoment {
  readonly at: Date;
  /** For example `2026-11-20`, in India. */
  readonly day: string;
}

export interface ShownOrder {
  /** The merchant's order id. */
  readonly orderNumber: string;
  readonly items: readonly { readonly name: string; readonly units: number }[];
  /** The cash to have ready at the door, such as `Rs 1,299`; null if nothing has to be paid. */
  readonly cash: string | null;
  /** The order's total if `cash` is only a part of it; else null. */
  readonly partOf: string | null;
}

/** The customer's key: the code of a link, which cannot be guessed, or a tracking number, which can. */
export type TrackedBy = { readonly code: string } | { readonly number: string };

const LONGEST_NUMBER = 100;
/** Far more scans than a parcel has. The page must stay small even if a carrier repeats scans. */
const MOST_EVENTS = 40;
const MOST_ITEMS = 50;
const LONGEST_TEXT = 80;

/**
 * Returns the page of a link or of a tracking number; null for an unknown one. Letter case and blanks in the
 * number do not matter.
 *
 * @param wanted the reader's languages, such as `hi`, best first
 */
export async function findTrackingPage(
  service: Pick<Service, 'database' | 'now'> & Pick<MessageParts, 'messaging'>,
  by: TrackedBy,
  wanted: readonly string[],
): Promise<TrackingPage | null> {
  const found = await ('code' in by ? findLinked(service, by.code) : findByNumber(service, by.number));
  if (found === null) return null;
  const { accountId, shipmentId } = found;
  const tracked = await service.database.read(accountId, (from) =>
    findTrackedShipment(from.account(accountId), shipmentId),
  );
  if (tracked === null) return null;
  const isWhole = 'code' in by;
  const asking = showRequestForm(service, tracked);
  return pageOf(tracked, { isWhole, asking, wanted, now: service.now() });
}

/** Returns the shipment of a link; null for an unknown code. */
export async function findLinked(
  service: Pick<Service, 'database'>,
  text: string,
): Promise<LinkedShipment | null> {
  const code = text.trim().toLowerCase();
  return LINK_CODE.test(code) ? findLinkedShipment(service.database, code) : null;
}

async function findByNumber(
  service: Pick<Service, 'database'>,
  text: string,
): Promise<LinkedShipment | null> {
  const trackingNumber = text.replace(/\s+/g, '').toUpperCase();
  if (trackingNumber === '' || trackingNumber.length > LONGEST_NUMBER) return null;
  const [owner] = await findTrackingNumbers(service.database, [trackingNumber]);
  return owner ?? null;
}

/** What a customer types to find an order. */
export interface TypedOrder {
  readonly orderId: string;
  /** In full, or its last four digits. */
  readonly phone: string;
  /** The id of the store whose form it is; empty or unknown for none. */
  readonly storeId: string;
}

export interface OrderSearch {
  /** The order id as it is compared, within its store or over all stores: guesses at its phone are counted for this. */
  readonly searched: string;
  /** True for a whole phone number, which nobody guesses. */
  readonly isWholePhone: boolean;
  /** Returns the code of the link to the order; null if order id or phone is wrong, without telling which. */
  find(): Promise<string | null>;
}

/** Prepares the search for an order: in the store of the form, or in all stores of all accounts. */
export async function searchOrder(
  service: Service,
  { orderId, phone, storeId }: TypedOrder,
): Promise<OrderSearch> {
  const accountId = isUuid(storeId) ? await findStoreOwner(service.database, storeId) : null;
  const store = accountId === null ? null : { accountId, storeId: storeId.toLowerCase() };
  const ending = phoneEnding(phone);
  const displayId = orderId.trim();
  return {
    searched: `${store?.storeId ?? ''} ${displayId.toLowerCase().replace(/^[# ]+/, '')}`,
    isWholePhone: ending !== null && ending.length > ENDING_DIGITS,
    find: async () => {
      if (ending === null) return null;
      const shipment = await findShipmentByOrder(service.database, {
        displayId,
        phoneEnding: ending,
        store,
      });
      return shipment === null ? null : linkCodeOf(service, shipment);
    },
  };
}

function pageOf(
  { view: kept, unread, brand, lastRequest }: TrackedShipment,
  {
    isWhole,
    asking,
    wanted,
    now,
  }: { isWhole: boolean; asking: RequestForm | null; wanted: readonly string[]; now: Date },
): TrackingPage {
  const view = { ...kept, expectedDeliveryDate: dayAsked(kept, lastRequest) ?? kept.expectedDeliveryDate };
  const { status: granular } = view;
  const customer = customerOf(view);
  const { language, otherLanguages } = readLanguage(brand.languages, wanted);
  const isFailedForGood =
    (granular === 'ndr_raised' || granular === 'need_attention') && !isTriedAgain(view.ndrReason);
  const isOver = outcomeOf(granular) !== null || granular === 'on_hold' || isFailedForGood;
  const today = indiaDate(now.getTime());
  // Customers do not care when a return arrives at the seller.
  const expected = isOver || view.journey === 'return' ? null : expectation(granular, view, today);
  const isLate =
    !isOver &&
    view.journey === 'forward' &&
    moodOf(granular) === 'way' &&
    expected === null &&
    isPast(view, today);
  const handedOverAt = isAbsolute(granular)
    ? view.milestones.find(({ milestone }) => milestone === milestoneOf(granular))?.at
    : undefined;
  return {
    trackingNumber: view.trackingNumber,
    brand,
    palette: brand.color === null ? null : paletteOf(brand.color),
    language,
    otherLanguages,
    mood: isLate ? 'attention' : moodOf(granular),
    ...customerWords(granular, view.ndrReason, language),
    line: journeyLine(granular, language),
    expected,
    isLate,
    handedOver:
      handedOverAt === undefined ? null : { at: handedOverAt, day: indiaDate(handedOverAt.getTime()) },
    isReturn: view.journey === 'return',
    courier:
      view.carrier === null
        ? null
        : {
            name: view.carrier.courierName ?? courierNameOf(view.carrier.name),
            helpline: view.carrier.helpline,
          },
    firstName: customer.firstName,
    city: customer.city,
    order: isWhole ? orderOf(view, isOver) : null,
    asking: isWhole ? asking : null,
    isDayByLink: !isWhole && asking?.offer?.kind === 'delivery' && asking.offer.answers.anotherDay,
    timeline: newestFirst(
      view.events.map(({ at, location, status }) => ({
        at,
        location,
        words: historyWords(status, language),
      })),
      unread.map(({ at, location, words }) => ({ at, location, words: `“${words}”` })),
    )
      .slice(0, MOST_EVENTS)
      .map(({ at, location, words }) => ({
        at,
        day: indiaDate(at.getTime()),
        words,
        location: location === null ? null : shortened(location),
      })),
    today,
  };
}

/** Returns the day of the next attempt that the courier accepted; null without such an attempt. */
function dayAsked({ attemptCount }: ShipmentView, last: TrackedShipment['lastRequest']): string | null {
  const isToCome = last?.kind === 'reattempt' && last.state === 'done' && last.attempt === attemptCount;
  return isToCome ? last.deliveryDate : null;
}

function orderOf(view: ShipmentView, isOver: boolean): ShownOrder {
  const { order, items, isCod, codAmountPaise, totalPricePaise } = view;
  const isToPay = isCod && codAmountPaise > 0 && !isOver;
  return {
    orderNumber: order.displayId,
    items: items.slice(0, MOST_ITEMS).map(({ name, units }) => ({ name: shortened(name), units })),
    cash: isToPay ? rupees(codAmountPaise) : null,
    partOf: isToPay && codAmountPaise < totalPricePaise ? rupees(totalPricePaise) : null,
  };
}

function shortened(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  const characters = [...text];
  return characters.length <= LONGEST_TEXT ? text : `${characters.slice(0, LONGEST_TEXT - 1).join('')}…`;
}

/**
 * Returns the expected day. On the day when the parcel goes out for delivery, this is today. A promised day
 * in the past is not shown: the page then says that the parcel takes longer.
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

function isPast({ expectedDeliveryDate: promised }: ShipmentView, today: string): boolean {
  return promised !== null && promised < today;
}

import {
  FORWARD_STATUSES,
  type ForwardStatus,
  GRANULAR_STATUSES,
  type GranularStatus,
  LISTING_STATUSES,
  type ListingStatus,
  RETURN_LISTING_STATUSES,
  RETURN_STATUSES,
  type ReturnListingStatus,
  type ReturnStatus,
} from './statuses.ts';
import { wordKey } from './word-key.ts';

const GRANULAR = byName(GRANULAR_STATUSES);
const FORWARD = byName(FORWARD_STATUSES);
const RETURN = byName(RETURN_STATUSES);
const LISTING = byName(LISTING_STATUSES);
const RETURN_LISTING = byName(RETURN_LISTING_STATUSES);

/**
 * Reads a granular status of either journey as a carrier or a client may write it: `Out For Delivery`, `RTO-Delivered`,
 * `out_for_delivery`. Null for any other word.
 */
export function readGranularStatus(text: string): GranularStatus | null {
  return GRANULAR.get(wordKey(text)) ?? null;
}

/** Reads the status word of a scan: ours, or one that couriers write. Null for any other word. */
export function readScannedStatus(text: string): GranularStatus | null {
  return readGranularStatus(text) ?? OF_COURIERS.get(asCompared(text)) ?? null;
}

/** Like `readGranularStatus`, for forward shipments. */
export function readForwardStatus(text: string): ForwardStatus | null {
  return FORWARD.get(wordKey(text)) ?? null;
}

/** Like `readGranularStatus`, for returns. */
export function readReturnStatus(text: string): ReturnStatus | null {
  return RETURN.get(wordKey(text)) ?? null;
}

/** Like `readGranularStatus`, for the five statuses of the listing of returns. */
export function readReturnListingStatus(text: string): ReturnListingStatus | null {
  return RETURN_LISTING.get(wordKey(text)) ?? null;
}

/** Like `readGranularStatus`, for the ten listing statuses. */
export function readListingStatus(text: string): ListingStatus | null {
  return LISTING.get(wordKey(text)) ?? null;
}

function byName<Status extends string>(statuses: readonly Status[]): ReadonlyMap<string, Status> {
  return new Map(statuses.map((status) => [status, status]));
}

/** Only this length of a text is read: no status word is longer. */
const LONGEST_COMPARED = 200;

/** Synonyms in couriers' words. A word on the left is compared as the word on its right. */
const SAME_WORD: ReadonlyMap<string, string> = new Map(
  Object.entries({
    parcel: 'shipment',
    package: 'shipment',
    consignment: 'shipment',
    consignee: 'customer',
    receiver: 'customer',
    recipient: 'customer',
    buyer: 'customer',
    shipper: 'seller',
    merchant: 'seller',
    sender: 'seller',
    consignor: 'seller',
    client: 'seller',
    canceled: 'cancelled',
    dest: 'destination',
    facility: 'hub',
    centre: 'hub',
    center: 'hub',
    first: '1st',
    second: '2nd',
    third: '3rd',
  }),
);

/** "Not" is none of them: what was not delivered must never look delivered. */
const SMALL_WORDS: ReadonlySet<string> = new Set('a an the at is was has been your'.split(' '));

/** A status as couriers' words are compared: without letter case, punctuation and small words. */
function asCompared(text: string): string {
  return text
    .slice(0, LONGEST_COMPARED)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .replace(/\bpick up\b/g, 'pickup')
    .replace(/\bpicked up\b/g, 'pickedup')
    .replace(/\bun delivered\b/g, 'undelivered')
    .replace(/\bintransit\b/g, 'in transit')
    .replace(/\ben route\b/g, 'enroute')
    .replace(/\breturn(ed|ing)? to (?:origin|seller|shipper|merchant|sender)\b/g, 'return$1 to origin')
    .split(' ')
    .filter((one) => one !== '' && !SMALL_WORDS.has(one))
    .map((one) => SAME_WORD.get(one) ?? one)
    .join(' ');
}

function byPhrase(
  statuses: Readonly<Partial<Record<GranularStatus, readonly string[]>>>,
): ReadonlyMap<string, GranularStatus> {
  const phrases = Object.entries(statuses) as [GranularStatus, readonly string[]][];
  return new Map([
    ...GRANULAR_STATUSES.map((status) => [asCompared(status), status] as const),
    ...phrases.flatMap(([status, some]) => some.map((phrase) => [asCompared(phrase), status] as const)),
  ]);
}

/**
 * Status words of couriers and of people at couriers that are none of ours and have one meaning. A text must equal one of them, as
 * compared above; a part of a text proves nothing. Words that mean different things at different couriers are left out: `DISPATCHED`
 * is on its way to the next hub at some and to the door at others, and `RTS` is ready to ship or returned to the shipper.
 */
const OF_COURIERS = byPhrase({
  ready_for_pickup: [
    'awb assigned',
    'awb generated',
    'label generated',
    'manifested',
    'shipment manifested',
    'manifest generated',
    'manifest uploaded',
    'shipment booked',
    'shipment created',
    'ready to ship',
    'ready to dispatch',
    // It is not cancelled yet.
    'cancellation requested',
  ],
  pickup_scheduled: [
    'pickup assigned',
    'pickup booked',
    'pickup generated',
    'pickup pending',
    'pickup queued',
    'pickup requested',
    'pickup rescheduled',
  ],
  out_for_pickup: ['ofp'],
  not_picked: [
    'not pickedup',
    'shipment not picked',
    'shipment not pickedup',
    'pickup attempt failed',
    'pickup cancelled',
    'pickup error',
    'pickup exception',
    'pickup failed',
    'pickup not done',
    'pickup unsuccessful',
  ],
  picked_up: [
    'pickup complete',
    'pickup completed',
    'pickup done',
    'pickup successful',
    'shipment pickedup',
    'handover to courier',
    'handed over to courier',
  ],
  in_transit: [
    'shipped',
    'enroute',
    'on the way',
    'shipment on the way',
    'shipment in transit',
    'in transit to destination',
    'shipment delayed',
    'shipment misrouted',
    'misrouted',
    'reached warehouse',
  ],
  reached_destination_hub: [
    'reached destination',
    'reached destination city',
    'reached destination hub',
    'arrived destination hub',
    'received destination hub',
    'shipment reached destination',
    'shipment reached destination hub',
  ],
  out_for_delivery: ['ofd', 'outfordelivery', 'out for del', 'shipment out for delivery'],
  delivered: [
    'delivered to customer',
    'delivered successfully',
    'successfully delivered',
    'shipment delivered',
    'shipment delivered successfully',
    'shipment successfully delivered',
    'order delivered',
    'delivery successful',
    'delivery completed',
  ],
  ndr_raised: [
    'ndr',
    'undelivered',
    'not delivered',
    'shipment undelivered',
    'shipment not delivered',
    'delivery failed',
    'failed delivery',
    'delivery attempted',
    'delivery attempt failed',
    'failed delivery attempt',
    'delivery unsuccessful',
    'unsuccessful delivery',
    'unsuccessful delivery attempt',
    'attempted not delivered',
    'attempted but not delivered',
    'could not be delivered',
    'shipment could not be delivered',
    'unable to deliver',
    'failed to deliver',
    'undelivered 1st attempt',
    'undelivered 2nd attempt',
    'undelivered 3rd attempt',
  ],
  cancelled: [
    'shipment cancelled',
    'booking cancelled',
    'cancelled before dispatch',
    'cancelled before dispatched',
    'cancelled by seller',
    'seller cancelled',
  ],
  rto_initiated: [
    'rto',
    'rto lock',
    'rto marked',
    'marked rto',
    'rto requested',
    'rto created',
    'return to origin',
    'return to origin initiated',
  ],
  rto_in_transit: [
    'rto shipped',
    'rto shipment in transit',
    'return to origin in transit',
    'returning to origin',
    'reached back at seller city',
  ],
  rto_out_for_delivery: ['rto ofd', 'rto out for del', 'return to origin out for delivery'],
  rto_need_attention: [
    'rto ndr',
    'rto undelivered',
    'rto not delivered',
    'rto failed',
    'rto delivery failed',
  ],
  rto_delivered: [
    'returned to origin',
    'return to origin delivered',
    'rto received',
    'rto acknowledged',
    'rto completed',
    'rto shipment delivered',
    'rto delivered to seller',
  ],
  lost: ['shipment lost', 'lost in transit', 'untraceable', 'shipment untraceable'],
  damaged: ['shipment damaged', 'damaged in transit', 'destroyed', 'disposed off', 'disposed of'],
});

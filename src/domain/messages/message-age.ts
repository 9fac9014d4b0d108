import { type Sentence, say, word } from '../../problems/sentence.ts';
import { historyWords } from '../tracking/customer-words.ts';
import { type Moment, type MomentReached, stillHolds } from '../tracking/moments.ts';
import type { ShipmentState } from '../tracking/state.ts';

const HOUR_MS = 60 * 60_000;

/**
 * The time after an event during which a customer still wants the message, in milliseconds. A parcel is out
 * for delivery for one day; longer times allow for late scans and for a day of retries.
 */
const NEWS_FOR_MS: Record<Moment, number> = {
  order_received: 48 * HOUR_MS,
  shipped: 48 * HOUR_MS,
  cod_to_prepaid: 24 * HOUR_MS,
  picked_up: 24 * HOUR_MS,
  delayed: 24 * HOUR_MS,
  out_for_delivery: 12 * HOUR_MS,
  delivered: 48 * HOUR_MS,
  delivery_failed: 36 * HOUR_MS,
  returning: 48 * HOUR_MS,
  return_pickup_scheduled: 48 * HOUR_MS,
  return_pickup_missed: 24 * HOUR_MS,
  return_picked_up: 48 * HOUR_MS,
  return_received: 48 * HOUR_MS,
};

/** Tells whether an event is recent enough for a message. Times are epoch milliseconds. */
export function isRecentEnough(moment: Moment, eventAt: number, now: number): boolean {
  return now - eventAt <= NEWS_FOR_MS[moment];
}

/** Returns the reason why a message is no longer worth sending, in words for the merchant; else null. */
export function whyNotWorthSending(
  reached: MomentReached & { readonly eventAt: number },
  state: ShipmentState,
  now: number,
): Sentence | null {
  const { status } = state;
  if (!stillHolds(reached, state))
    return say('message_outdated', 'not sent: its status is "{status}" by now', {
      status: word(status, historyWords(status)),
    });
  return isRecentEnough(reached.moment, reached.eventAt, now)
    ? null
    : say('message_too_late', 'not sent: it is too late to tell');
}

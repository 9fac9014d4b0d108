import type { CustomerLanguage } from '../domain/languages/language.ts';
import type { Channel } from '../domain/messages/channel.ts';
import { journeyLine } from '../domain/tracking/customer-words.ts';
import type { Moment } from '../domain/tracking/moments.ts';
import type { GranularStatus } from '../domain/tracking/statuses.ts';

/** The text of a message; the subject is null for channels without one. */
export interface Template {
  readonly subject: string | null;
  readonly text: string;
}

/** Moments that need the customer's attention, although nothing is lost yet. */
const NOT_WELL: readonly Moment[] = ['delayed', 'delivery_failed', 'returning', 'return_pickup_missed'];

/** Returns the headline of an email, which is also above a merchant's own text. */
export function headlineTemplate(
  moment: Moment,
  { messages }: CustomerLanguage,
): { readonly text: string; readonly isWell: boolean } {
  return { text: messages.moments[moment].headline, isWell: !NOT_WELL.includes(moment) };
}

/** The status of a parcel at each moment. Moments about money have no status. */
const STATUS_AT: Readonly<Partial<Record<Moment, GranularStatus>>> = {
  order_received: 'pending',
  shipped: 'pickup_scheduled',
  picked_up: 'picked_up',
  delayed: 'in_transit',
  out_for_delivery: 'out_for_delivery',
  delivered: 'delivered',
  delivery_failed: 'ndr_raised',
  returning: 'rto_initiated',
  return_pickup_scheduled: 'return_pickup_scheduled',
  return_pickup_missed: 'return_not_picked',
  return_picked_up: 'return_in_transit',
  return_received: 'return_delivered',
};

/** Returns the steps of the journey, as on the tracking page, and the current step; null if none fit. */
export function stepsOf(moment: Moment, language: CustomerLanguage): ReturnType<typeof journeyLine> {
  const status = STATUS_AT[moment];
  return status === undefined ? null : journeyLine(status, language);
}

/** Returns the built-in template, for accounts without their own. */
export function defaultTemplate(moment: Moment, channel: Channel, { messages }: CustomerLanguage): Template {
  const { subject, email, text } = messages.moments[moment];
  return channel === 'email' ? { subject, text: email } : { subject: null, text };
}

import type { CustomerLanguage } from '../domain/languages/language.ts';
import type { Channel } from '../domain/messages/channel.ts';
import type { Mood } from '../domain/tracking/customer-words.ts';
import type { Moment } from '../domain/tracking/moments.ts';

/** The words of a message; the subject is null for what has none. */
export interface Template {
  readonly subject: string | null;
  readonly text: string;
}

/** How a customer should take what an email says first: the sign beside it. */
const NOT_WELL: Readonly<Partial<Record<Moment, Mood>>> = {
  delayed: 'attention',
  delivery_failed: 'attention',
  returning: 'attention',
  return_pickup_missed: 'attention',
};

/** The headline of an email, whoever's words follow it. */
export function headlineTemplate(
  moment: Moment,
  { messages }: CustomerLanguage,
): { readonly text: string; readonly mood: Mood } {
  return { text: messages.moments[moment].headline, mood: NOT_WELL[moment] ?? 'well' };
}

/** The words that come along, for accounts that have none of their own. */
export function defaultTemplate(moment: Moment, channel: Channel, { messages }: CustomerLanguage): Template {
  const { subject, email, text } = messages.moments[moment];
  return channel === 'email' ? { subject, text: email } : { subject: null, text };
}

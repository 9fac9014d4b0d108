import type { Channel, MessageStatus } from '../../../domain/messages/channel.ts';
import type { Moment } from '../../../domain/tracking/moments.ts';

/** Every word of a type of domain, in the order given: one that is missing does not compile. */
function every<Word extends string>(words: Readonly<Record<Word, true>>): readonly Word[] {
  return Object.keys(words) as Word[];
}

/** The words of domain, as the schemas of these routes list them. */
export const MOMENT_WORDS = every<Moment>({
  shipped: true,
  out_for_delivery: true,
  delivered: true,
  delivery_failed: true,
  returning: true,
});

export const CHANNEL_WORDS = every<Channel>({ email: true, sms: true, whatsapp: true });

export const STATUS_WORDS = every<MessageStatus>({ preview: true, queued: true, sent: true, failed: true });

import type { Channel, MessageStatus } from '../../../domain/messages/channel.ts';
import type { Moment } from '../../../domain/tracking/moments.ts';
import { everyWord } from '../../every-word.ts';

/** The words of domain, as the schemas of these routes list them. */
export const MOMENT_WORDS = everyWord<Moment>({
  shipped: true,
  out_for_delivery: true,
  delivered: true,
  delivery_failed: true,
  returning: true,
});

export const CHANNEL_WORDS = everyWord<Channel>({ email: true, sms: true, whatsapp: true });

export const STATUS_WORDS = everyWord<MessageStatus>({
  preview: true,
  queued: true,
  sent: true,
  failed: true,
});

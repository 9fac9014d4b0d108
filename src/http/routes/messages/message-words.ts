import type { Channel as ChannelWord, MessageStatus } from '../../../domain/messages/channel.ts';
import type { Moment as MomentWord } from '../../../domain/tracking/moments.ts';
import { everyWord } from '../../every-word.ts';
import { words } from '../../schemas.ts';

/** The words of domain, as the schemas of these routes list them. */
export const MOMENT_WORDS = everyWord<MomentWord>({
  shipped: true,
  out_for_delivery: true,
  delivered: true,
  delivery_failed: true,
  returning: true,
  return_pickup_scheduled: true,
  return_pickup_missed: true,
  return_picked_up: true,
  return_received: true,
});

export const Moment = words('MessageMoment', MOMENT_WORDS);

export const CHANNEL_WORDS = everyWord<ChannelWord>({ email: true, sms: true, whatsapp: true });

export const Channel = words('MessageChannel', CHANNEL_WORDS);

export const STATUS_WORDS = everyWord<MessageStatus>({
  preview: true,
  queued: true,
  sent: true,
  failed: true,
});

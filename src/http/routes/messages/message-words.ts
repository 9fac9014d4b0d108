import type { Channel, MessageStatus } from '../../../domain/messages/channel.ts';
import type { Moment } from '../../../domain/tracking/moments.ts';
import { allWords } from '../../all-words.ts';
import { words } from '../../schemas.ts';

export const MOMENT_WORDS = allWords<Moment>({
  order_received: true,
  shipped: true,
  cod_to_prepaid: true,
  picked_up: true,
  delayed: true,
  out_for_delivery: true,
  delivered: true,
  delivery_failed: true,
  returning: true,
  return_pickup_scheduled: true,
  return_pickup_missed: true,
  return_picked_up: true,
  return_received: true,
});

export const MomentWord = words('MessageMoment', MOMENT_WORDS);

export const CHANNEL_WORDS = allWords<Channel>({ email: true, sms: true, whatsapp: true });

export const ChannelWord = words('MessageChannel', CHANNEL_WORDS);

export const STATUS_WORDS = allWords<MessageStatus>({
  preview: true,
  queued: true,
  sent: true,
  failed: true,
});

import type { Channel, MessageStatus } from '../../../domain/messages/channel.ts';
import type { Moment } from '../../../domain/tracking/moments.ts';

/** The words of domain, as the schemas of these routes list them. */
export const MOMENT_WORDS = [
  'shipped',
  'out_for_delivery',
  'delivered',
  'delivery_failed',
  'returning',
] as const satisfies readonly Moment[];

export const CHANNEL_WORDS = ['email', 'sms', 'whatsapp'] as const satisfies readonly Channel[];

export const STATUS_WORDS = [
  'preview',
  'queued',
  'sent',
  'failed',
] as const satisfies readonly MessageStatus[];

import type { DeliveryState, WebhookEvent } from '../../../domain/webhooks/webhook-events.ts';
import type { ExampleEvent } from '../../../domain/webhooks/webhook-example.ts';
import { allWords } from '../../all-words.ts';
import { words } from '../../schemas.ts';

export const EVENT_WORDS = allWords<WebhookEvent>({
  status_change: true,
  tracking_addition: true,
  qc_update: true,
  'order.created': true,
  'shipment.booked': true,
  'booking.failed': true,
  'remittance.recorded': true,
  'weight_difference.raised': true,
  'request.created': true,
  'request.decided': true,
});

export const WebhookEventWord = words('WebhookEvent', EVENT_WORDS);

export const EXAMPLE_WORDS = allWords<ExampleEvent>({
  status_change: true,
  tracking_addition: true,
  qc_update: true,
  'order.created': true,
  'shipment.booked': true,
  'booking.failed': true,
});

export const STATE_WORDS = allWords<DeliveryState>({
  waiting: true,
  retrying: true,
  delivered: true,
  failed: true,
});

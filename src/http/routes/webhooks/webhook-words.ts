import { WEBHOOK_EVENTS } from '../../../domain/webhooks/webhook-events.ts';
import type { ExampleEvent } from '../../../domain/webhooks/webhook-example.ts';
import { allWords } from '../../all-words.ts';
import { words } from '../../schemas.ts';

export const WebhookEventWord = words('WebhookEvent', WEBHOOK_EVENTS);

export const EXAMPLE_WORDS = allWords<ExampleEvent>({
  status_change: true,
  tracking_addition: true,
  qc_update: true,
  'order.created': true,
  'shipment.booked': true,
  'booking.failed': true,
});

import { boolean, list, oneOf, pathParameters, text, uuid } from '../../../reading/fields.ts';
import { EVENT_WORDS } from './webhook-words.ts';

export const webhookUrl = text({
  max: 2_000,
  check: isWebAddress,
  checkSentence: 'must be an address such as https://shop.example/hooks/dakiya, without a name and password',
  examples: ['https://shop.example/hooks/dakiya'],
  nearMisses: ['webhook_url', 'endpoint', 'target_url'],
  description:
    'An `https:` address on the public internet; others only if the operator allows them (`WEBHOOK_ALLOW`).',
});
export const webhookEvents = list(oneOf(EVENT_WORDS), {
  min: 1,
  max: EVENT_WORDS.length,
  nearMisses: ['event_types', 'event', 'topics'],
});
export const webhookDescription = text({ max: 200, examples: ['Order desk'] });
export const webhookApiKey = text({
  max: 255,
  pattern: /^[\x21-\x7e]+$/,
  patternSentence: 'may hold only printable ASCII characters without blanks',
  description: 'Sent as the header `X-API-Key`; never shown again.',
  nearMisses: ['x_api_key', 'key'],
});
export const webhookEnabled = boolean({ nearMisses: ['is_enabled', 'active', 'is_active'] });

/** The `:id` of a path. An id that is not a UUID is answered like an unknown webhook. */
export const WebhookPath = pathParameters({ id: uuid() }, 'Webhook');

export const DeliveryPath = pathParameters(
  {
    id: uuid({ description: 'The id of the webhook.' }),
    delivery: uuid({ description: 'The id of the delivery, which is the `event_id`.' }),
  },
  'Delivery',
);

function isWebAddress(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { username, password, hostname } = new URL(value);
  return username === '' && password === '' && hostname !== '';
}

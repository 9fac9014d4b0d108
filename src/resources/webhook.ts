import { WEBHOOK_EVENTS } from '../domain/webhooks/webhook-events.ts';
import { about } from '../problems/sentence.ts';
import { mapped } from '../reading/field.ts';
import { boolean, list, oneOf, text } from '../reading/fields.ts';
import { changeable, nullable, required, type ShapeChange, type ShapeValues, shape } from './shape.ts';

function isWebAddress(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { username, password, hostname } = new URL(value);
  return username === '' && password === '' && hostname !== '';
}

/** The fields of a webhook that an account sets. */
export const WEBHOOK = shape({
  url: required(
    text({
      max: 2_000,
      check: isWebAddress,
      checkSentence: about(
        'must_be_hook_address',
        'must be an address such as https://shop.example/hooks/dakiya, without a name and password',
      ),
      examples: ['https://shop.example/hooks/dakiya'],
      nearMisses: ['webhook_url', 'endpoint', 'target_url'],
      description:
        'An `https:` address on the public internet; others only if the operator allows them (`WEBHOOK_ALLOW`).',
    }),
  ),
  events: required(
    mapped(
      list(oneOf(WEBHOOK_EVENTS), {
        min: 1,
        max: WEBHOOK_EVENTS.length,
        nearMisses: ['event_types', 'event', 'topics'],
      }),
      (events) => [...new Set(events)],
    ),
  ),
  description: nullable(text({ max: 200, examples: ['Order desk'] })),
  apiKey: nullable(
    text({
      max: 255,
      pattern: /^[\x21-\x7e]+$/,
      patternSentence: about(
        'only_printable_ascii',
        'may hold only printable ASCII characters without blanks',
      ),
      description: 'Sent as the header `X-API-Key`; never shown again.',
      nearMisses: ['x_api_key', 'key'],
    }),
  ),
  enabled: changeable(boolean({ nearMisses: ['is_enabled', 'active', 'is_active'] })),
});

export type WebhookFields = ShapeValues<typeof WEBHOOK.fields>;
export type WebhookChange = ShapeChange<typeof WEBHOOK.fields>;

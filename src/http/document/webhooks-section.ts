import {
  WEBHOOK_EVENTS,
  WEBHOOK_FRAME,
  WEBHOOK_HEADERS,
  WEBHOOKS,
  type WebhookEvent,
} from '../../domain/webhooks/webhook-events.ts';
import type { JsonSchema } from '../../reading/field.ts';
import type { Document } from './finish-document.ts';

const API_KEY = {
  type: 'string',
  examples: ['one of your keys'],
  description: 'The `api_key` of the webhook, if it has one.',
};

const ANSWERS = {
  '2XX': { description: 'Accepted. Answer within 10 seconds.' },
  '410': { description: 'Gone: the service switches the webhook off.' },
  default: {
    description:
      'The delivery failed. No answer within 10 seconds and a redirect are failures too. The service tries again after 5 s, 30 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, with the same `event_id`. It respects `Retry-After`.',
  },
};

/** The `webhooks` section of the OpenAPI document: the requests that the service sends to webhooks. */
export function webhooksSection(): NonNullable<Document['webhooks']> {
  return Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event, { post: sent(event) }]));
}

function sent(event: WebhookEvent) {
  const { summary, data } = WEBHOOKS[event];
  const name = event.split(/[._]/).map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  const title = `${name.join('')}Event`;
  const body = {
    ...required({
      event: { const: event, description: 'The event.' },
      ...WEBHOOK_FRAME,
      data: required(data),
    }),
    title,
  };
  const example = {
    type: 'boolean',
    description: 'True in an example that `POST /webhooks/{id}/test` sends.',
  };
  const schema = { ...body, properties: { ...body.properties, test: example } };
  return {
    operationId: `receive${title}`,
    tags: ['Webhooks'],
    summary,
    description: `Sent to each webhook that lists \`${event}\` in its \`events\`, at least once.`,
    security: [],
    parameters: [
      ...Object.entries(WEBHOOK_HEADERS).map(([header, of]) => headerParameter(header, of, true)),
      headerParameter('x-api-key', API_KEY, false),
    ],
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: ANSWERS,
  };
}

function headerParameter(name: string, { description, ...schema }: JsonSchema, isRequired: boolean) {
  return { in: 'header', name, required: isRequired, description: String(description), schema };
}

/** Makes all keys of an object schema required, and also those of nested objects. */
function required(keys: Readonly<Record<string, JsonSchema>>): JsonSchema & { properties: object } {
  const properties = Object.entries(keys).map(([name, of]) => {
    return [name, 'properties' in of ? { ...of, ...required(of.properties as typeof keys) } : of] as const;
  });
  return { type: 'object', required: Object.keys(keys), properties: Object.fromEntries(properties) };
}

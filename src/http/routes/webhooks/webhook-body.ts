import { type Static, Type } from 'typebox';
import type { EndpointView, EndpointWithSecret } from '../../../usecases/webhooks/endpoint-view.ts';
import { Time } from '../../schemas.ts';
import { SentenceOrNull, sentenceField } from '../../sentence-body.ts';
import { WebhookEventWord } from './webhook-words.ts';

const timeOrNull = (description: string) => Type.Union([Time, Type.Null()], { description });

export const WebhookBody = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    url: Type.String({ format: 'uri' }),
    events: Type.Array(WebhookEventWord),
    description: Type.Union([Type.String(), Type.Null()]),
    enabled: Type.Boolean(),
    api_key: Type.Object({ set: Type.Boolean() }, { description: 'Never shown.' }),
    needs_secrets: Type.Boolean({
      description:
        'The secrets were encrypted with another `SECRETS_KEY`: nothing is sent until you rotate the secret and set `api_key` again.',
    }),
    old_secret_until: timeOrNull('Until then, deliveries are also signed with the old secret.'),
    failing_since: timeOrNull('All deliveries have failed since then; null while it works.'),
    switched_off: Type.Union(
      [Type.Object({ at: Time, why: Type.String(), why_details: SentenceOrNull }), Type.Null()],
      {
        description: 'When and why the service switched it off; null if it did not.',
      },
    ),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'Webhook' },
);

const WithSecret = Type.Object(
  {
    ...WebhookBody.properties,
    secret: Type.String({ description: 'Signs deliveries (Standard Webhooks). Only this answer shows it.' }),
  },
  { title: 'WebhookWithSecret' },
);

const EXAMPLE = {
  id: '01a1fc49-5ff0-737d-bb6d-4b1fd065ec41',
  url: 'https://shop.example/hooks/dakiya',
  events: ['status_change', 'tracking_addition'],
  description: 'Order desk',
  enabled: true,
  api_key: { set: false },
  needs_secrets: false,
  old_secret_until: null,
  failing_since: null,
  switched_off: null,
  created_at: '2026-11-22T04:30:00.000Z',
  updated_at: '2026-11-22T04:30:00.000Z',
};
export const OneWebhook = Type.Object({ data: WebhookBody }, { examples: [{ data: EXAMPLE }] });

export const WebhookWithSecret = Type.Object(
  { data: WithSecret },
  { examples: [{ data: { ...EXAMPLE, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' } }] },
);

export const WebhookList = Type.Object(
  { data: Type.Array(WebhookBody), meta: Type.Object({ total: Type.Integer() }) },
  { examples: [{ data: [EXAMPLE], meta: { total: 1 } }] },
);

export function endpointBody(endpoint: EndpointView): Static<typeof WebhookBody> {
  const { switchedOffAt: at, switchedOffWhy } = endpoint;
  const why = sentenceField('why', switchedOffWhy);
  return {
    id: endpoint.endpointId,
    url: endpoint.url,
    events: [...endpoint.events],
    description: endpoint.description,
    enabled: endpoint.enabled,
    api_key: { set: endpoint.hasApiKey },
    needs_secrets: endpoint.needsSecrets,
    old_secret_until: endpoint.oldSecretUntil?.toISOString() ?? null,
    failing_since: endpoint.failingSince?.toISOString() ?? null,
    switched_off: at === null ? null : { at: at.toISOString(), ...why, why: why.why ?? '' },
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
  };
}

export function webhookWithSecret(endpoint: EndpointWithSecret): Static<typeof WebhookWithSecret> {
  return { data: { ...endpointBody(endpoint), secret: endpoint.newSecret } };
}

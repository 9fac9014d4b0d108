import type { FastifyInstance } from 'fastify';
import { object, optional, type ValueOf, withDefault } from '../../../reading/fields.ts';
import { sealedAnswers } from '../../../usecases/idempotency.ts';
import { createEndpoint } from '../../../usecases/webhooks/create-endpoint.ts';
import { sendOnce } from '../../answer-once.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { answer, operation } from '../../operation.ts';
import { WebhookWithSecret, webhookWithSecret } from './webhook-body.ts';
import {
  webhookApiKey,
  webhookDescription,
  webhookEnabled,
  webhookEvents,
  webhookUrl,
} from './webhook-fields.ts';

const Body = object({
  url: webhookUrl,
  events: webhookEvents,
  description: optional(webhookDescription),
  api_key: optional(webhookApiKey),
  enabled: withDefault(webhookEnabled, true),
});

const PATH = '/webhooks';

export function addCreateWebhook(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    PATH,
    {
      schema: operation({
        operationId: 'createWebhook',
        tag: 'Webhooks',
        role: 'manager',
        summary: 'Have an address of yours told of events',
        description: `It is told of what happens from now on. The answer alone shows \`secret\`, by which deliveries are signed (Standard Webhooks). At most 10 an account.`,
        headerFields: IdempotencyHeader,
        body: Body,
        answers: { 201: answer('The webhook with its secret.', WebhookWithSecret) },
      }),
    },
    async (request, reply) => {
      const { account, body } = request;
      const { url, events, description = null, api_key: apiKey = null, enabled } = body;
      return sendOnce(request, reply, {
        endpoint: PATH,
        status: 201,
        body: webhookWithSecret,
        run: (answer) =>
          createEndpoint(
            account,
            { url, events: [...new Set(events)], description, apiKey, enabled },
            answer,
          ),
        keeping: (once) => sealedAnswers(account, once),
      });
    },
  );
}

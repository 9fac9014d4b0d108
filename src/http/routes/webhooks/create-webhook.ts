import type { FastifyInstance } from 'fastify';
import { object, type ValueOf, withDefault } from '../../../reading/fields.ts';
import { WEBHOOK } from '../../../resources/webhook.ts';
import { sealedAnswers } from '../../../usecases/idempotency.ts';
import { createEndpoint } from '../../../usecases/webhooks/create-endpoint.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { sendOnce } from '../../idempotent-answer.ts';
import { answer, operation } from '../../operation.ts';
import { WebhookWithSecret, webhookWithSecret } from './webhook-body.ts';

const Body = object({ ...WEBHOOK.create, enabled: withDefault(WEBHOOK.fields.enabled.rule, true) });

const PATH = '/webhooks';

export function addCreateWebhook(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    PATH,
    {
      schema: operation({
        operationId: 'createWebhook',
        tag: 'Webhooks',
        role: 'manager',
        summary: 'Create a webhook',
        description:
          'It receives events from now on. Only this answer shows `secret`, which signs the deliveries (Standard Webhooks). At most 10 for each account. The section Webhooks of this document has the events.',
        headerFields: IdempotencyHeader,
        body: Body,
        answers: { 201: answer('The webhook with its secret.', WebhookWithSecret) },
      }),
    },
    async (request, reply) => {
      const { account, body } = request;
      const endpoint = { ...WEBHOOK.empty, ...WEBHOOK.created(body), enabled: body.enabled };
      return sendOnce(request, reply, {
        endpoint: PATH,
        status: 201,
        body: webhookWithSecret,
        run: (answer) => createEndpoint(account, endpoint, answer),
        keeping: (once) => sealedAnswers(account, once),
      });
    },
  );
}

import type { FastifyInstance } from 'fastify';
import { object, type ValueOf } from '../../../reading/fields.ts';
import { WEBHOOK } from '../../../resources/webhook.ts';
import { sealedAnswers } from '../../../usecases/idempotency.ts';
import { deleteEndpoint, rotateSecret, updateEndpoint } from '../../../usecases/webhooks/change-endpoint.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { sendOnce } from '../../idempotent-answer.ts';
import { answer, emptyAnswer, operation } from '../../operation.ts';
import { endpointBody, OneWebhook, WebhookWithSecret, webhookWithSecret } from './webhook-body.ts';
import { WebhookPath } from './webhook-fields.ts';

const Body = object(WEBHOOK.change);

type InPath = { Params: ValueOf<typeof WebhookPath> };

export function addChangeWebhook(api: FastifyInstance): void {
  api.put<InPath & { Body: ValueOf<typeof Body> }>(
    '/webhooks/:id',
    {
      schema: operation({
        operationId: 'updateWebhook',
        tag: 'Webhooks',
        role: 'manager',
        summary: 'Update a webhook',
        description:
          'Only the given fields change. A webhook that is switched off receives nothing; `POST /webhooks/{id}/replay` sends the missed events.',
        params: WebhookPath,
        body: Body,
        answers: { 200: answer('The webhook as it is now.', OneWebhook) },
      }),
    },
    async ({ account, params, body }) => ({
      data: endpointBody(await updateEndpoint(account, params.id, WEBHOOK.given(body))),
    }),
  );

  api.delete<InPath>(
    '/webhooks/:id',
    {
      schema: operation({
        operationId: 'deleteWebhook',
        tag: 'Webhooks',
        role: 'manager',
        summary: 'Delete a webhook',
        description: 'It receives nothing more.',
        params: WebhookPath,
        answers: { 204: emptyAnswer('The webhook is deleted.') },
      }),
    },
    async (request, reply) => {
      await deleteEndpoint(request.account, request.params.id);
      return reply.code(204).send();
    },
  );

  api.post<InPath & { Body: object }>(
    '/webhooks/:id/rotate-secret',
    {
      schema: operation({
        operationId: 'rotateWebhookSecret',
        tag: 'Webhooks',
        role: 'manager',
        summary: 'Rotate the secret of a webhook',
        description:
          'Only this answer shows the new secret. For 24 hours deliveries are signed with both secrets.',
        params: WebhookPath,
        headerFields: IdempotencyHeader,
        body: object({}),
        answers: { 200: answer('The webhook with its new secret.', WebhookWithSecret) },
      }),
    },
    async (request, reply) => {
      const { account, params } = request;
      return sendOnce(request, reply, {
        endpoint: `/webhooks/${params.id}/rotate-secret`,
        status: 200,
        body: webhookWithSecret,
        run: (answer) => rotateSecret(account, params.id, answer),
        keeping: (once) => sealedAnswers(account, once),
      });
    },
  );
}

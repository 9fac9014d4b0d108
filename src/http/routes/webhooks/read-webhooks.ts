import type { FastifyInstance } from 'fastify';
import type { ValueOf } from '../../../reading/fields.ts';
import { getEndpoint, listAccountEndpoints } from '../../../usecases/webhooks/change-endpoint.ts';
import { answer, operation } from '../../operation.ts';
import { endpointBody, OneWebhook, WebhookList } from './webhook-body.ts';
import { WebhookPath } from './webhook-fields.ts';

export function addReadWebhooks(api: FastifyInstance): void {
  api.get(
    '/webhooks',
    {
      schema: operation({
        operationId: 'listWebhooks',
        tag: 'Webhooks',
        role: 'viewer',
        summary: 'List webhooks',
        description: 'Newest first.',
        answers: { 200: answer('The webhooks.', WebhookList) },
      }),
    },
    async (request) => {
      const data = (await listAccountEndpoints(request.account)).map(endpointBody);
      return { data, meta: { total: data.length } };
    },
  );

  api.get<{ Params: ValueOf<typeof WebhookPath> }>(
    '/webhooks/:id',
    {
      schema: operation({
        operationId: 'getWebhook',
        tag: 'Webhooks',
        role: 'viewer',
        summary: 'Get a webhook',
        description: 'Without its secrets.',
        params: WebhookPath,
        answers: { 200: answer('The webhook.', OneWebhook) },
      }),
    },
    async (request) => ({ data: endpointBody(await getEndpoint(request.account, request.params.id)) }),
  );
}

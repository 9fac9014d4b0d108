import type { FastifyInstance } from 'fastify';
import type { ValueOf } from '../../../reading/fields.ts';
import { getEndpoint, listAccountEndpoints } from '../../../usecases/webhooks/change-endpoint.ts';
import { OneWebhook, WebhookList, webhookBody } from './webhook-body.ts';
import { WebhookPath } from './webhook-fields.ts';

export function addReadWebhooks(api: FastifyInstance): void {
  api.get(
    '/webhooks',
    { schema: { tags: ['Webhooks'], summary: 'The webhooks, newest first', response: { 200: WebhookList } } },
    async (request) => {
      const data = (await listAccountEndpoints(request.account)).map(webhookBody);
      return { data, meta: { total: data.length } };
    },
  );

  api.get<{ Params: ValueOf<typeof WebhookPath> }>(
    '/webhooks/:id',
    {
      schema: {
        tags: ['Webhooks'],
        summary: 'One webhook',
        params: WebhookPath,
        response: { 200: OneWebhook },
      },
    },
    async (request) => ({ data: webhookBody(await getEndpoint(request.account, request.params.id)) }),
  );
}

import type { FastifyInstance } from 'fastify';
import type { RouteOptions } from '../route-options.ts';
import { addChangeWebhook } from './change-webhook.ts';
import { addCreateWebhook } from './create-webhook.ts';
import { addDeliveries } from './deliveries.ts';
import { addReadWebhooks } from './read-webhooks.ts';

export function addWebhooks(api: FastifyInstance, options: RouteOptions): void {
  addCreateWebhook(api);
  addReadWebhooks(api);
  addChangeWebhook(api);
  addDeliveries(api, options);
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import { fieldsOf, readJson, textOf } from '../../partners/answer-fields.ts';
import { refused } from '../../problems/problem.ts';
import type { Shop, ShopBell, ShopWebhook } from '../shop.ts';
import { MedusaAdapter } from './medusa-adapter.ts';

/** Medusa 2, by its Admin API: https://docs.medusajs.com/api/admin. */
export const MEDUSA: Shop = {
  name: 'medusa',
  title: 'Medusa',
  settings: [
    {
      name: 'base_url',
      description: 'The address of the Medusa server, where its Admin API is: https://shop.example.',
      isRequired: true,
      isSecret: false,
      defaultValue: null,
    },
    {
      name: 'api_key',
      description: 'Starts with sk_. Make it in Medusa Admin > Settings > Secret API Keys.',
      isRequired: true,
      isSecret: true,
      isHeader: true,
      defaultValue: null,
    },
  ],
  can: {
    webhooks: true,
    partialFulfilments: true,
    progress: true,
    cancelFulfilment: true,
    markPaid: true,
    checkoutRates: false,
    locations: true,
  },
  // The provider that takes no money by itself; shops without a gateway of their own use it for cash.
  codMethods: ['pp_system_default'],
  limits: {
    rates: { any: { requests: 20, perMs: 1_000 } },
    timeoutsMs: { any: 30_000 },
    slowDown: ({ status, headers }) => {
      if (status !== 429) return null;
      const seconds = Number(headers['retry-after']);
      return seconds > 0 ? Math.min(seconds, 3_600) * 1_000 : 60_000;
    },
  },
  open: (connection) => new MedusaAdapter(connection),
  readWebhook,
};

/** Medusa itself sends no webhooks: our module in the shop does, signed with the secret that it finds in the shop. */
function readWebhook({ headers, body, secret }: ShopWebhook): ShopBell {
  const sent = Buffer.from(headers['x-dakiya-signature'] ?? '', 'base64');
  const right = createHmac('sha256', secret).update(body).digest();
  if (sent.length !== right.length || !timingSafeEqual(sent, right))
    throw refused('The signature does not fit');
  const orderKey = textOf(fieldsOf(readJson(body.toString('utf8'))).order_id);
  return orderKey === null ? { kind: 'ping' } : { kind: 'order', orderKey };
}

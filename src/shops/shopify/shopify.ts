import { createHmac, timingSafeEqual } from 'node:crypto';
import { fieldsOf, readJson, textOf } from '../../partners/answer-fields.ts';
import { refused } from '../../problems/problem.ts';
import type { Shop, ShopBell, ShopWebhook } from '../shop.ts';
import { ShopifyAdapter } from './shopify-adapter.ts';
import { ratesOf, readCart } from './shopify-checkout.ts';

/** Shopify, by its Admin GraphQL API: https://shopify.dev/docs/api/admin-graphql. */
export const SHOPIFY: Shop = {
  name: 'shopify',
  title: 'Shopify',
  settings: [
    {
      name: 'base_url',
      description:
        "The shop's own address: https://your-shop.myshopify.com, also if customers see another one.",
      isRequired: true,
      isSecret: false,
      defaultValue: null,
    },
    {
      name: 'client_id',
      description:
        'The client ID of your app: Dev Dashboard > your app > Settings. Leave it out for an older app with an access token.',
      isRequired: false,
      isSecret: false,
      defaultValue: null,
    },
    {
      name: 'client_secret',
      description:
        "The client secret of your app, beside the client ID; for an older app, its API secret key. Shopify's webhooks are signed with it.",
      isRequired: true,
      isSecret: true,
      defaultValue: null,
    },
    {
      name: 'access_token',
      description:
        'Only for an app that was made in the admin before 2026: its Admin API access token, which starts with shpat_.',
      isRequired: false,
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
    checkoutRates: true,
    locations: true,
  },
  codMethods: ['Cash on Delivery (COD)', 'Cash on Delivery'],
  limits: {
    // Shopify itself counts points; this only keeps bursts short.
    rates: { any: { requests: 20, perMs: 1_000 } },
    timeoutsMs: { any: 30_000 },
    slowDown: ({ status, headers }) => {
      if (status !== 429) return null;
      const seconds = Number(headers['retry-after']);
      return seconds > 0 ? Math.min(seconds, 3_600) * 1_000 : 2_000;
    },
  },
  open: (connection) => new ShopifyAdapter(connection),
  readWebhook,
  checkout: { readCart, answer: ratesOf },
};

/** https://shopify.dev/docs/apps/build/webhooks/verify-deliveries */
function readWebhook({ headers, body, settings }: ShopWebhook): ShopBell {
  const sent = Buffer.from(headers['x-shopify-hmac-sha256'] ?? '', 'base64');
  const right = createHmac('sha256', settings.client_secret ?? '')
    .update(body)
    .digest();
  if (sent.length !== right.length || !timingSafeEqual(sent, right))
    throw refused('The signature does not fit');
  const topic = headers['x-shopify-topic'] ?? '';
  if (topic === 'app/uninstalled') return { kind: 'gone' };
  const orderKey = textOf(fieldsOf(readJson(body.toString('utf8'))).id);
  return topic.startsWith('orders/') && orderKey !== null ? { kind: 'order', orderKey } : { kind: 'ping' };
}

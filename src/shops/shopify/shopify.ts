import { idOf } from '../../partners/answer-fields.ts';
import { say } from '../../problems/sentence.ts';
import type { Shop, ShopBell, ShopWebhook } from '../shop.ts';
import { atOneAddress, readSignedWebhook, shopLimits } from '../shop-requests.ts';
import { ShopifyAdapter } from './shopify-adapter.ts';
import { ratesOf, readCart } from './shopify-checkout.ts';

/** Shopify, by its Admin GraphQL API: https://shopify.dev/docs/api/admin-graphql. */
export const SHOPIFY: Shop = {
  name: 'shopify',
  title: 'Shopify',
  settings: [
    {
      name: 'base_url',
      description: say(
        'shopify_base_url',
        "The shop's own address: https://your-shop.myshopify.com, also if customers see another one.",
      ),
      isRequired: true,
      isSecret: false,
      end: /\/admin\/{0,9}$/i,
      defaultValue: null,
    },
    {
      name: 'client_id',
      description: say(
        'shopify_client_id',
        'The client ID of your app: Dev Dashboard > your app > Settings. Leave it out for an older app with an access token.',
      ),
      isRequired: false,
      isSecret: false,
      defaultValue: null,
    },
    {
      name: 'client_secret',
      description: say(
        'shopify_client_secret',
        "The client secret of your app, beside the client ID; for an older app, its API secret key. Shopify's webhooks are signed with it.",
      ),
      isRequired: true,
      isSecret: true,
      defaultValue: null,
    },
    {
      name: 'access_token',
      description: say(
        'shopify_access_token',
        'Only for an app that was made in the admin before 2026: its Admin API access token, which starts with shpat_.',
      ),
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
    complete: false,
    checkoutRates: true,
    locations: true,
  },
  codMethods: ['Cash on Delivery (COD)', 'Cash on Delivery'],
  // Shopify itself counts points; this only keeps bursts short.
  limits: shopLimits(20, ['check', 'token', 'webhooks', 'carrierservices'], 2_000),
  open: (connection) => new ShopifyAdapter(atOneAddress(connection)),
  readWebhook,
  checkout: { readCart, answer: ratesOf },
};

/** https://shopify.dev/docs/apps/build/webhooks/verify-deliveries */
function readWebhook(webhook: ShopWebhook): ShopBell {
  const { headers, settings } = webhook;
  const { id } = readSignedWebhook(webhook, headers['x-shopify-hmac-sha256'], settings.client_secret);
  const topic = headers['x-shopify-topic'] ?? '';
  if (topic === 'app/uninstalled') return { kind: 'gone' };
  const orderKey = idOf(id);
  return topic.startsWith('orders/') && orderKey !== null ? { kind: 'order', orderKey } : { kind: 'ping' };
}

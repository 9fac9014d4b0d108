import { createHmac, timingSafeEqual } from 'node:crypto';
import { fieldsOf, readJson, textOf } from '../../partners/answer-fields.ts';
import { refused } from '../../problems/problem.ts';
import type { Shop, ShopBell, ShopWebhook } from '../shop.ts';
import { WooCommerceAdapter } from './woocommerce-adapter.ts';

/** WooCommerce 8 and newer, by its REST API v3: https://developer.woocommerce.com/docs/apis/rest-api. */
export const WOOCOMMERCE: Shop = {
  name: 'woocommerce',
  title: 'WooCommerce',
  settings: [
    {
      name: 'base_url',
      description:
        'The address of the shop: https://shop.example, with the folder of WordPress if it is in one.',
      isRequired: true,
      isSecret: false,
      defaultValue: null,
    },
    {
      name: 'consumer_key',
      description:
        'Starts with ck_. Make it in WooCommerce > Settings > Advanced > REST API with the permission "Read/Write".',
      isRequired: true,
      isSecret: true,
      isHeader: true,
      defaultValue: null,
    },
    {
      name: 'consumer_secret',
      description: 'Starts with cs_. WooCommerce shows it once, together with the key.',
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
    locations: false,
  },
  codMethods: ['cod'],
  limits: {
    rates: { any: { requests: 25, perMs: 1_000 } },
    timeoutsMs: { any: 30_000 },
    slowDown: ({ status, headers }) => {
      if (status !== 429) return null;
      const seconds = Number(headers['retry-after']);
      return seconds > 0 ? Math.min(seconds, 3_600) * 1_000 : 60_000;
    },
  },
  open: (connection) => new WooCommerceAdapter(connection),
  readWebhook,
};

/**
 * The shop sends a form without a signature when a webhook is made, and switches the webhook off if it is not answered with 200.
 * It is let through, because nothing is done with it.
 */
function readWebhook({ headers, body, secret }: ShopWebhook): ShopBell {
  const isPing =
    headers['x-wc-webhook-signature'] === undefined &&
    /^webhook_id=\d+$/.test(body.toString('latin1', 0, 64));
  if (isPing) return { kind: 'ping' };
  const sent = Buffer.from(headers['x-wc-webhook-signature'] ?? '', 'base64');
  const right = createHmac('sha256', secret).update(body).digest();
  if (sent.length !== right.length || !timingSafeEqual(sent, right))
    throw refused('The signature does not fit');
  const orderKey = textOf(fieldsOf(readJson(body.toString('utf8'))).id);
  const isOrder = (headers['x-wc-webhook-topic'] ?? '').startsWith('order.');
  if (!isOrder || orderKey === null) return { kind: 'ping' };
  return { kind: 'order', orderKey };
}

import { idOf } from '../../partners/answer-fields.ts';
import { say } from '../../problems/sentence.ts';
import type { Shop, ShopBell, ShopWebhook } from '../shop.ts';
import { atOneAddress, readSignedWebhook, shopLimits } from '../shop-requests.ts';
import { WooCommerceAdapter } from './woocommerce-adapter.ts';

/** WooCommerce 8 and newer, by its REST API v3: https://developer.woocommerce.com/docs/apis/rest-api. */
export const WOOCOMMERCE: Shop = {
  name: 'woocommerce',
  title: 'WooCommerce',
  settings: [
    {
      name: 'base_url',
      description: say(
        'woocommerce_base_url',
        'The address of the shop: https://shop.example, with the folder of WordPress if it is in one.',
      ),
      isRequired: true,
      isSecret: false,
      end: /\/(?:wp-json(?:\/wc(?:\/v\d)?)?|wp-admin|wp-login\.php)\/{0,9}$/i,
      defaultValue: null,
    },
    {
      name: 'consumer_key',
      description: say(
        'woocommerce_consumer_key',
        'Starts with ck_. Make it in WooCommerce > Settings > Advanced > REST API with the permission "Read/Write".',
      ),
      isRequired: true,
      isSecret: true,
      isHeader: true,
      defaultValue: null,
    },
    {
      name: 'consumer_secret',
      description: say(
        'woocommerce_consumer_secret',
        'Starts with cs_. WooCommerce shows it once, together with the key.',
      ),
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
    complete: true,
    checkoutRates: false,
    locations: false,
  },
  codMethods: ['cod'],
  limits: shopLimits(25, ['settings']),
  open: (connection) => new WooCommerceAdapter(atOneAddress(connection)),
  readWebhook,
};

/**
 * The shop sends a form without a signature when a webhook is made, and switches the webhook off if it is not answered with 200.
 * It is let through, because nothing is done with it.
 */
function readWebhook(webhook: ShopWebhook): ShopBell {
  const { headers, body, secret } = webhook;
  const signature = headers['x-wc-webhook-signature'];
  const isPing = signature === undefined && /^webhook_id=\d+$/.test(body.toString('latin1', 0, 64));
  if (isPing) return { kind: 'ping' };
  const orderKey = idOf(readSignedWebhook(webhook, signature, secret).id);
  const isOrder = (headers['x-wc-webhook-topic'] ?? '').startsWith('order.');
  if (!isOrder || orderKey === null) return { kind: 'ping' };
  return { kind: 'order', orderKey };
}

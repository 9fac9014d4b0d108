import { idOf } from '../../partners/answer-fields.ts';
import { say } from '../../problems/sentence.ts';
import type { Shop, ShopBell, ShopWebhook } from '../shop.ts';
import { atOneAddress, readSignedWebhook, shopLimits } from '../shop-requests.ts';
import { VendureAdapter } from './vendure-adapter.ts';

/** Vendure 3.5 and newer, by its Admin API: https://docs.vendure.io/reference/graphql-api/admin. */
export const VENDURE: Shop = {
  name: 'vendure',
  title: 'Vendure',
  settings: [
    {
      name: 'base_url',
      description: say('vendure_base_url', 'The address of the server: https://shop.example.'),
      isRequired: true,
      isSecret: false,
      end: /\/(?:admin-api|shop-api|admin)\/{0,9}$/i,
      defaultValue: null,
    },
    {
      name: 'api_key',
      description: say(
        'vendure_api_key',
        'An API key whose role may read and update orders. Make it in Settings > API keys, or by `createApiKey`; the plugin of Dakiya makes the shop take API keys.',
      ),
      isRequired: true,
      isSecret: true,
      isHeader: true,
      defaultValue: null,
    },
    {
      name: 'admin_api_path',
      description: say(
        'vendure_admin_api_path',
        'Where the Admin API is on the server, as apiOptions.adminApiPath of its configuration.',
      ),
      isRequired: false,
      isSecret: false,
      defaultValue: 'admin-api',
    },
    {
      name: 'channel_token',
      description: say(
        'vendure_channel_token',
        'The token of the channel whose orders are shipped; empty for the default channel.',
      ),
      isRequired: false,
      isSecret: false,
      isHeader: true,
      defaultValue: null,
    },
    {
      name: 'weight_field',
      description: say(
        'vendure_weight_field',
        'The custom field of product variants with their weight in grams; the plugin of Dakiya adds weightGrams.',
      ),
      isRequired: false,
      isSecret: false,
      defaultValue: 'weightGrams',
    },
  ],
  can: {
    webhooks: true,
    partialFulfilments: true,
    progress: true,
    cancelFulfilment: true,
    markPaid: true,
    complete: false,
    checkoutRates: false,
    locations: false,
  },
  codMethods: ['cod', 'cash-on-delivery'],
  limits: shopLimits(25, ['shape', 'bells']),
  open: (connection) => new VendureAdapter(atOneAddress(connection)),
  readWebhook,
};

/** Vendure has no webhooks; the plugin of Dakiya sends these. */
function readWebhook(webhook: ShopWebhook): ShopBell {
  const { headers, secret } = webhook;
  const orderKey = idOf(readSignedWebhook(webhook, headers['x-dakiya-signature'], secret).order);
  return orderKey === null ? { kind: 'ping' } : { kind: 'order', orderKey };
}

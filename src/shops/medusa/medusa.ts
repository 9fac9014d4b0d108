import { idOf } from '../../partners/answer-fields.ts';
import { say } from '../../problems/sentence.ts';
import type { Shop, ShopBell, ShopWebhook } from '../shop.ts';
import { atOneAddress, readSignedWebhook, shopLimits } from '../shop-requests.ts';
import { MedusaAdapter } from './medusa-adapter.ts';

/** Medusa 2, by its Admin API: https://docs.medusajs.com/api/admin. */
export const MEDUSA: Shop = {
  name: 'medusa',
  title: 'Medusa',
  settings: [
    {
      name: 'base_url',
      description: say(
        'medusa_base_url',
        'The address of the Medusa server, where its Admin API is: https://shop.example.',
      ),
      isRequired: true,
      isSecret: false,
      end: /\/(?:admin|app)\/{0,9}$/i,
      defaultValue: null,
    },
    {
      name: 'api_key',
      description: say(
        'medusa_api_key',
        'Starts with sk_. Make it in Medusa Admin > Settings > Secret API Keys.',
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
    complete: false,
    checkoutRates: false,
    locations: true,
  },
  // The provider that takes no money by itself; shops without a gateway of their own use it for cash.
  codMethods: ['pp_system_default'],
  limits: shopLimits(20, ['stores']),
  open: (connection) => new MedusaAdapter(atOneAddress(connection)),
  readWebhook,
};

/** Medusa itself sends no webhooks: our module in the shop does, signed with the secret that it finds in the shop. */
function readWebhook(webhook: ShopWebhook): ShopBell {
  const { headers, secret } = webhook;
  const orderKey = idOf(readSignedWebhook(webhook, headers['x-dakiya-signature'], secret).order_id);
  return orderKey === null ? { kind: 'ping' } : { kind: 'order', orderKey };
}

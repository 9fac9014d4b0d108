import wooCommerce from '@woocommerce/woocommerce-rest-api';
import { expect, it } from 'vitest';
import { WooCommerceStandIn } from '../../simulators/shops/woocommerce/woocommerce-stand-in.ts';
import { openTestShop } from '../support/shops.ts';

/** Node.js has the class as `default` of the module, and Vitest has it as the module. */
const WooCommerceRestApi = wooCommerce.default ?? (wooCommerce as unknown as typeof wooCommerce.default);

const { consumer_key: consumerKey, consumer_secret: consumerSecret } = WooCommerceStandIn.settings;

interface Refusal {
  readonly response: { readonly status: number; readonly data: { readonly code: string } };
}

/** A shop, and WooCommerce's own client of it, which signs with OAuth because the shop has no https. */
async function openWithClient(keys: object = {}) {
  // The client signs with the time of the machine.
  const shop = await openTestShop(new Date());
  const client = new WooCommerceRestApi({
    url: shop.url,
    consumerKey,
    consumerSecret,
    version: 'wc/v3',
    ...keys,
  });
  const refusal = async (asked: Promise<unknown>): Promise<Refusal['response']> => {
    const { response } = await asked.then(
      () => {
        throw new Error('the shop did not refuse');
      },
      (error: Refusal) => error,
    );
    return response;
  };
  return { shop, client, refusal };
}

it('lists and changes orders of the stand-in with the official client', async () => {
  const { shop, client } = await openWithClient();
  const ids = [shop.courier.place(), shop.courier.place(), shop.courier.place()];
  const query = { per_page: 2, orderby: 'id', order: 'asc', status: 'processing' };
  const [first, second] = [
    await client.get('orders', { ...query, page: 1 }),
    await client.get('orders', { ...query, page: 2 }),
  ];
  const read: number[] = [...first.data, ...second.data].map(({ id }: { id: number }) => id);
  expect([first.data.length, new Set(read)]).toEqual([2, new Set(ids)]);
  expect((await client.get('orders', { per_page: 2, page: 3 })).data).toEqual([]);
  const changed = await client.put(`orders/${ids[0]}`, { status: 'completed' });
  expect(changed.data.status).toBe('completed');
  const tracked = {
    meta_data: [{ key: '_wc_shipment_tracking_items', value: [{ tracking_number: 'MP1' }] }],
  };
  await client.put(`orders/${ids[1]}`, tracked);
  expect((await client.get(`orders/${ids[1]}`)).data.meta_data).toMatchObject(tracked.meta_data);
  const note = await client.post(`orders/${ids[1]}/notes`, { note: 'The parcel MP1 is on its way.' });
  expect(note.status).toBe(201);
});

it('makes, lists and removes webhooks with the official client', async () => {
  const { client } = await openWithClient();
  const hook = {
    name: 'orders',
    topic: 'order.updated',
    delivery_url: 'http://127.0.0.1:8080/x',
    secret: 's',
  };
  const made = await client.post('webhooks', hook);
  expect([made.status, made.data.topic]).toEqual([201, 'order.updated']);
  expect((await client.get('webhooks')).data).toHaveLength(1);
  await client.delete(`webhooks/${made.data.id}`, { force: true });
  expect((await client.get('webhooks')).data).toEqual([]);
});

it('gives the official client the recorded errors', async () => {
  const { client, refusal } = await openWithClient();
  const { client: wrongSecret } = await openWithClient({ consumerSecret: `cs_${'0'.repeat(40)}` });
  expect(await refusal(wrongSecret.get('orders'))).toMatchObject({
    status: 401,
    data: { code: 'woocommerce_rest_authentication_error' },
  });
  expect(await refusal(client.get('orders', { per_page: 101 }))).toMatchObject({
    status: 400,
    data: { code: 'rest_invalid_param' },
  });
  expect(await refusal(client.get('orders/999999'))).toMatchObject({
    status: 404,
    data: { code: 'woocommerce_rest_shop_order_invalid_id' },
  });
  expect(await refusal(client.get('no-such-thing'))).toMatchObject({
    status: 404,
    data: { code: 'rest_no_route' },
  });
  const hook = { topic: 'order.eaten', delivery_url: 'http://127.0.0.1:8080/x' };
  expect(await refusal(client.post('webhooks', hook))).toMatchObject({
    status: 400,
    data: { code: 'woocommerce_rest_shop_webhook_invalid_topic' },
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { WooCommerceStandIn } from '../../simulators/shops/woocommerce/woocommerce-stand-in.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { openTestShop, shopWithWaitingOrder } from '../support/shops.ts';
import { loopbackAllowed } from '../support/webhooks.ts';

let test: TestApp;
let account: TestAccount;

beforeAll(async () => {
  test = await startApp({ now: new Date(), shipping: { outgoing: loopbackAllowed() } });
  account = await test.account();
});
afterAll(() => test.stop());

const check = async (settings: object) => account.post('/shops/check', { shop: 'woocommerce', settings });

it('asks a shop that is not connected, keeps nothing, and changes nothing there', async () => {
  const shop = await openTestShop();
  const settings = { base_url: shop.url, ...WooCommerceStandIn.settings };
  expect((await check(settings)).json().data).toEqual({
    ...{ ok: true, message: 'The shop takes the key and sells in rupees', locations: [] },
  });
  expect(shop.courier.webhooks.all).toEqual([]);
  expect((await account.get('/shops')).json().data).toEqual([]);
  const wrong = await check({ ...settings, consumer_secret: 'cs_wrong' });
  expect(wrong.json().data).toMatchObject({ ok: false, locations: [] });
});

it('says a sentence about each setting that is wrong, and about a shop that does not answer', async () => {
  const none = await check({ base_url: 'shop', consumer_key: 'ck' });
  expect(none.statusCode).toBe(422);
  expect(none.body).toContain('settings.base_url must be an address');
  expect(none.body).toContain('settings.consumer_secret is required for WooCommerce');
  const shop = await openTestShop();
  await shop.stop();
  const gone = await check({ base_url: shop.url, ...WooCommerceStandIn.settings });
  expect(gone.json().data).toMatchObject({ ok: false, message: expect.stringMatching(/^WooCommerce /) });
});

it('counts what needs a person, finds the order of a shipment, and names no places of a shop without', async () => {
  const merchant = await test.account();
  const { shopId, parcelId } = await shopWithWaitingOrder(test, merchant);
  const { data } = (await merchant.get('/overview')).json();
  expect(data).toMatchObject({ shop_orders: 1, troubled_shops: 0 });
  expect((await merchant.get(`/shops/${shopId}/locations`)).json()).toEqual({ data: [] });
  const of = async (shipmentId: string) =>
    (await merchant.get(`/shop-orders?shipment_id=${shipmentId}`)).json().data;
  expect(await of(parcelId)).toEqual([]);
});

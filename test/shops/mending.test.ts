import { afterAll, beforeAll, expect, it } from 'vitest';
import { pollShops } from '../../src/usecases/shops/poll-shops.ts';
import { settleShopOrders } from '../../src/usecases/shops/settle-shop-order.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { connectTestShop, openTestShop, shopWithWaitingOrder } from '../support/shops.ts';
import { loopbackAllowed } from '../support/webhooks.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startApp({ now: new Date(), shipping: { outgoing: loopbackAllowed() } });
});
afterAll(() => test.stop());

it('shows the fields from which an order is made, with the corrections', async () => {
  const account = await test.account();
  const { parcelId } = await shopWithWaitingOrder(test, account);
  const fields = async () => (await account.get(`/shop-orders/${parcelId}`)).json().data.fields;
  expect(await fields()).toMatchObject({ billing_customer_name: 'Ravi', billing_pincode: '1', weight: 0.27 });
  const mended = await account.put(`/shop-orders/${parcelId}`, {
    corrections: { billing_pincode: '400001' },
  });
  expect(mended.json().data.fields).toMatchObject({ billing_pincode: '400001' });
  expect(await fields()).toMatchObject({ billing_pincode: '400001' });
});

it('makes an order whose address the shop does not tell, once somebody has entered it', async () => {
  const account = await test.account();
  const shop = await openTestShop();
  shop.courier.place({ billing: { address_1: '', city: '', postcode: '', state: '' }, shipping: {} });
  await connectTestShop(account, shop);
  await pollShops(test.service);
  await settleShopOrders(test.service);
  const listed = async () => (await account.get('/shop-orders')).json().data;
  const [waiting] = await listed();
  expect(waiting.reasons).toMatchObject([{ message: 'The shop does not tell the address of the customer' }]);
  const { data } = (await account.get(`/shop-orders/${waiting.id}`)).json();
  expect(data.fields).toMatchObject({ billing_pincode: '', billing_phone: '9876500001' });
  const corrections = {
    billing_address: '12 Linking Road',
    billing_city: 'Mumbai',
    billing_state: 'Maharashtra',
    billing_pincode: '400050',
  };
  await account.put(`/shop-orders/${waiting.id}`, { corrections });
  await settleShopOrders(test.service);
  expect(await listed()).toMatchObject([{ state: 'made', reasons: [] }]);
});

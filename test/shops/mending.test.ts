import { expect, it } from 'vitest';
import { connectTestShop, openShopApp, shopWithWaitingOrder } from '../support/shops.ts';

const test = await openShopApp();

it('shows the fields of the order that is made, with the corrections', async () => {
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

it('makes an order without an address once a person has entered the address', async () => {
  const account = await test.account();
  const shop = await test.openShop();
  shop.courier.place({ billing: { address_1: '', city: '', postcode: '', state: '' }, shipping: {} });
  await connectTestShop(account, shop);
  await test.rounds();
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
  await test.rounds();
  expect(await listed()).toMatchObject([{ state: 'made', reasons: [] }]);
});

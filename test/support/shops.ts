import { createHmac } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { type RunningStandIn, startStandIn } from '../../simulators/kit/start-stand-in.ts';
import { WooCommerceStandIn } from '../../simulators/shops/woocommerce/woocommerce-stand-in.ts';
import { pollShops } from '../../src/usecases/shops/poll-shops.ts';
import { settleShopOrders } from '../../src/usecases/shops/settle-shop-order.ts';
import type { TestAccount, TestApp } from './app.ts';
import { makeWarehouse } from './orders.ts';

export type TestShop = RunningStandIn<WooCommerceStandIn>;

/** Starts a WooCommerce shop for the rest of the test. */
export async function openTestShop(): Promise<TestShop> {
  const shop = await startStandIn((dependencies) => new WooCommerceStandIn(dependencies));
  onTestFinished(() => shop.stop());
  return shop;
}

/** Connects a shop, and returns the answer to it. */
export async function connectTestShop(
  account: TestAccount,
  { url }: Pick<TestShop, 'url'>,
  rules: object = {},
) {
  return account.post('/shops', {
    shop: 'woocommerce',
    brand_name: 'Chai & Co',
    settings: { base_url: url, ...WooCommerceStandIn.settings },
    rules: {
      warehouse_id: await makeWarehouse(account),
      usual_parcel: { weight: 0.5, length: 20, breadth: 15, height: 10 },
      booking: 'cheapest',
      ...rules,
    },
  });
}

/** Connects a shop with an order that needs attention, and returns the ids of both. */
export async function shopWithWaitingOrder(
  test: TestApp,
  account: TestAccount,
): Promise<{ readonly shopId: string; readonly parcelId: string; readonly shop: TestShop }> {
  const shop = await openTestShop();
  shop.clock.forward(test.service.now().getTime() - Date.now());
  shop.courier.place({ billing: { postcode: '1' }, shipping: {} });
  const shopId = (await connectTestShop(account, shop)).json().data.id;
  await pollShops(test.service);
  await settleShopOrders(test.service);
  const parcelId = (await account.get('/shop-orders')).json().data[0].id;
  return { shopId, parcelId, shop };
}

/** The address to which a shop was told to send webhooks, and what signs a body for it. */
export async function hookOf(account: TestAccount, shop: TestShop, shopId: string) {
  await account.post(`/shops/${shopId}/check`, {});
  const [hook] = shop.courier.webhooks.all;
  if (hook === undefined) throw new Error('the shop has no webhook');
  const sign = (body: string) => createHmac('sha256', hook.secret).update(body).digest('base64');
  return { address: hook.deliveryUrl, sign };
}

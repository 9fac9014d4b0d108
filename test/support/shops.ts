import { createHmac } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { type RunningStandIn, startStandIn } from '../../simulators/kit/start-stand-in.ts';
import { WooCommerceStandIn } from '../../simulators/shops/woocommerce/woocommerce-stand-in.ts';
import { SYSTEM } from '../../src/domain/actor.ts';
import type { GranularStatus } from '../../src/domain/tracking/statuses.ts';
import { pollShops } from '../../src/usecases/shops/poll-shops.ts';
import { settleShopOrders } from '../../src/usecases/shops/settle-shop-order.ts';
import { recordScans } from '../../src/usecases/tracking/record-scans.ts';
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

/** Lets rounds run until a check passes: on a busy machine, a shop answers some of them too late. */
export async function roundsUntil(round: () => Promise<void>, check: () => Promise<unknown>): Promise<void> {
  for (let left = 10; ; left -= 1) {
    await round();
    try {
      await check();
      return;
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

/** Lets the courier of a shipment push scans of these statuses, a minute apart, so that shops hear of them. */
export async function pushScans(
  test: TestApp,
  shipment: {
    readonly attributes: { readonly tracking_number: string; readonly carrier: { readonly id: string } };
  },
  statuses: readonly GranularStatus[],
): Promise<void> {
  const { tracking_number: trackingNumber, carrier } = shipment.attributes;
  const courier = { ...test.service, carrierIds: [carrier.id], courierAccountIds: [], actor: SYSTEM };
  for (const status of statuses) {
    test.advance(60_000);
    const scan = { trackingNumber, status, eventTime: test.service.now().getTime() };
    const nothing = { location: null, description: null, reason: null, carrierEventId: null, qc: null };
    const [{ result } = { result: null }] = await recordScans(courier, [{ ...scan, ...nothing }]);
    if (result !== 'applied') throw new Error(`the scan was answered: ${result}`);
  }
}

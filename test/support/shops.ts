import { createHmac } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { StandInClock } from '../../simulators/kit/stand-in.ts';
import { type RunningStandIn, startStandIn } from '../../simulators/kit/start-stand-in.ts';
import { WooCommerceStandIn } from '../../simulators/shops/woocommerce/woocommerce-stand-in.ts';
import { SYSTEM } from '../../src/domain/actor.ts';
import type { GranularStatus } from '../../src/domain/tracking/statuses.ts';
import type { ShopConnection } from '../../src/shops/shop.ts';
import type { ShopAdapter } from '../../src/shops/shop-adapter.ts';
import type { Messaging } from '../../src/usecases/messages/messaging.ts';
import type { ShippingService } from '../../src/usecases/shipping-service.ts';
import { pollShops } from '../../src/usecases/shops/poll-shops.ts';
import { settleShopOrders } from '../../src/usecases/shops/settle-shop-order.ts';
import { tellShops } from '../../src/usecases/shops/tell-shops.ts';
import { recordScans } from '../../src/usecases/tracking/record-scans.ts';
import { openApp, type TestAccount, type TestApp } from './app.ts';
import { START } from './clock.ts';
import { makeWarehouse } from './orders.ts';
import { loopbackAllowed } from './webhooks.ts';

export type TestShop = RunningStandIn<WooCommerceStandIn>;

/** The service beside shops on loopback, which can call it. Time that is advanced goes by in its shops too. */
export interface ShopApp extends TestApp {
  readonly publicUrl: string;
  /** Starts a WooCommerce shop with the time of the service, for the rest of the test. */
  openShop(): Promise<TestShop>;
  /** Gives the clock of a shop the time of the service. */
  follow(clock: StandInClock): void;
  /** Reads the changes of shops, makes orders of them, and tells the shops of parcels, as the background does. */
  rounds(): Promise<void>;
  /** Lets time go by, and then runs the rounds. By default, each shop is polled again. */
  later(milliseconds?: number): Promise<void>;
}

/** Starts the service for a whole test file, at the top of it. */
export async function openShopApp(transports: Messaging['transports'] = {}): Promise<ShopApp> {
  let publicUrl = '';
  const test = await openApp({
    shipping: {
      outgoing: loopbackAllowed(),
      messaging: { transports, publicUrl: () => publicUrl },
    },
  });
  publicUrl = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const clocks: StandInClock[] = [];
  const app: ShopApp = {
    ...test,
    publicUrl,
    follow: (clock) => {
      clock.forward(test.service.now().getTime() - clock.now().getTime());
      clocks.push(clock);
      test.takeAlong(clock);
    },
    openShop: async () => {
      const shop = await openTestShop();
      app.follow(shop.clock);
      return shop;
    },
    advance: (milliseconds) => {
      test.advance(milliseconds);
      for (const clock of clocks) clock.forward(milliseconds);
    },
    rounds: async () => {
      await pollShops(test.service);
      await settleShopOrders(test.service);
      await tellShops(test.service);
    },
    later: async (milliseconds = 6 * 60_000) => {
      app.advance(milliseconds);
      await app.rounds();
    },
  };
  return app;
}

/** Starts a WooCommerce shop for the rest of the test. */
export async function openTestShop(startsAt = START): Promise<TestShop> {
  const shop = await startStandIn((dependencies) => new WooCommerceStandIn(dependencies), { startsAt });
  onTestFinished(() => shop.stop());
  return shop;
}

/** Weight and size for the rules of a shop. */
export const USUAL_PARCEL = { weight: 0.5, length: 20, breadth: 15, height: 10 };

/** Connects a shop, and returns the answer to it. */
export async function connectTestShop(
  account: TestAccount,
  { url }: Pick<TestShop, 'url'>,
  rules: object = {},
  more: object = {},
) {
  return account.post('/shops', {
    shop: 'woocommerce',
    brand_name: 'Chai & Co',
    settings: { base_url: url, ...WooCommerceStandIn.settings },
    rules: {
      warehouse_id: await makeWarehouse(account),
      usual_parcel: USUAL_PARCEL,
      booking: 'cheapest',
      ...rules,
    },
    ...more,
  });
}

/** Connects a shop with an order that needs attention, and returns the ids of both. */
export async function shopWithWaitingOrder(
  test: TestApp,
  account: TestAccount,
): Promise<{ readonly shopId: string; readonly parcelId: string; readonly shop: TestShop }> {
  const shop = await openTestShop(test.service.now());
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

/** The service with other answers of its shop systems to some calls. */
export function serviceWith(
  { service }: TestApp,
  calls: (adapter: ShopAdapter) => Partial<ShopAdapter>,
): ShippingService {
  const shops = service.shops.map((shop) => ({
    ...shop,
    open: (connection: ShopConnection) => {
      const adapter = shop.open(connection);
      return Object.assign(adapter, calls(adapter));
    },
  }));
  return { ...service, shops };
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
    const nothing = {
      location: null,
      description: null,
      reason: null,
      carrierEventId: null,
      qc: null,
      own: null,
    };
    const [{ result } = { result: null }] = await recordScans(courier, [{ ...scan, ...nothing }]);
    if (result !== 'applied') throw new Error(`the scan was answered: ${result}`);
  }
}

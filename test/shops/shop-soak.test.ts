import { afterAll, beforeAll, expect, it } from 'vitest';
import { readNetworks } from '../../src/outgoing/networks.ts';
import { OutgoingRequests } from '../../src/outgoing/outgoing-requests.ts';
import { takeDueErrands } from '../../src/storage/couriers/errands.ts';
import { SHOP_ORDERS } from '../../src/storage/shops/shop-orders.ts';
import { SHOP_TELLS } from '../../src/storage/shops/shop-parcels.ts';
import { SHOP_POLLS } from '../../src/storage/shops/shops.ts';
import { pollShops } from '../../src/usecases/shops/poll-shops.ts';
import { settleShopOrders } from '../../src/usecases/shops/settle-shop-order.ts';
import { tellShops } from '../../src/usecases/shops/tell-shops.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { changesOf, FATE_NAMES, type PlacedInShop, wrongShopOrders } from '../support/shop-audit.ts';
import { connectTestShop, openTestShop } from '../support/shops.ts';

/** SHOP_SOAK_ORDERS=2000 npm test -- test/shops/shop-soak.test.ts: a longer trial; `npm run bench -- shops-soak` has one of an hour. */
const ORDERS = Number(process.env.SHOP_SOAK_ORDERS ?? 40);
const NEW_ADDRESS = '5, Temple Street';
const WAIT_MS = 150_000;
/** Of an order in the stand-in. */
const PRICE_PAISE = 64_950;

let publicUrl = '';
let processes: TestApp[] = [];

/** Two processes on one database. */
beforeAll(async () => {
  const options = () => ({
    shipping: {
      outgoing: new OutgoingRequests({ allow: readNetworks(['127.0.0.0/8'], 'WEBHOOK_ALLOW') }),
      messaging: { transports: {}, publicUrl: () => publicUrl },
    },
  });
  const first = await startApp(options());
  processes = [first, await startApp({ ...options(), database: first.database })];
  publicUrl = await first.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  for (const one of processes.toReversed()) await one.stop().catch(() => undefined);
});

/** Does what a killed process does: takes what is due, and never finishes it. */
async function dies({ service }: TestApp): Promise<void> {
  const now = service.now();
  const which = { now, until: new Date(now.getTime() + 120_000), most: 5, processId: service.newId() };
  for (const table of [SHOP_ORDERS, SHOP_TELLS, SHOP_POLLS]) {
    await takeDueErrands(service.database, table, which, []);
  }
}

/** Cancels the shipment of an order, if there is one. */
async function cancelHere(account: TestAccount, key: string): Promise<void> {
  const found = await account.post('/shipments', { order_display_id: [key] });
  const ids = (found.json().data as { id: string }[]).map(({ id }) => id);
  if (ids.length > 0) await account.post('/cancel-order', { shipment_ids: ids });
}

it('makes one order for each of the shop, and one fulfilment for each parcel, with lost, repeated and stopped work', {
  // biome-ignore lint/plugin: a longer trial may take longer than five minutes
  timeout: 300_000 + ORDERS * 5_000,
}, async () => {
  const [first] = processes;
  if (first === undefined) throw new Error('No process was started');
  const account = await first.account();
  const shop = await openTestShop();
  const shopId = (await connectTestShop(account, shop, { booking: 'cheapest' })).json().data.id;
  await account.post(`/shops/${shopId}/check`, {});
  const later = () => {
    for (const one of processes) {
      one.advance(WAIT_MS);
      one.service.shopTraffic.forget(shopId);
    }
    shop.clock.forward(WAIT_MS);
  };
  const rounds = () =>
    Promise.all(
      processes.map(async ({ service }) => {
        await Promise.all([pollShops(service), settleShopOrders(service)]);
        await tellShops(service);
      }),
    );
  shop.courier.webhooks.faults = { lose: 0.3, repeat: 0.2, lateMs: 200 };
  shop.faults.add({ kind: 'cut', share: 0.1 });
  shop.faults.add({ kind: 'status', status: 503, share: 0.05 });
  shop.faults.add({ kind: 'html', share: 0.05 });

  const placed: PlacedInShop[] = [];
  for (let turn = 0; placed.length < ORDERS; turn += 1) {
    const some = FATE_NAMES.map((fate) => {
      const id = shop.courier.place();
      const changes = changesOf(fate, NEW_ADDRESS);
      const order = {
        key: String(id),
        fate,
        address: fate === 'moved' ? NEW_ADDRESS : null,
        totalPaise: PRICE_PAISE,
      };
      return { id, changes, order };
    });
    placed.push(...some.map(({ order }) => order));
    // Half of the orders change before they are read, or meanwhile, the others once they are booked and told.
    if (turn % 2 === 1) {
      for (let round = 0; round < 3; round += 1) {
        await rounds();
        later();
      }
    }
    const last = Math.max(...some.map(({ changes }) => changes.length));
    for (let nth = 0; nth < last; nth += 1) {
      const working = rounds();
      for (const { id, changes } of some)
        if (changes[nth] !== undefined) shop.courier.change(id, { ...changes[nth] });
      await working;
      later();
    }
    await cancelHere(account, some.find(({ order }) => order.fate === 'cancelled_here')?.order.key ?? '');
    if (turn % 2 === 1) await dies(first);
    later();
  }
  shop.faults.clear();
  await shop.courier.webhooks.settled();
  for (let turn = 0; turn < 6; turn += 1) {
    later();
    await rounds();
  }

  const told = new Map<string, string[]>();
  for (const { reference, trackingNumber } of shop.courier.parcels()) {
    told.set(reference, [...(told.get(reference) ?? []), trackingNumber]);
  }
  const { pool } = first.database.database;
  expect(await wrongShopOrders(pool, account.accountId, placed, told)).toEqual([]);
});

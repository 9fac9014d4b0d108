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
import { startApp, type TestApp } from '../support/app.ts';
import { connectTestShop, openTestShop } from '../support/shops.ts';

/** SHOP_SOAK_ORDERS=2000 npm test -- test/shops/shop-soak.test.ts: a longer trial. */
const ORDERS = Number(process.env.SHOP_SOAK_ORDERS ?? 40);
const AT_ONCE = 10;
const WAIT_MS = 150_000;

let publicUrl = '';
let processes: TestApp[] = [];

/** Two processes on one database. */
beforeAll(async () => {
  const now = new Date();
  const options = () => ({
    now,
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

/** What a process does that is killed: it takes what is due, and nothing comes of it. */
async function dies({ service }: TestApp): Promise<void> {
  const now = service.now();
  const which = { now, until: new Date(now.getTime() + 120_000), most: 5 };
  for (const table of [SHOP_ORDERS, SHOP_TELLS, SHOP_POLLS]) {
    await takeDueErrands(service.database, table, which, []);
  }
}

it('has one order of ours for each of the shop, and one fulfilment for each parcel, whatever is lost, doubled or killed', {
  timeout: 60_000 + ORDERS * 5_000,
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
  shop.courier.webhooks.faults = { lose: 0.3, repeat: 0.2 };
  shop.faults.add({ kind: 'cut', share: 0.1 });
  shop.faults.add({ kind: 'status', status: 503, share: 0.05 });
  shop.faults.add({ kind: 'html', share: 0.05 });

  const ids: number[] = [];
  const cancelled = new Set<number>();
  for (let turn = 0; ids.length < ORDERS; turn += 1) {
    const placed = Array.from({ length: AT_ONCE }, () => shop.courier.place());
    ids.push(...placed);
    const [changed, gone] = placed;
    const working = rounds();
    if (changed !== undefined) shop.courier.change(changed, { customer_note: 'ring twice' });
    if (gone !== undefined) {
      shop.courier.change(gone, { status: 'cancelled' });
      cancelled.add(gone);
    }
    await working;
    if (turn % 2 === 1) await dies(first);
    later();
  }
  shop.faults.clear();
  await shop.courier.webhooks.settled();
  for (let turn = 0; turn < 6; turn += 1) {
    later();
    await rounds();
  }

  const { rows } = await first.database.database.pool.query<{
    key: string;
    orders: number;
    shipment: string | null;
    task: string | null;
    state: string;
  }>(
    `select p.order_key as key, count(*)::integer as orders, min(s.status::text) as shipment, min(p.task) as task,
        min(p.state::text) as state
       from shop_parcels p left join shipments s on s.account_id = p.account_id and s.shipment_id = p.shipment_id
      where p.account_id = $1 group by p.order_key`,
    [account.accountId],
  );
  const ours = new Map(rows.map(({ key, ...row }) => [Number(key), row]));
  const wrong = ids.filter((id) => {
    const row = ours.get(id);
    const fulfilments = shop.courier.fulfilments(id).length;
    if (!cancelled.has(id)) return row?.orders !== 1 || row.state !== 'made' || fulfilments !== 1;
    // An order that was cancelled before it was read is not made at all.
    if (row === undefined || row.state !== 'made') return fulfilments !== 0;
    return row.orders !== 1 || fulfilments > 1 || (row.shipment !== 'cancelled' && row.task === null);
  });
  expect(wrong.map((id) => [id, ours.get(id), shop.courier.fulfilments(id).length])).toEqual([]);
  const made = await first.database.database.pool.query(
    'select count(*)::integer as count from orders where account_id = $1',
    [account.accountId],
  );
  expect(made.rows[0].count).toBe(rows.filter(({ state }) => state === 'made').length);
});

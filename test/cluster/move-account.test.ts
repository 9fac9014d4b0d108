import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { carrierHeaders, sendEvents } from '../support/carriers.ts';
import { isCluster } from '../support/cluster.ts';
import { API, makeWarehouse, orderBody } from '../support/orders.ts';
import { differingStates, recountedShipments } from '../support/shipment-truth.ts';

let test: TestApp;
let account: TestAccount;
let warehouseId: string;

beforeAll(async () => {
  test = await startApp();
  account = await test.account();
  warehouseId = await makeWarehouse(test, account);
});
afterAll(() => test.stop());

/** Where the account's shipments are. */
async function placeOf({ accountId }: TestAccount) {
  const { rows } = await test.database.database.pool.query<{
    shard: string;
    host: string;
    port: number;
    other_host: string;
    other_port: number;
  }>(
    `select p.shardid as shard, n.nodename as host, n.nodeport as port, o.nodename as other_host, o.nodeport as other_port
       from pg_dist_placement p join pg_dist_node n using (groupid)
       cross join lateral (select * from pg_dist_node o
         where o.shouldhaveshards and o.groupid <> n.groupid order by o.groupid limit 1) o
      where p.shardid = get_shard_id_for_distribution_column('dakiya.shipments', $1::uuid)`,
    [accountId],
  );
  const [place] = rows;
  if (place === undefined) throw new Error('The account has no shard');
  return place;
}

/** Puts a shard with all that stands beside it onto the other node, by logical replication. */
async function move(place: Awaited<ReturnType<typeof placeOf>>) {
  await test.database.database.pool.query(
    "select citus_move_shard_placement($1, $2, $3, $4, $5, shard_transfer_mode => 'force_logical')",
    [place.shard, place.host, place.port, place.other_host, place.other_port],
  );
}

/** What was acknowledged: each order with its scan. */
interface Acknowledged {
  readonly orderId: string;
  readonly isScanned: boolean;
}

/** Books and scans, one order after the other, until it is told to stop. What fails is no order that anybody counts on. */
async function shop(name: string, stopped: () => boolean, acknowledged: Acknowledged[]) {
  const headers = await carrierHeaders(test);
  for (let number = 1; !stopped(); number += 1) {
    const orderId = `${name}-${number}`;
    const booked = await test.app.inject({
      method: 'POST',
      url: `${API}/forward-order-orchestration`,
      headers: account.headers,
      payload: orderBody(warehouseId, { order_id: orderId, carrier_id: 'k4tq9m2x' }),
    });
    if (booked.statusCode !== 200) continue;
    const scanned = await sendEvents(test, headers, {
      events: [
        {
          tracking_number: booked.json().payload.awb_code,
          status: 'picked_up',
          event_date_time: test.service.now().toISOString(),
        },
      ],
    });
    const [answer] = scanned.statusCode === 200 ? scanned.json().data : [];
    acknowledged.push({ orderId, isScanned: answer?.result === 'applied' });
  }
}

/** Moves the account to the other node, gives it a shard of its own there, and moves that back. @param seen waits for so many more orders */
async function goElsewhere(seen: (more: number) => Promise<void>) {
  await seen(3);
  const first = await placeOf(account);
  await move(first);
  const second = await placeOf(account);
  expect([second.host, second.port]).toEqual([first.other_host, first.other_port]);
  await seen(3);
  await test.database.database.pool.query(
    "select isolate_tenant_to_new_shard('dakiya.shipments', $1::uuid, 'CASCADE', shard_transfer_mode => 'block_writes')",
    [account.accountId],
  );
  const alone = await placeOf(account);
  expect(alone.shard).not.toBe(second.shard);
  await move(alone);
  await seen(3);
}

it.skipIf(!isCluster(inject('server')))(
  'an account that books and is scanned while it moves to another node and back loses nothing',
  async () => {
    const { database } = test.database;
    const acknowledged: Acknowledged[] = [];
    const seen = async (more: number) => {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length).toBeGreaterThanOrEqual(before + more);
    };
    let isOver = false;
    const moves = async () => {
      try {
        await goElsewhere(seen);
      } finally {
        isOver = true;
      }
    };
    await Promise.all([moves(), ...['A', 'B', 'C'].map((name) => shop(name, () => isOver, acknowledged))]);

    const { rows } = await database.pool.query<{ display_id: string; scans: number }>(
      `select o.display_id, (select count(*)::integer from tracking_events e
          where e.account_id = $1 and e.shipment_id = s.shipment_id and e.status = 'picked_up') as scans
        from orders o join shipments s using (account_id, order_id) where o.account_id = $1`,
      [account.accountId],
    );
    const scans = new Map(rows.map((row) => [row.display_id, row.scans]));
    expect(scans.size).toBe(rows.length);
    expect(acknowledged.filter(({ orderId }) => !scans.has(orderId))).toEqual([]);
    expect(acknowledged.filter(({ orderId, isScanned }) => isScanned && scans.get(orderId) !== 1)).toEqual(
      [],
    );
    expect(await differingStates(database, account.accountId)).toEqual([]);
    const { counted, recounted } = await recountedShipments(database, account.accountId);
    expect(counted).toEqual(recounted);
  },
);

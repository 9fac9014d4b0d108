import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database, openPool, type PoolOptions } from '../../src/storage/database.ts';
import { ProcessNotifications } from '../../src/storage/process-notifications.ts';
import { Replica } from '../../src/storage/replica/replica.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { sqlOn } from '../support/database.ts';
import { API, makeWarehouse, orderBody } from '../support/orders.ts';
import { type Replicated, Switch, startReplicated } from '../support/replicated.ts';

/** A process of the service with `DATABASE_READ_URL`. */
interface Process extends TestApp {
  readonly replica: Replica;
}

/** A server of a busy machine must not count as lost. */
const PATIENCE_MS = 60_000;

let servers: Replicated;
let leading: Switch;
let processes: Process[];

function pool(connection: PoolOptions['connection'], maxConnections: number) {
  return openPool({
    connection,
    maxConnections,
    applicationName: 'dakiya-test',
    answerWithinMs: PATIENCE_MS,
    connectionWithinMs: PATIENCE_MS,
    onError: () => undefined,
  });
}

async function startProcess(primary: PoolOptions['connection']): Promise<Process> {
  const requests = pool(primary, 10);
  const onChange = () => undefined;
  const replica = new Replica({
    pool: pool(servers.replica.connection, 10),
    primary: requests,
    saysWithinMs: PATIENCE_MS,
    onChange,
  });
  const news = new ProcessNotifications({
    listening: pool(primary, 1),
    sender: requests,
    onError: onChange,
  });
  const database = new Database(requests, { replica });
  const drop = async () => {
    await news.stop();
    await replica.close();
    await database.close();
  };
  const test = await startApp({
    database: { database, connection: primary, sql: sqlOn(requests), judge: () => undefined, drop },
  });
  replica.follow(news);
  news.start();
  return Object.assign(test, { replica });
}

beforeAll(async () => {
  // Acknowledged writes are on the replica too.
  servers = await startReplicated({ synchronous_standby_names: 'replica' });
  leading = new Switch(servers.primary);
  const primary = await leading.listen();
  processes = [await startProcess(primary), await startProcess(primary)];
});
afterAll(async () => {
  for (const { stop } of processes) await stop();
  leading.close();
  await servers.stop();
});

const nth = (number: number): Process => processes[number] as Process;

function book(test: TestApp, { headers }: TestAccount, warehouseId: string, orderId: string) {
  const payload = orderBody(warehouseId, { order_id: orderId });
  return test.app.inject({ method: 'POST', url: `${API}/forward-order-orchestration`, headers, payload });
}

/** The order ids of an account's listing. */
async function listed(test: TestApp, { headers }: TestAccount, filters = {}): Promise<string[]> {
  const answer = await test.app.inject({
    method: 'POST',
    url: `${API}/shipments`,
    headers,
    payload: filters,
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const shipments: { attributes: { order: { display_id: string } } }[] = answer.json().data;
  return shipments.map(({ attributes }) => attributes.order.display_id);
}

/** Repeats until the replica has served the request. */
async function untilByReplica(test: Process, account: TestAccount): Promise<string[]> {
  return expect
    .poll(
      async () => {
        const { replica } = test.replica.reads;
        const orders = await listed(test, account);
        return test.replica.reads.replica > replica ? orders : null;
      },
      { interval: 50 },
    )
    .not.toBeNull() as never;
}

async function delayReplay(by: string): Promise<void> {
  await servers.replica.ask(`alter system set recovery_min_apply_delay = '${by}'`);
  await servers.replica.ask('select pg_reload_conf()');
  await expect
    .poll(() => servers.replica.ask('show recovery_min_apply_delay'))
    .toEqual([{ recovery_min_apply_delay: by }]);
}

it('every process reads from the replica once it has replayed the writes of the account, and else from the primary', async () => {
  const [here, there] = [nth(0), nth(1)];
  const [busy, quiet] = [await here.account(), await here.account()];
  const warehouseId = await makeWarehouse(busy);
  await untilByReplica(here, quiet);
  await untilByReplica(there, quiet);
  await delayReplay('10min');
  const before = { here: { ...here.replica.reads }, there: { ...there.replica.reads } };
  expect((await book(here, busy, warehouseId, 'SEEN')).statusCode).toBe(200);
  expect(await listed(here, busy)).toEqual(['SEEN']);
  expect(await listed(there, busy)).toEqual(['SEEN']);
  expect(await listed(here, quiet)).toEqual([]);
  expect(await listed(there, quiet)).toEqual([]);
  expect(here.replica.reads.primary).toBe(before.here.primary + 1);
  expect(there.replica.reads.primary).toBe(before.there.primary + 1);
  expect(here.replica.reads.replica).toBe(before.here.replica + 1);
  await expect.poll(() => here.replica.delaySeconds).toBeGreaterThan(0);
  await delayReplay('0');
  await untilByReplica(there, busy);
  expect(await listed(there, busy)).toEqual(['SEEN']);
});

it('a promotion under load loses no acknowledged order, and every reader sees its own writes', async () => {
  const account = await nth(0).account();
  const warehouseId = await makeWarehouse(account);
  const kept: string[] = [];
  const missed: string[] = [];
  let isOver = false;
  const shop = async (name: string, number: number) => {
    for (let order = 0; !isOver; order += 1) {
      const orderId = `${name}-${order}`;
      const { statusCode } = await book(nth((number + order) % 2), account, warehouseId, orderId);
      if (statusCode !== 200) continue;
      kept.push(orderId);
      const query = { order_display_id: orderId };
      const shown = await listed(nth((number + order + 1) % 2), account, query).catch(() => null);
      if (shown !== null && !shown.includes(orderId)) missed.push(orderId);
    }
  };
  const shops = ['A', 'B', 'C', 'D'].map(shop);
  const booked = async (more: number) => {
    const before = kept.length;
    await expect.poll(() => kept.length).toBeGreaterThan(before + more);
  };
  try {
    await booked(20);
    await servers.primary.end('SIGQUIT');
    await servers.replica.ask('select pg_promote()');
    leading.leadTo(servers.replica);
    await booked(20);
  } finally {
    isOver = true;
    await Promise.all(shops);
  }
  const rows = await servers.replica.ask('select display_id from orders');
  const found = new Set(rows.map(({ display_id }) => display_id));
  expect(kept.filter((orderId) => !found.has(orderId))).toEqual([]);
  expect(missed).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SYSTEM } from '../../src/domain/actor.ts';
import { storeCourierWeights } from '../../src/storage/couriers/courier-charges.ts';
import { type AccountReads, Database } from '../../src/storage/database.ts';
import { EXPORT_HEADINGS } from '../../src/storage/listing/export.ts';
import { ProcessNotifications } from '../../src/storage/process-notifications.ts';
import { Replica } from '../../src/storage/replica/replica.ts';
import { csvLinesOf } from '../../src/usecases/listing/export-shipments.ts';
import { START } from '../support/clock.ts';
import { createDatabase, openTestPool, type TestDatabase } from '../support/database.ts';
import { TrustedReplica } from '../support/trusted-replica.ts';

const ACCOUNT = '01900000-0000-7000-8000-000000000001';

let primary: TestDatabase;
let replica: TrustedReplica;
let database: Database;

beforeAll(async () => {
  primary = await createDatabase();
  replica = new TrustedReplica(openTestPool(primary.connection, 1));
  database = new Database(primary.database.pool, { replica });
});
afterAll(async () => {
  await replica.close();
  await primary.drop();
});

it('an export is read from the primary if the replica fails before the first row', async () => {
  let asked = 0;
  async function* rows() {
    asked += 1;
    if (asked === 1) throw Object.assign(new Error('a replay conflict'), { code: '40001' });
    yield '1,2\r\n';
  }
  const lines: string[] = [];
  for await (const line of database.readInParts(ACCOUNT, () => csvLinesOf(['a', 'b'], rows())))
    lines.push(line);
  expect(lines.join('')).toBe('\ufeffa,b\r\n1,2\r\n');
  expect(asked).toBe(2);
});

it('an export that fails after its first part is not started again', async () => {
  let asked = 0;
  async function* parts() {
    asked += 1;
    yield 'first';
    throw Object.assign(new Error('a replay conflict'), { code: '40001' });
  }
  const read = async () => {
    for await (const part of database.readInParts(ACCOUNT, parts)) expect(part).toBe('first');
  };
  await expect(read()).rejects.toThrow('a replay conflict');
  expect(asked).toBe(1);
});

it('a read that fails for another reason than the replica is not repeated on the primary', async () => {
  const { rested } = replica;
  let asked = 0;
  const read = database.read(ACCOUNT, async () => {
    asked += 1;
    throw new Error('a bug');
  });
  await expect(read).rejects.toThrow('a bug');
  expect([asked, replica.rested]).toEqual([1, rested]);
});

it('a restricted person sees no more rows on the replica than on the primary', async () => {
  const [accountId, chai, tea] = [randomUUID(), randomUUID(), randomUUID()];
  await primary.sql("insert into accounts (account_id, name, created_at) values ($1, 'Chai', now())", [
    accountId,
  ]);
  await primary.sql(
    `insert into stores (account_id, store_id, store_name, created_at, updated_at)
     select $1, id, id::text, now(), now() from unnest($2::uuid[]) id`,
    [accountId, [chai, tea]],
  );
  const restriction = { storeIds: [tea], warehouseIds: null };
  const seen = (from: AccountReads) =>
    from.account(accountId).read('select store_id from stores where account_id = $1', []);
  const restricted = database.within({ restriction, personId: randomUUID() });
  expect(await restricted.read(accountId, seen)).toEqual([{ store_id: tea }]);
  expect(
    await restricted.read(accountId, (from) =>
      from.readInSnapshot(accountId, (scope) =>
        scope.read('select store_id from stores where account_id = $1', []),
      ),
    ),
  ).toEqual([{ store_id: tea }]);
  expect(await seen(restricted)).toEqual([{ store_id: tea }]);
  expect(await database.read(accountId, seen)).toHaveLength(2);
});

it.each(['of one account', 'of several accounts'])(
  'a change %s ends only after it was announced',
  async (of) => {
    const by = { actor: SYSTEM, now: START, newId: randomUUID };
    const events: string[] = [];
    let announce: () => void = () => undefined;
    const announced = new Promise<void>((resolve) => {
      announce = resolve;
    });
    const noteWritten = vi.spyOn(replica, 'noteWritten').mockReturnValue(announced);
    const change =
      of === 'of one account'
        ? database.change(ACCOUNT, by, async () => undefined)
        : database.changeAcrossAccounts(by, async () => undefined);
    const ended = change.then(() => events.push('ended'));
    await expect.poll(() => noteWritten.mock.calls).toHaveLength(1);
    await new Promise(setImmediate);
    events.push('announced');
    announce();
    await ended;
    noteWritten.mockRestore();
    expect(events).toEqual(['announced', 'ended']);
  },
);

it('an export without rows has its headings', async () => {
  const lines: string[] = [];
  for await (const line of csvLinesOf(EXPORT_HEADINGS, (async function* () {})())) lines.push(line);
  expect(lines).toEqual([`\ufeff${EXPORT_HEADINGS.join(',')}\r\n`]);
});

it('a read that takes too long on the replica is not repeated on the primary', async () => {
  await replica.pool.query("set statement_timeout to '10ms'");
  const { rested } = replica;
  let asked = 0;
  const slow = database.read(ACCOUNT, (from) => {
    asked += 1;
    // biome-ignore lint/plugin: a query that is given up
    return from.account(ACCOUNT).read(`select $1::uuid, pg_sleep(${asked === 1 ? 600 : 0})`, []);
  });
  await expect(slow).rejects.toMatchObject({ code: '57014' });
  expect([asked, replica.rested]).toEqual([1, rested]);
});

it('a change of several accounts is announced for the account of each row', async () => {
  const by = { actor: SYSTEM, now: START, newId: randomUUID };
  const told = { accountId: ACCOUNT, shipmentId: randomUUID(), weight: 500 };
  await database.changeAcrossAccounts(by, (transaction) => storeCourierWeights(transaction, [told], by.now));
  expect(replica.written).toEqual([ACCOUNT]);
  const rows = await primary.sql('select account_id, shipment_id from courier_charges');
  expect(rows).toEqual([{ account_id: ACCOUNT, shipment_id: told.shipmentId }]);
});

it('writes are announced to other processes while all connections of this process are busy', async () => {
  const busy = openTestPool(primary.connection, 1);
  const [here, there] = [1, 2].map(
    () =>
      new ProcessNotifications({
        listening: openTestPool(primary.connection, 1),
        sender: busy,
        onError: () => undefined,
      }),
  ) as [ProcessNotifications, ProcessNotifications];
  const writing = new Replica({
    pool: openTestPool(primary.connection, 1),
    primary: busy,
    onChange: () => undefined,
  });
  const listen = [here, there].map((news) => once(news, 'listening'));
  here.start();
  there.start();
  await Promise.all(listen);
  writing.follow(here);
  const kept = await busy.connect();
  try {
    const heard = once(there, 'written');
    await writing.noteWritten([ACCOUNT]);
    const [text] = await heard;
    expect(text).toMatch(new RegExp(`^\\d+ ${ACCOUNT}$`));
  } finally {
    kept.release();
    await writing.close();
    await here.stop();
    await there.stop();
    await busy.end();
  }
});

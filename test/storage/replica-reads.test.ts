import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SYSTEM } from '../../src/domain/actor.ts';
import { storeCourierWeights } from '../../src/storage/couriers/courier-charges.ts';
import { Database } from '../../src/storage/database.ts';
import { EXPORT_HEADINGS } from '../../src/storage/listing/export.ts';
import { ProcessNotifications } from '../../src/storage/process-notifications.ts';
import { Replica } from '../../src/storage/replica/replica.ts';
import { csvLinesOf } from '../../src/usecases/listing/export-shipments.ts';
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

it('a file of rows comes whole from the primary where the replica fails at the first of them', async () => {
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

it('a file of no rows has its headings', async () => {
  const lines: string[] = [];
  for await (const line of csvLinesOf(EXPORT_HEADINGS, (async function* () {})())) lines.push(line);
  expect(lines).toEqual([`\ufeff${EXPORT_HEADINGS.join(',')}\r\n`]);
});

it('what takes too long on the replica is not asked of the primary as well, and the replica serves others', async () => {
  await replica.pool.query("set statement_timeout to '10ms'");
  const { rested } = replica;
  let asked = 0;
  const slow = database.read(ACCOUNT, (from) => {
    asked += 1;
    return from.account(ACCOUNT).read(`select $1::uuid, pg_sleep(${asked === 1 ? 600 : 0})`, []);
  });
  await expect(slow).rejects.toMatchObject({ code: '57014' });
  expect([asked, replica.rested]).toEqual([1, rested]);
});

it('weights that couriers tell are told as written by their accounts', async () => {
  const by = { actor: SYSTEM, now: new Date(), newId: randomUUID };
  const told = { accountId: ACCOUNT, shipmentId: randomUUID(), weight: 500 };
  await database.changeAcrossAccounts(by, (transaction) => storeCourierWeights(transaction, [told], by.now));
  expect(replica.written).toEqual([ACCOUNT]);
  const { rows } = await primary.database.pool.query('select account_id, shipment_id from courier_charges');
  expect(rows).toEqual([{ account_id: ACCOUNT, shipment_id: told.shipmentId }]);
});

it('other processes are told what was written while all connections of this one are kept busy', async () => {
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

import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
// biome-ignore lint/plugin: what a stopped process has sent cannot be seen
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { MIGRATIONS_FOLDER } from '../../src/package-root.ts';
import { markProcessSeen, removeProcess } from '../../src/storage/booking/processes.ts';
import { readClusterTables } from '../../src/storage/cluster/cluster-tables.ts';
import { distributeAll } from '../../src/storage/cluster/distribute.ts';
import { areChangesLogged } from '../../src/storage/columns/shipment-changes.ts';
import { migrate, readMigrations } from '../../src/storage/migrate.ts';
import { isCluster } from '../support/cluster.ts';
import { runCommand } from '../support/commands.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { databaseEnvironment, startServiceProcess } from '../support/service-process.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createDatabase();
});
afterAll(() => test.drop());

const onCluster = it.skipIf(!isCluster(inject('server')));

it('the catalogue tells which tables are distributed, copied or kept on the coordinator', async () => {
  const tables = await readClusterTables(test.database.pool);
  const kindOf = (name: string) => tables.find((table) => table.name === name)?.kind;
  for (const name of ['stores', 'shipments', 'rate_heads', 'message_switches', 'exchange_numbers']) {
    expect([name, kindOf(name)]).toEqual([name, 'account']);
  }
  for (const name of ['accounts', 'service_processes']) {
    expect([name, kindOf(name)]).toEqual([name, 'copied']);
  }
  for (const name of ['users', 'credentials', 'tracking_numbers', 'offline_bookings']) {
    expect([name, kindOf(name)]).toEqual([name, 'registry']);
  }
  expect(kindOf('migrations')).toBeUndefined();
});

it.skipIf(isCluster(inject('server')))('the command is refused without a cluster', async () => {
  const { code, stderr } = await runCommand(databaseEnvironment(test), ['cluster', 'distribute']);
  expect(stderr).toContain('The database has no Citus');
  expect(code).toBe(1);
});

it('the command is refused while the service runs, and works after the service ended', async () => {
  const processId = randomUUID();
  await markProcessSeen(test.database, processId, []);
  const { code, stderr } = await runCommand(databaseEnvironment(test), ['cluster', 'distribute']);
  expect(stderr).toContain('The service is running on this database: stop all of its processes');
  expect(code).toBe(1);
  await removeProcess(test.database, processId);
  const after = await runCommand(databaseEnvironment(test), ['cluster', 'distribute']);
  expect(after.stderr).not.toContain('is running');
});

onCluster('a running service ends with a sentence after its tables were distributed', async () => {
  const own = await createDatabase('empty');
  const service = await startServiceProcess(databaseEnvironment(own));
  const ended = once(service.child, 'close');
  await expect.poll(() => pauseAtRest(service.child, own.database.pool)).toBe(true);
  try {
    await distributeAll(own.database.pool);
  } finally {
    service.child.kill('SIGCONT');
  }
  expect(await ended).toEqual([1, null]);
  expect(service.log()).toContain('The tables were distributed over a cluster while this process ran');
  await own.drop();
});

/**
 * Stops the process of a service if none of its sessions is in a transaction: their locks and those of the distribution could wait
 * for each other.
 */
async function pauseAtRest(child: ChildProcess, pool: pg.Pool): Promise<boolean> {
  child.kill('SIGSTOP');
  // biome-ignore lint/plugin: statements that it had sent before begin meanwhile
  await setTimeout(100);
  const { rows } = await pool.query(
    `select from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle'`,
  );
  if (rows.length > 0) child.kill('SIGCONT');
  return rows.length === 0;
}

onCluster('every table is placed, and distributing again changes nothing', async () => {
  const checked = await runCommand(databaseEnvironment(test), ['cluster', 'distribute', '--check', '--json']);
  expect(checked.code).toBe(0);
  expect(JSON.parse(checked.stdout).tables.every(({ placed }: { placed: boolean }) => placed)).toBe(true);
  expect(await distributeAll(test.database.pool)).toEqual({ spread: [], copied: [], registries: [] });
});

onCluster('the tables of an account are all on one node', async () => {
  const rows = await test.sql(
    "select count(distinct colocationid)::integer as groups from pg_dist_partition where partmethod = 'h'",
  );
  expect(rows).toEqual([{ groups: 1 }]);
});

onCluster('tables of a new migration are placed automatically', async () => {
  const known = await readMigrations(MIGRATIONS_FOLDER);
  const number = known.length + 1;
  const next = {
    number,
    name: `${number}-parcel-notes`,
    sql: `create table parcel_notes (account_id uuid not null references accounts, note_id uuid not null, said text,
        primary key (account_id, note_id));
      create table note_addresses (note_id uuid primary key, account_id uuid not null);
      create table note_readers (account_id uuid not null, note_id uuid not null, user_id uuid not null references users,
        primary key (account_id, note_id, user_id));
      alter table shipments add column noted_at timestamptz(3);
      create index shipments_noted on shipments (account_id, noted_at);`,
    checksum: 'of a test',
    needs: 0,
  };
  expect(await migrate(test.database.pool, [...known, next])).toEqual([next.name]);
  const tables = await readClusterTables(test.database.pool);
  expect(tables.filter(({ isPlaced }) => !isPlaced)).toEqual([]);
  const placed = await test.sql(
    `select table_name::text as name, citus_table_type as "placedAs" from citus_tables
      where table_name = any ('{note_addresses,note_readers,parcel_notes,users}'::regclass[]) order by 1`,
  );
  expect(placed).toEqual([
    { name: 'note_addresses', placedAs: 'local' },
    { name: 'note_readers', placedAs: 'distributed' },
    { name: 'parcel_notes', placedAs: 'distributed' },
    { name: 'users', placedAs: 'reference' },
  ]);
});

onCluster('an older cluster gets the triggers that log changes', async () => {
  const before = await createDatabase();
  const { pool } = before.database;
  const scope = before.database.account('00000000-0000-7000-8000-000000000001');
  const client = await pool.connect();
  await client.query('set citus.enable_unsafe_triggers to on');
  await client.query('drop trigger shipments_changed on shipments');
  await client.query('drop trigger dues_made on cod_dues');
  client.release();
  await before.sql(
    'create function log_changed_shipments() returns trigger language plpgsql as $$ begin return null; end $$',
  );
  await before.sql('delete from migrations where number >= 58');
  expect(await areChangesLogged(scope)).toBe(false);
  await migrate(pool, await readMigrations(MIGRATIONS_FOLDER), 58);
  expect(await areChangesLogged(scope)).toBe(true);
  await before.sql(
    `insert into cod_dues (account_id, shipment_id, carrier_id)
     select '00000000-0000-7000-8000-000000000001', gen_random_uuid(), 'courier' from generate_series(1, 3)`,
  );
  const rows = await before.sql('select part, cardinality(shipment_ids) as shipments from shipment_changes');
  expect(rows).toEqual([{ part: 'dues', shipments: 3 }]);
  await before.drop();
});

onCluster('ledger entries cannot be changed on any node', async () => {
  const account = '00000000-0000-7000-8000-000000000001';
  await test.sql(
    `insert into ledger_entries (account_id, shipment_id, entry_id, recorded_at, happened_at, amount_paise, gst_paise, event_type, side)
     values ($1, $1, $1, now(), now(), 100, 0, 'platform_fee', 'debit')`,
    [account],
  );
  await expect(
    test.sql('update ledger_entries set amount_paise = 1 where account_id = $1', [account]),
  ).rejects.toThrow('append-only');
});

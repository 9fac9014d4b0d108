import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
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

it('tables of accounts, what they refer to and registries are told from one another by the catalogue', async () => {
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

it.skipIf(isCluster(inject('server')))('a command says that there is no cluster', async () => {
  const { code, stderr } = await runCommand(databaseEnvironment(test), ['cluster', 'distribute']);
  expect(stderr).toContain('The database has no Citus');
  expect(code).toBe(1);
});

it('a command refuses while the service runs, and does not once it has ended', async () => {
  const processId = randomUUID();
  await markProcessSeen(test.database, processId, []);
  const { code, stderr } = await runCommand(databaseEnvironment(test), ['cluster', 'distribute']);
  expect(stderr).toContain('The service is running on this database: stop all of its processes');
  expect(code).toBe(1);
  await removeProcess(test.database, processId);
  const after = await runCommand(databaseEnvironment(test), ['cluster', 'distribute']);
  expect(after.stderr).not.toContain('is running');
});

onCluster('a service that finds its tables distributed while it runs ends with a sentence', async () => {
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
  // What it had sent before begins meanwhile.
  await setTimeout(100);
  const { rows } = await pool.query(
    `select from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle'`,
  );
  if (rows.length > 0) child.kill('SIGCONT');
  return rows.length === 0;
}

onCluster('every table has its place, and doing it again changes nothing', async () => {
  const checked = await runCommand(databaseEnvironment(test), ['cluster', 'distribute', '--check', '--json']);
  expect(checked.code).toBe(0);
  expect(JSON.parse(checked.stdout).tables.every(({ placed }: { placed: boolean }) => placed)).toBe(true);
  expect(await distributeAll(test.database.pool)).toEqual({ spread: [], copied: [], registries: [] });
});

onCluster('the tables of an account are all on one node', async () => {
  const { rows } = await test.database.pool.query(
    "select count(distinct colocationid)::integer as groups from pg_dist_partition where partmethod = 'h'",
  );
  expect(rows).toEqual([{ groups: 1 }]);
});

onCluster('what a migration makes gets its place by itself', async () => {
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
  const { rows: placed } = await test.database.pool.query(
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

onCluster('a cluster of before gets the triggers that tell what changes', async () => {
  const before = await createDatabase();
  const { pool } = before.database;
  const scope = before.database.account('00000000-0000-7000-8000-000000000001');
  const client = await pool.connect();
  await client.query('set citus.enable_unsafe_triggers to on');
  await client.query('drop trigger shipments_changed on shipments');
  await client.query('drop trigger dues_made on cod_dues');
  client.release();
  await pool.query(
    'create function log_changed_shipments() returns trigger language plpgsql as $$ begin return null; end $$',
  );
  await pool.query('delete from migrations where number >= 58');
  expect(await areChangesLogged(scope)).toBe(false);
  await migrate(pool, await readMigrations(MIGRATIONS_FOLDER), 58);
  expect(await areChangesLogged(scope)).toBe(true);
  await pool.query(
    `insert into cod_dues (account_id, shipment_id, carrier_id)
     select '00000000-0000-7000-8000-000000000001', gen_random_uuid(), 'courier' from generate_series(1, 3)`,
  );
  const { rows } = await pool.query(
    'select part, cardinality(shipment_ids) as shipments from shipment_changes',
  );
  expect(rows).toEqual([{ part: 'dues', shipments: 3 }]);
  await before.drop();
});

onCluster('entries of the ledger stay as they are, on whichever node', async () => {
  const account = '00000000-0000-7000-8000-000000000001';
  await test.database.pool.query(
    `insert into ledger_entries (account_id, shipment_id, entry_id, recorded_at, happened_at, amount_paise, gst_paise, event_type, side)
     values ($1, $1, $1, now(), now(), 100, 0, 'platform_fee', 'debit')`,
    [account],
  );
  await expect(
    test.database.pool.query('update ledger_entries set amount_paise = 1 where account_id = $1', [account]),
  ).rejects.toThrow('append-only');
});

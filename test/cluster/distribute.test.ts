import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { MIGRATIONS_FOLDER } from '../../src/package-root.ts';
import { readClusterTables } from '../../src/storage/cluster/cluster-tables.ts';
import { distributeAll } from '../../src/storage/cluster/distribute.ts';
import { migrate, readMigrations } from '../../src/storage/migrate.ts';
import { isCluster } from '../support/cluster.ts';
import { runCommand } from '../support/commands.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { databaseEnvironment } from '../support/service-process.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createDatabase();
});
afterAll(() => test.drop());

const onCluster = it.skipIf(!isCluster(inject('server')));

it('tables of accounts are told from registries by the catalogue', async () => {
  const tables = await readClusterTables(test.database.pool);
  const kindOf = (name: string) => tables.find((table) => table.name === name)?.kind;
  for (const name of ['stores', 'shipments', 'rate_heads', 'message_switches', 'exchange_numbers']) {
    expect([name, kindOf(name)]).toEqual([name, 'account']);
  }
  for (const name of ['accounts', 'users', 'credentials', 'tracking_numbers', 'service_processes']) {
    expect([name, kindOf(name)]).toEqual([name, 'registry']);
  }
  expect(kindOf('migrations')).toBeUndefined();
});

it.skipIf(isCluster(inject('server')))('a command says that there is no cluster', async () => {
  const { code, stderr } = await runCommand(databaseEnvironment(test), ['cluster', 'distribute']);
  expect(stderr).toContain('The database has no Citus');
  expect(code).toBe(1);
});

onCluster('every table has its place, and doing it again changes nothing', async () => {
  const checked = await runCommand(databaseEnvironment(test), ['cluster', 'distribute', '--check', '--json']);
  expect(checked.code).toBe(0);
  expect(JSON.parse(checked.stdout).tables.every(({ placed }: { placed: boolean }) => placed)).toBe(true);
  expect(await distributeAll(test.database.pool)).toEqual({ spread: [], copied: [] });
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
      alter table shipments add column noted_at timestamptz(3);
      create index shipments_noted on shipments (account_id, noted_at);`,
    checksum: 'of a test',
    needs: 0,
  };
  expect(await migrate(test.database.pool, [...known, next])).toEqual([next.name]);
  const tables = await readClusterTables(test.database.pool);
  expect(tables.filter(({ isPlaced }) => !isPlaced)).toEqual([]);
  expect(tables.filter(({ name }) => name.includes('note_') || name.includes('parcel_notes'))).toEqual([
    { name: 'note_addresses', kind: 'registry', isPlaced: true },
    { name: 'parcel_notes', kind: 'account', isPlaced: true },
  ]);
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

import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MIGRATIONS_FOLDER } from '../../src/package-root.ts';
import { isMigrated, type Migration, migrate, readMigrations } from '../../src/storage/migrate.ts';
import { createDatabase, openTestPool, type TestDatabase } from '../support/database.ts';

let empty: TestDatabase;

beforeEach(async () => {
  empty = await createDatabase('empty');
});
afterEach(() => empty.drop());

describe('migrations', () => {
  it('are applied once when twenty processes start at the same time on an empty database', async () => {
    const migrations = await readMigrations(MIGRATIONS_FOLDER);
    const pools = Array.from({ length: 20 }, () => openTestPool(empty.connection, 1));
    try {
      const applied = await Promise.all(pools.map((pool) => migrate(pool, migrations)));
      expect(applied.filter((names) => names.length > 0)).toEqual([migrations.map(({ name }) => name)]);
      expect(await isMigrated(empty.database.pool, migrations)).toBe(true);
    } finally {
      await Promise.all(pools.map((pool) => pool.end()));
    }
  });

  it('do not change other schemas', async () => {
    const schemas = async () => {
      const rows = await empty.sql<{ nspname: string }>(
        "select nspname from pg_namespace where nspname not like 'pg\\_%' order by 1",
      );
      return rows.map(({ nspname }) => nspname);
    };
    const before = await schemas();
    await migrate(empty.database.pool, await readMigrations(MIGRATIONS_FOLDER));
    expect((await schemas()).filter((name) => !before.includes(name))).toEqual(['dakiya']);
    const rows = await empty.sql(
      "select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where nspname = 'public' and relkind = 'r'",
    );
    expect(rows).toEqual([]);
  });

  it('of a newer release are accepted if they only add', async () => {
    const { pool } = empty.database;
    const known = [made(1, 'select 1'), made(2, 'select 2')];
    await migrate(pool, known);
    await migrate(pool, [...known, made(3, 'create table dakiya.more ()'), made(4, 'select 4', 2)]);
    expect(await isMigrated(pool, known)).toBe(true);
    expect(await migrate(pool, known)).toEqual([]);
  });

  it('of a newer release are refused if they need a migration that this release lacks', async () => {
    const { pool } = empty.database;
    const known = [made(1, 'select 1'), made(2, 'select 2')];
    await migrate(pool, [...known, made(3, 'select 3'), made(4, 'drop table if exists dakiya.less', 3)]);
    await expect(migrate(pool, known)).rejects.toThrow(/was migrated by a newer release \(0004-made\)/);
    expect(await isMigrated(pool, known)).toBe(false);
  });

  it('wait for a reader of the table without blocking other readers', async () => {
    const { pool } = empty.database;
    const known = [made(1, 'create table dakiya.parcels ()')];
    await migrate(pool, known);
    const reader = await pool.connect();
    try {
      await reader.query('begin');
      await reader.query('select from dakiya.parcels');
      const migrated = migrate(pool, [...known, made(2, 'alter table dakiya.parcels add weight integer')]);
      await expect
        .poll(async () => {
          const { rows } = await pool.query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          );
          return rows.length;
        })
        .toBe(1);
      await pool.query('select from dakiya.parcels');
      await reader.query('commit');
      expect(await migrated).toEqual(['0002-made']);
    } finally {
      reader.release();
    }
  });

  it('name in their text the oldest release that works with them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dakiya-migrations-'));
    try {
      await writeFile(join(folder, '0001-one.sql'), 'create table one ();\n');
      await writeFile(join(folder, '0002-two.sql'), '-- It goes.\n-- needs 0001\ndrop table one;\n');
      expect((await readMigrations(folder)).map(({ needs }) => needs)).toEqual([0, 1]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('of a database without the column "needs" are accepted', async () => {
    const { pool } = empty.database;
    const known = [made(1, 'select 1')];
    await migrate(pool, known);
    await pool.query('alter table dakiya.migrations drop column needs');
    expect(await migrate(pool, known)).toEqual([]);
    expect(await isMigrated(pool, known)).toBe(true);
  });

  it('are refused if one was edited', async () => {
    await migrate(empty.database.pool, [made(1, 'create table dakiya.one ()')]);
    await expect(migrate(empty.database.pool, [made(1, 'create table dakiya.two ()')])).rejects.toThrow(
      /0001-made differs from the one the database was made with/,
    );
  });

  it('leave nothing behind if one fails', async () => {
    const failing = made(1, 'create table dakiya.half (); select 1 / 0');
    await expect(migrate(empty.database.pool, [failing])).rejects.toThrow(/division by zero/);
    const rows = await empty.sql("select to_regclass('dakiya.half') as half");
    expect(rows).toEqual([{ half: null }]);
  });
});

function made(number: number, sql: string, needs = 0): Migration {
  const name = `${String(number).padStart(4, '0')}-made`;
  return { number, name, sql, checksum: createHash('sha256').update(sql).digest('hex'), needs };
}

import { createHash } from 'node:crypto';
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
  it('are applied once by twenty processes that start at once on an empty database', async () => {
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

  it('leave other schemas alone', async () => {
    const schemas = async () => {
      const { rows } = await empty.database.pool.query<{ nspname: string }>(
        "select nspname from pg_namespace where nspname not like 'pg\\_%' order by 1",
      );
      return rows.map(({ nspname }) => nspname);
    };
    const before = await schemas();
    await migrate(empty.database.pool, await readMigrations(MIGRATIONS_FOLDER));
    expect((await schemas()).filter((name) => !before.includes(name))).toEqual(['dakiya']);
    const { rows } = await empty.database.pool.query(
      "select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where nspname = 'public' and relkind = 'r'",
    );
    expect(rows).toEqual([]);
  });

  it('refuse a database of a newer release', async () => {
    const migrations = await readMigrations(MIGRATIONS_FOLDER);
    await migrate(empty.database.pool, [...migrations, made(migrations.length + 1, 'select 1')]);
    await expect(migrate(empty.database.pool, migrations)).rejects.toThrow(
      /was migrated by a newer release \(\d{4}-made\)/,
    );
    expect(await isMigrated(empty.database.pool, migrations)).toBe(false);
  });

  it('refuse an edited migration', async () => {
    await migrate(empty.database.pool, [made(1, 'create table dakiya.one ()')]);
    await expect(migrate(empty.database.pool, [made(1, 'create table dakiya.two ()')])).rejects.toThrow(
      /0001-made differs from the one the database was made with/,
    );
  });

  it('leave nothing of a migration that fails', async () => {
    const failing = made(1, 'create table dakiya.half (); select 1 / 0');
    await expect(migrate(empty.database.pool, [failing])).rejects.toThrow(/division by zero/);
    const { rows } = await empty.database.pool.query("select to_regclass('dakiya.half') as half");
    expect(rows).toEqual([{ half: null }]);
  });
});

function made(number: number, sql: string): Migration {
  const name = `${String(number).padStart(4, '0')}-made`;
  return { number, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

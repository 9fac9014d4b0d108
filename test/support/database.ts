import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { Database, openPool } from '../../src/storage/database.ts';
import { connectTo } from './server.ts';

/** A database of a test file's own. */
export interface TestDatabase {
  readonly database: Database;
  readonly connection: ReturnType<typeof connectTo>;
  /** Closes the pool, and drops the database where it would not go with its server. */
  drop(): Promise<void>;
}

/** Makes a database as a copy of the migrated template, or an empty one. */
export async function createDatabase(
  kind: 'migrated' | 'empty' = 'migrated',
  connections = 10,
): Promise<TestDatabase> {
  const name = `dakiya_test_${randomBytes(6).toString('hex')}`;
  const source = kind === 'migrated' ? inject('template') : 'template0';
  const server = inject('server');
  // Five times quicker on a server that does not wait for its disk, five times slower on one that does.
  const strategy = server.kind === 'socket' ? 'file_copy' : 'wal_log';
  await onServer((pool) => pool.query(`create database ${name} template ${source} strategy ${strategy}`));
  const connection = connectTo(server, name);
  const database = new Database(openTestPool(connection, connections));
  return {
    database,
    connection,
    drop: async () => {
      await database.close();
      // Dropping takes a third of the time of making, which the end of our own server spares.
      if (server.kind === 'url') await onServer((pool) => pool.query(`drop database ${name} with (force)`));
    },
  };
}

/** A pool of a test's own on the same database; end it. */
export function openTestPool(connection: TestDatabase['connection'], maxConnections: number): pg.Pool {
  return openPool({ connection, maxConnections, applicationName: 'dakiya-test', onError: () => undefined });
}

async function onServer(work: (pool: pg.Pool) => Promise<unknown>): Promise<void> {
  const pool = openTestPool(connectTo(inject('server'), null), 1);
  try {
    await work(pool);
  } finally {
    await pool.end();
  }
}

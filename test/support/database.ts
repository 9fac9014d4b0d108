import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { Database, openPool } from '../../src/storage/database.ts';
import { connectTo } from './server.ts';

/** A database of a test file's own. */
export interface TestDatabase {
  readonly database: Database;
  readonly connection: ReturnType<typeof connectTo>;
  /** Closes the pool and drops the database. */
  drop(): Promise<void>;
}

/** Makes a database as a copy of the migrated template, or an empty one. */
export async function createDatabase(kind: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const name = `dakiya_test_${randomBytes(6).toString('hex')}`;
  const source = kind === 'migrated' ? inject('template') : 'template0';
  await onServer((pool) => pool.query(`create database ${name} template ${source}`));
  const connection = connectTo(inject('server'), name);
  const database = new Database(openTestPool(connection, 10));
  return {
    database,
    connection,
    drop: async () => {
      await database.close();
      await onServer((pool) => pool.query(`drop database ${name} with (force)`));
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

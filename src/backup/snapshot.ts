import type pg from 'pg';
import { lockNodes, openNodes } from '../storage/cluster/lock-nodes.ts';
import { MIGRATION_LOCK } from '../storage/migrate.ts';
import { hasJobQueue } from './backup-jobs.ts';
import { type CatalogueTable, readApplied, readSequences, readTables } from './catalogue.ts';
import { type BackupHeader, inSchema } from './format.ts';
import { makePlain } from './plain-session.ts';

/** A consistent view of the database at one moment. */
export interface Snapshot {
  /** A connection in the read-only transaction of the snapshot. */
  readonly client: pg.ClientBase;
  readonly tables: readonly CatalogueTable[];
  readonly header: Pick<BackupHeader, 'postgresql' | 'migrations' | 'sequences' | 'job_queue'>;
}

/**
 * Runs `work` with a snapshot of the database, while others read and write. Only migrations wait until it
 * ends, because the tables must not change. On a cluster, each node's snapshot has a different moment.
 */
export async function inSnapshot<T>(pool: pg.Pool, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const snapshot = await withoutMigration(pool, async () => {
      await client.query('begin isolation level repeatable read, read only');
      await makePlain(client);
      return take(client);
    });
    const result = await work(snapshot);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // The connection may still be in a COPY, so it cannot be used again.
    client.release(true);
    throw error;
  }
}

/**
 * Runs `work` while no migration runs. A transaction of another connection holds the lock. In the snapshot's
 * own transaction, the snapshot would be older than the migration that the lock waited for. A session lock
 * would get lost behind a pooler.
 */
async function withoutMigration<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const guard = await pool.connect();
  try {
    await guard.query('begin');
    await guard.query('select pg_advisory_xact_lock_shared($1)', [MIGRATION_LOCK]);
    await lockNodes(guard);
    const result = await work();
    await guard.query('commit');
    guard.release();
    return result;
  } catch (error) {
    guard.release(true);
    throw error;
  }
}

async function take(client: pg.ClientBase): Promise<Snapshot> {
  const migrations = await readApplied(client);
  const tables = migrations.length > 0 ? await readTables(client) : [];
  if (tables.length > 0) {
    const names = tables.map(({ name }) => inSchema(name)).join(', ');
    await client.query(`lock table ${names} in access share mode`);
    await openNodes(client);
  }
  // Sequences are read after the snapshot, so that no sequence gives out a number again that a row of the
  // snapshot has.
  const sequences = migrations.length > 0 ? await readSequences(client) : [];
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  return {
    client,
    tables,
    header: {
      postgresql: rows[0]?.server_version ?? '',
      migrations,
      sequences,
      job_queue: await hasJobQueue(client),
    },
  };
}

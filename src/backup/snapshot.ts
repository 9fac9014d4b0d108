import type pg from 'pg';
import { lockNodes, openNodes } from '../storage/cluster/lock-nodes.ts';
import { MIGRATION_LOCK } from '../storage/migrate.ts';
import { hasJobQueue } from './backup-jobs.ts';
import { type CatalogueTable, readApplied, readSequences, readTables } from './catalogue.ts';
import { type BackupHeader, inSchema } from './format.ts';
import { makePlain } from './plain-session.ts';

/** One moment of the database, held still for as long as the work on it lasts. */
export interface Snapshot {
  /** In a transaction that sees the moment and changes nothing. */
  readonly client: pg.ClientBase;
  readonly tables: readonly CatalogueTable[];
  readonly header: Pick<BackupHeader, 'postgresql' | 'migrations' | 'sequences' | 'job_queue'>;
}

/**
 * Holds a moment of the database still, while others go on reading and writing. Only a migration waits for
 * its end, since the tables must keep their shape. On a cluster it is a moment of each node.
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
    // The connection may stand in the middle of a COPY: it cannot be used again.
    client.release(true);
    throw error;
  }
}

/**
 * Does `work` while no migration runs. The lock is a transaction's of another connection: taken in the
 * snapshot's own, the snapshot would be older than the migration it waited for, and a session's lock gets
 * lost behind a pooler.
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
  // Read after the snapshot was taken, so that no row in it has a number its sequence has yet to give.
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

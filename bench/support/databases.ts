import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { type EmbeddedPostgres, openEmbedded } from '../../src/embedded-postgresql/open.ts';
import { openPool } from '../../src/storage/database.ts';

type Connection = EmbeddedPostgres['connection'];

/** A running PostgreSQL. */
export interface RunningPostgres {
  readonly connection: Connection;
  stop(): Promise<void>;
}

/**
 * An embedded PostgreSQL in a folder of its own, as durable as a real one; `stop` removes it.
 *
 * @param folder its place, instead of below the temporary folder
 */
export async function openScratchPostgres(folder?: string): Promise<RunningPostgres> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'dakiya-bench-')));
  const postgres = await openIn(dataDir, 'service');
  return {
    connection: postgres.connection,
    stop: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The address of an embedded server in the format of `DATABASE_URL`. */
export function databaseUrl({ host, port, user, database, password }: Connection): string {
  return `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/** The embedded PostgreSQL of a running service. Stop it before the service removes its folder. */
export async function openDatabaseOf(
  { dataDir }: { readonly dataDir: string },
  maxConnections: number,
): Promise<RunningPostgres & { readonly pool: pg.Pool }> {
  const { connection, stop } = await openIn(dataDir, 'command');
  const pool = openPool({
    connection,
    maxConnections,
    applicationName: 'dakiya-bench',
    onError: () => undefined,
  });
  return {
    connection,
    pool,
    stop: async () => {
      await pool.end();
      await stop();
    },
  };
}

function openIn(dataDir: string, role: 'service' | 'command') {
  return openEmbedded({ dataDir, role, progress: () => undefined, log: () => undefined });
}

import type pg from 'pg';
import { type EmbeddedPostgres, openEmbedded } from '../../src/embedded-postgresql/open.ts';
import { openPool, type PoolOptions } from '../../src/storage/database.ts';

/** The embedded PostgreSQL of a service that runs, beside it. Stop it before the service removes its folder. */
export function openDatabaseOf({ dataDir }: { readonly dataDir: string }): Promise<EmbeddedPostgres> {
  return openEmbedded({ dataDir, role: 'command', progress: () => undefined, log: () => undefined });
}

/** Connections of a benchmark's own. End it before what it is connected to is stopped. */
export function openBenchPool(connection: PoolOptions['connection'], maxConnections: number): pg.Pool {
  return openPool({
    connection,
    maxConnections,
    applicationName: 'dakiya-bench',
    onError: () => undefined,
  });
}

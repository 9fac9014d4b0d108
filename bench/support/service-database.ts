import type pg from 'pg';
import { type EmbeddedPostgres, openEmbedded } from '../../src/embedded-postgresql/open.ts';
import { openPool, type PoolOptions } from '../../src/storage/database.ts';

/** The embedded PostgreSQL of a running service. Close it before the service removes its folder. */
export function openDatabaseOf({ dataDir }: { readonly dataDir: string }): Promise<EmbeddedPostgres> {
  return openEmbedded({ dataDir, role: 'command', progress: () => undefined, log: () => undefined });
}

/** Connections of the benchmark itself. Close them before their server is stopped. */
export function openBenchPool(connection: PoolOptions['connection'], maxConnections: number): pg.Pool {
  return openPool({
    connection,
    maxConnections,
    applicationName: 'dakiya-bench',
    onError: () => undefined,
  });
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, openEmbedded } from '../../src/embedded-postgresql/open.ts';

/** An embedded PostgreSQL in a folder of its own, as durable as a real one; `stop` removes it. */
export async function openScratchPostgres(): Promise<Pick<EmbeddedPostgres, 'connection' | 'stop'>> {
  const folder = await mkdtemp(join(tmpdir(), 'dakiya-bench-'));
  const postgres = await openEmbedded({
    dataDir: folder,
    role: 'service',
    progress: () => undefined,
    log: () => undefined,
  });
  return {
    connection: postgres.connection,
    stop: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The address of a scratch server as `DATABASE_URL` takes it. */
export function databaseUrl({ host, port, user, database }: EmbeddedPostgres['connection']): string {
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

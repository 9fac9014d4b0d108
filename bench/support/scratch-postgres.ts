import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, openEmbedded } from '../../src/embedded-postgresql/open.ts';

/**
 * An embedded PostgreSQL in a folder of its own, as durable as a real one; `stop` removes it.
 *
 * @param folder its place, instead of below the temporary folder
 */
export async function openScratchPostgres(
  folder?: string,
): Promise<Pick<EmbeddedPostgres, 'connection' | 'stop'>> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'dakiya-bench-')));
  const postgres = await openEmbedded({
    dataDir,
    role: 'service',
    progress: () => undefined,
    log: () => undefined,
  });
  return {
    connection: postgres.connection,
    stop: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The address of a scratch server in the format of `DATABASE_URL`. */
export function databaseUrl({ host, port, user, database }: EmbeddedPostgres['connection']): string {
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

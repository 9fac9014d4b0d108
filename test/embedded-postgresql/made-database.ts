import { execFile } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { openEmbedded } from '../../src/embedded-postgresql/open.ts';

let made: Promise<string> | undefined;

/**
 * Lays a data folder whose database was made, holds nothing yet and is stopped. It is made once for all tests of a
 * process: copying takes a tenth of that.
 *
 * @param owner whose it is; the user who runs PostgreSQL for the user of this process when left out
 * @returns the folder
 */
export async function layDatabase(dataDir: string, owner?: { uid: number; gid: number }): Promise<string> {
  made ??= makeDatabase();
  await mkdir(dirname(dataDir), { recursive: true });
  await run('cp', ['-a', await made, dataDir]);
  if (owner) await run('chown', ['-R', `${owner.uid}:${owner.gid}`, dataDir]);
  return dataDir;
}

async function makeDatabase(): Promise<string> {
  const runFolder = inject('runFolder');
  // The user who runs PostgreSQL for root has to get through.
  await chmod(runFolder, 0o755);
  const dataDir = join(runFolder, `made-${process.pid}`);
  const quiet = { progress: () => undefined, log: () => undefined };
  const embedded = await openEmbedded({ dataDir, role: 'command', durable: false, ...quiet });
  await embedded.stop();
  return dataDir;
}

const run = promisify(execFile);

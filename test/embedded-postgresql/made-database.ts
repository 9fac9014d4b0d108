import { execFile } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { openEmbedded } from '../../src/embedded-postgresql/open.ts';

let made: Promise<string> | undefined;

/**
 * Creates a data folder with an empty, stopped database. The database is created once for all tests of a
 * process: copying takes a tenth of the time.
 *
 * @param owner its owner; by default the user who runs PostgreSQL for this process's user
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
  // The user who runs PostgreSQL for root has to be able to enter it.
  await chmod(runFolder, 0o755);
  const dataDir = join(runFolder, `made-${process.pid}`);
  const quiet = { progress: () => undefined, log: () => undefined };
  const embedded = await openEmbedded({ dataDir, role: 'command', durable: false, ...quiet });
  await embedded.stop();
  return dataDir;
}

const run = promisify(execFile);

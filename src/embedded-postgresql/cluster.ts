import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../problems/startup-error.ts';
import { serverFailure } from './failure.ts';
import type { ClusterPlace } from './place.ts';
import { type ProgramResult, runProgram } from './run-program.ts';
import { reasonIn } from './server-log.ts';
import { isRoot } from './server-user.ts';
import type { StartOptions } from './start-options.ts';

/** The name of PostgreSQL's superuser and of the database. */
export const DATABASE = 'dakiya';

/** C.UTF-8 is missing on older glibc and on macOS. Letters of every script must count as letters. */
const CHARACTER_TYPES = ['C.UTF-8', 'en_US.UTF-8'];

/**
 * Checks that the binaries can read the database.
 *
 * @returns false if there is no database yet
 * @throws StartupError if another major version of PostgreSQL wrote it
 */
export async function checkVersion(place: ClusterPlace, majorVersion: number): Promise<boolean> {
  let found: string;
  try {
    found = (await readFile(join(place.cluster, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    if ((await entriesOf(place.cluster)).length === 0) return false;
    throw new StartupError(
      `${place.cluster} holds files but no database: move them away, or set DATA_DIR to another folder`,
    );
  }
  if (Number(found) === majorVersion) return true;
  throw new StartupError(
    `The database in ${place.folder} was written by PostgreSQL ${found} and this release brings PostgreSQL ${majorVersion}: write a backup with the release that you used before (dakiya backup <file>), then restore it into a new DATA_DIR with this one (dakiya restore <file>)`,
  );
}

/**
 * Creates the database. It is created under a temporary name and renamed when it is complete, so an
 * interrupted start leaves either no database or a complete one. The caller holds the start lock.
 */
export async function createCluster(
  place: ClusterPlace,
  binaries: string,
  options: StartOptions,
): Promise<void> {
  await removeUnfinished(place);
  const draft = `${place.cluster}.new-${randomBytes(6).toString('hex')}`;
  await mkdir(draft, { mode: 0o700 });
  try {
    if (isRoot()) await chown(draft, place.user.uid, place.user.gid);
    await initialise(place, binaries, draft, options);
    await createDatabase(place, binaries, draft, options);
    await rename(draft, place.cluster);
    await syncFolder(place.folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Closes the folder to other users, because PostgreSQL refuses open folders, such as some volume mounts. */
export async function closeCluster(place: ClusterPlace): Promise<void> {
  await chmod(place.cluster, 0o700);
}

async function initialise(
  place: ClusterPlace,
  binaries: string,
  folder: string,
  { signal, durable }: StartOptions,
): Promise<void> {
  const options = [
    ...['--pgdata', folder, '--username', DATABASE, '--auth', 'trust'],
    ...['--encoding', 'UTF8', '--locale', 'C', '--data-checksums', '--no-instructions'],
    ...(durable ? [] : ['--no-sync']),
  ];
  let result: ProgramResult | undefined;
  for (const characterType of CHARACTER_TYPES) {
    result = await runProgram(join(binaries, 'bin', 'initdb'), [...options, '--lc-ctype', characterType], {
      user: place.user,
      signal,
    });
    if (result.code === 0) return;
    if (!/invalid locale name/.test(result.output)) break;
  }
  signal.throwIfAborted();
  throw await serverFailure(place, result?.failure ?? reasonIn(result?.output ?? ''));
}

/** Creates the database in single-user mode, so that a cluster never exists without its database. */
async function createDatabase(
  place: ClusterPlace,
  binaries: string,
  folder: string,
  { signal, durable }: StartOptions,
): Promise<void> {
  const { code, output, failure } = await runProgram(
    join(binaries, 'bin', 'postgres'),
    [
      '--single',
      '-D',
      folder,
      '-c',
      `fsync=${durable ? 'on' : 'off'}`,
      '-c',
      'exit_on_error=on',
      '-c',
      'log_checkpoints=off',
      'postgres',
    ],
    { user: place.user, input: `create database ${DATABASE} template template0\n`, signal },
  );
  if (code === 0) return;
  signal.throwIfAborted();
  throw await serverFailure(place, failure ?? reasonIn(output));
}

async function removeUnfinished(place: ClusterPlace): Promise<void> {
  for (const name of await readdir(place.folder)) {
    if (!name.startsWith('postgresql.new-')) continue;
    // The initdb of a killed process may still write there.
    await rm(join(place.folder, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

import { createHash } from 'node:crypto';
import { access, constants, mkdir, open, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '../problems/startup-error.ts';
import type { ClusterPlace } from './place.ts';
import { PORT } from './postgresql-settings.ts';
import { isRoot } from './server-user.ts';

/** The system allows paths of 107 bytes (macOS: 103). */
const LONGEST_SOCKET_PATH = 99;

export function socketFile(folder: string): string {
  return join(folder, `.s.PGSQL.${PORT}`);
}

/**
 * Creates the private folder for the socket: in the data folder, or below the temporary folder if the path
 * would be too long for a socket. It is called while no server runs. It removes files of a dead server, so
 * that a process with the same id is not mistaken for that server.
 *
 * @throws StartupError if another user already created a folder of that name
 */
export async function prepareSocketFolder(place: ClusterPlace): Promise<string> {
  const folder = await socketFolderOf(place);
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  await claimFolder(folder, place);
  await rm(socketFile(folder), { force: true });
  await rm(`${socketFile(folder)}.lock`, { force: true });
  return folder;
}

/** Makes sure that we own the folder. It uses an open handle, because nobody can replace that. */
async function claimFolder(folder: string, { user }: ClusterPlace): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW).catch(
    () => {
      throw squatted(folder);
    },
  );
  try {
    const { uid } = await handle.stat();
    if (uid !== user.uid && !(isRoot() && uid === 0)) throw squatted(folder);
    if (uid !== user.uid) await handle.chown(user.uid, user.gid);
    await handle.chmod(0o700);
  } finally {
    await handle.close();
  }
}

function squatted(folder: string): StartupError {
  return new StartupError(`${folder} was made by somebody else: remove it and start again`);
}

/** Removes the socket folder of a stopped server if it is outside the data folder. */
export async function removeSocketFolder(place: ClusterPlace): Promise<void> {
  const folder = await socketFolderOf(place);
  if (folder !== insideOf(place)) await rmdir(folder).catch(() => undefined);
}

function insideOf(place: ClusterPlace): string {
  return join(place.folder, 'run');
}

async function socketFolderOf(place: ClusterPlace): Promise<string> {
  const inside = insideOf(place);
  if (fits(inside)) return inside;
  const name = `dakiya-${createHash('sha256').update(place.cluster).digest('hex').slice(0, 16)}`;
  // /tmp comes first because TMPDIR may differ between the service and a command.
  for (const temporary of ['/tmp', tmpdir()]) {
    const folder = join(temporary, name);
    if (fits(folder) && (await isWritable(temporary))) return folder;
  }
  throw new StartupError(
    `There is no place for PostgreSQL's socket: the path of ${place.folder} is too long and /tmp cannot be written to; set DATA_DIR to a shorter path`,
  );
}

function fits(folder: string): boolean {
  return Buffer.byteLength(socketFile(folder)) <= LONGEST_SOCKET_PATH;
}

async function isWritable(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

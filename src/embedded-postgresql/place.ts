import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, readdir, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { StartupError } from '../problems/startup-error.ts';
import { folderFailure } from './folder-failure.ts';
import { runProgram } from './run-program.ts';
import { isRoot, ownUser, type ServerUser, unprivilegedUser, userOf } from './server-user.ts';

/** The folders of an embedded PostgreSQL, and the user who runs it. */
export interface ClusterPlace {
  /** The data folder, or a folder below the system folder that replaces it. */
  readonly folder: string;
  /** PostgreSQL's data folder; if it exists, it is complete. */
  readonly cluster: string;
  readonly log: string;
  /** Tells whether `folder` replaces the requested data folder. */
  readonly isStandIn: boolean;
  readonly user: ServerUser;
}

/** The folder where root keeps files that an unprivileged user cannot reach elsewhere. */
export const SYSTEM_FOLDER = '/var/lib/dakiya';

const CLUSTER = 'postgresql';
const NOTE = 'the-database-is-elsewhere.txt';
/** The names of everything that we create in a data folder. */
const OURS =
  /^(postgresql(\.new-.+|\.log(\.1)?|\.(password|hba)(\..+)?)?|run|service\.pid(\..+)?|start\.lock(\..+)?|secrets\.key(\.\d+)?|programs|the-database-is-elsewhere\.txt)$/;

/**
 * Decides where the data of a data folder is stored and who runs its PostgreSQL, with the same result for a
 * service and a command. An existing database stays where it is. A new database is created in the data
 * folder, unless this process is root and PostgreSQL's user cannot reach it. Only our folders are created,
 * opened to others or given to another user.
 *
 * @param dataDir an absolute path
 * @param options `mayCreate`: whether a new database may be created; otherwise nothing is changed. `warn` is
 * called if others can read the data folder and we may not close it
 * @throws StartupError
 */
export async function settlePlace(
  dataDir: string,
  {
    systemFolder,
    mayCreate,
    warn,
  }: { systemFolder: string; mayCreate: boolean; warn: (sentence: string) => void },
): Promise<ClusterPlace> {
  try {
    if (mayCreate) {
      await makeFolder(dataDir);
      await closeToOthers(dataDir, warn);
    }
    return await settle(dataDir, systemFolder, mayCreate);
  } catch (error) {
    throw folderFailure(dataDir, error);
  }
}

async function settle(dataDir: string, systemFolder: string, mayCreate: boolean): Promise<ClusterPlace> {
  if (!mayCreate && !(await isFolder(dataDir))) throw noDatabase(dataDir);
  const folder = await realpath(dataDir);
  const standIn = join(systemFolder, createHash('sha256').update(folder).digest('hex').slice(0, 16));
  for (const candidate of [folder, standIn]) {
    const owner = await ownerOfCluster(candidate);
    if (owner !== null) return existingPlace(candidate, owner, candidate === standIn);
  }
  if (!mayCreate) throw noDatabase(dataDir);
  if (!isRoot()) return placeIn(folder, ownUser(), false);
  const user = unprivilegedUser();
  if (await letIn(folder, user)) return placeIn(folder, user, false);
  return makeStandIn(folder, standIn, user);
}

function noDatabase(dataDir: string): StartupError {
  return new StartupError(
    `There is no database in ${dataDir}: start the service once, which makes it, or set DATA_DIR or DATABASE_URL as the service has it`,
  );
}

function placeIn(folder: string, user: ServerUser, isStandIn: boolean): ClusterPlace {
  return { folder, cluster: join(folder, CLUSTER), log: join(folder, 'postgresql.log'), isStandIn, user };
}

async function existingPlace(folder: string, owner: number, isStandIn: boolean): Promise<ClusterPlace> {
  const user = userOf(owner);
  if (!isRoot()) {
    if (owner === ownUser().uid) return placeIn(folder, ownUser(), isStandIn);
    throw new StartupError(
      `The database in ${folder} belongs to user ${user.name}: run this as that user or as root`,
    );
  }
  if (owner === 0) {
    throw new StartupError(
      `The database in ${folder} belongs to root, as whom PostgreSQL refuses to run: give it back to its user (chown -R postgres ${join(folder, CLUSTER)})`,
    );
  }
  if (await letIn(folder, user)) return placeIn(folder, user, isStandIn);
  throw new StartupError(
    `The database in ${folder} cannot be reached by its user ${user.name}: let that user pass every folder above it (chmod o+x)`,
  );
}

/** Returns the user id that owns the database in a folder; null if there is no database. */
async function ownerOfCluster(folder: string): Promise<number | null> {
  const cluster = join(folder, CLUSTER);
  try {
    const { uid } = await stat(cluster);
    return (await isEmpty(cluster)) ? null : uid;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function isEmpty(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    // A folder of another user that we may not read counts as not empty.
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return false;
    throw error;
  }
}

/**
 * Tells whether the user can reach a folder. It tries, and does not compute it from permission bits, so that
 * access lists and mounts count too.
 */
async function canEnter(folder: string, user: ServerUser): Promise<boolean> {
  const { code } = await runProgram('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { user });
  return code === 0;
}

/** Lets the user reach the folder if it contains only our files. */
async function letIn(folder: string, user: ServerUser): Promise<boolean> {
  if (await canEnter(folder, user)) return true;
  if (!(await canEnter(dirname(folder), user))) return false;
  if (!(await readdir(folder)).every((name) => OURS.test(name))) return false;
  const { mode } = await stat(folder);
  await chmod(folder, (mode & 0o777) | 0o711);
  return canEnter(folder, user);
}

async function makeStandIn(dataDir: string, standIn: string, user: ServerUser): Promise<ClusterPlace> {
  const systemFolder = await makeSystemFolder(dirname(standIn));
  await mkdir(standIn, { recursive: true });
  await chmod(standIn, 0o711);
  if (!(await canEnter(standIn, user))) {
    throw new StartupError(
      `PostgreSQL's user ${user.name} can reach neither ${dataDir} nor ${systemFolder}: set DATA_DIR to a folder that this user can reach`,
    );
  }
  await writeFile(
    join(dataDir, NOTE),
    `User ${user.name}, who runs PostgreSQL for root, cannot reach this folder.\nThe database is in ${standIn}\n`,
  );
  return placeIn(standIn, user, true);
}

/** Creates the folder for root's files for the unprivileged user. Only root may ever have written to it. */
export async function makeSystemFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const { uid, mode } = await lstat(folder);
  if (uid !== 0 || (mode & 0o022) !== 0) {
    throw new StartupError(`${folder} can be written by others than root: correct its owner and mode (0755)`);
  }
  await chmod(folder, 0o755);
  return folder;
}

/**
 * Closes the data folder to other users. Under root, PostgreSQL's user may still pass through it. A folder of
 * another user, or with other files, is left unchanged.
 */
async function closeToOthers(folder: string, warn: (sentence: string) => void): Promise<void> {
  const { mode, uid } = await stat(folder);
  const allowed = isRoot() ? 0o711 : 0o700;
  if ((mode & 0o777 & ~allowed) === 0) return;
  if (uid === ownUser().uid && (await readdir(folder)).every((name) => OURS.test(name))) {
    await chmod(folder, mode & allowed);
  } else {
    warn(`The data folder ${folder} is open to other users: close it to them (chmod ${allowed.toString(8)})`);
  }
}

/** Creates a folder and its missing parents. If this is root, others may pass through; else private. */
async function makeFolder(folder: string): Promise<void> {
  const first = await makeMissing(folder);
  if (first === null) return;
  if (!isRoot()) return chmod(folder, 0o700);
  const below = relative(first, folder)
    .split(sep)
    .filter((name) => name !== '');
  for (let path = first; ; path = join(path, below.shift() ?? '')) {
    await chmod(path, 0o755);
    if (below.length === 0) return;
  }
}

/**
 * Creates the missing part of a path, and returns the topmost folder that it created. `recursive` of Node.js
 * never ends in file systems such as /proc, where a folder is not found and cannot be created.
 */
async function makeMissing(folder: string): Promise<string | null> {
  if (await isFolder(folder)) return null;
  const above = await makeMissing(dirname(folder));
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') {
      throw new StartupError(`${folder} cannot be made: set DATA_DIR to another folder`, { cause: error });
    }
    // Another process may have been faster.
    if (code !== 'EEXIST' || !(await isFolder(folder))) throw error;
  }
  return above ?? folder;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

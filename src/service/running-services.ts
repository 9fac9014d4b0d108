import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isOutOfSight, ownMark, type ProcessMark, stillRuns } from '../embedded-postgresql/process-mark.ts';
import { StartupError } from '../problems/startup-error.ts';

export interface ServiceEntry {
  /** The data folder of its embedded PostgreSQL, absolute; null if it uses the operator's own PostgreSQL. */
  readonly dataDir: string | null;
  /** `host:port/database` of the operator's own PostgreSQL; null if it uses an embedded one. */
  readonly server: string | null;
  /** The address that the service listens on; null before it listens. */
  readonly url: string | null;
  /** The credential that the service made for the operator's commands; null if OPERATOR_TOKEN sets it. */
  readonly operatorToken: string | null;
}

/** An entry that was found; `isRunning` is false if the process was killed. */
export interface KnownService extends ServiceEntry {
  readonly pid: number;
  readonly isRunning: boolean;
}

/**
 * Writes the entry of this process, replacing its earlier one, and removes the entries of killed services
 * with the same database or with a data folder that no longer exists.
 *
 * @throws if the folder cannot be written
 */
export async function registerService(folder: string, word: ServiceEntry): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { file, mark, ...old } of await readFiles(folder)) {
    if (stillRuns(mark) || isOutOfSight(mark)) continue;
    if (databaseName(old) === databaseName(word) || (await isGone(old))) await rm(file, { force: true });
  }
  const draft = `${wordFile(folder)}.draft`;
  await rm(draft, { force: true });
  await writeFile(draft, `${JSON.stringify({ ...ownMark(), ...word })}\n`, { flag: 'wx', mode: 0o600 });
  await rename(draft, wordFile(folder));
}

export async function removePidFile(folder: string): Promise<void> {
  await rm(wordFile(folder), { force: true });
}

/** Returns the services with an entry: running services, and killed services whose data still exists. */
export async function knownServices(folder: string): Promise<KnownService[]> {
  const known: KnownService[] = [];
  for (const { mark, dataDir, server, url, operatorToken } of await readFiles(folder)) {
    const isRunning = stillRuns(mark);
    if (!isRunning && (await isGone({ dataDir }))) continue;
    known.push({ pid: mark.pid, isRunning, dataDir, server, url, operatorToken });
  }
  return known;
}

/** Returns an entry that another user wrote and this user may not read; null if there is none. */
export async function closedEntry(folder: string): Promise<string | null> {
  for (const file of await entryFiles(folder)) {
    const isClosed = await readFile(file).then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === 'EACCES',
    );
    if (isClosed) return file;
  }
  return null;
}

/** Returns a readable name for a database; two entries with the same database get the same name. */
export function databaseName({ dataDir, server }: Pick<ServiceEntry, 'dataDir' | 'server'>): string {
  return dataDir === null ? `the PostgreSQL at ${server}` : `the data folder ${dataDir}`;
}

/** Returns the services. @throws StartupError if they run on several databases */
export function onOneDatabase(running: readonly KnownService[]): readonly KnownService[] {
  const names = [...new Set(running.map(databaseName))];
  if (names.length <= 1) return running;
  throw new StartupError(
    `Services run from this installation on several databases (${names.join(', ')}): set DATA_DIR or DATABASE_URL to the one that you mean`,
  );
}

type WordFile = ServiceEntry & { readonly file: string; readonly mark: ProcessMark };

async function readFiles(folder: string): Promise<WordFile[]> {
  const words = (await entryFiles(folder)).map(async (file) =>
    readWord(file, await readFile(file, 'utf8').catch(() => '')),
  );
  return (await Promise.all(words)).filter((word) => word !== null);
}

async function entryFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => /^\d+\.json$/.test(name)).map((name) => join(folder, name));
}

/** Reads an entry of `registerService`; null for anything else, such as a file that a crash left empty. */
function readWord(file: string, text: string): WordFile | null {
  try {
    const { pid, began, dataDir, server, url, operatorToken } = JSON.parse(text) as Record<string, unknown>;
    if (typeof pid !== 'number' || typeof began !== 'string') return null;
    if (typeof dataDir !== 'string' && typeof server !== 'string') return null;
    const mark = { pid, began };
    const texts = { dataDir: textOf(dataDir), server: textOf(server), url: textOf(url) };
    return { file, mark, ...texts, operatorToken: textOf(operatorToken) };
  } catch {
    return null;
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

async function isGone({ dataDir }: Pick<ServiceEntry, 'dataDir'>): Promise<boolean> {
  if (dataDir === null) return false;
  return stat(dataDir).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  );
}

function wordFile(folder: string): string {
  return join(folder, `${process.pid}.json`);
}

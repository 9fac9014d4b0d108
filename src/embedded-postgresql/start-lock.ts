import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { isOutOfSight, ownMark, readMark, stillRuns, writeMark } from './process-mark.ts';

/** The time for which the lock of an invisible process, in another container, is respected. */
const OUT_OF_SIGHT_COUNTS_MS = 60_000;

export type Release = () => Promise<void>;

/**
 * Takes a lock file; returns null while a running process holds it. The lock of a dead process is taken over.
 *
 * Node.js has no lock that the kernel releases by itself, so this lock uses process marks. For a few
 * microseconds, two processes that take over a dead lock may both believe that they hold it. That breaks
 * nothing: the work under the lock is safe without it (a rename that only one process can win, PostgreSQL's
 * interlock), and the lock only avoids double work.
 */
export async function tryLock(file: string): Promise<Release | null> {
  if (await isHeld(file, await textOf(file))) return null;
  const draft = `${file}.${process.pid}-${randomBytes(6).toString('hex')}`;
  const own = writeMark(ownMark());
  try {
    await writeFile(draft, own, { flag: 'wx', mode: 0o644 });
    while (!(await linked(draft, file))) {
      const held = await textOf(file);
      if (held === null) continue;
      if (await isHeld(file, held)) return null;
      await discard(file, held, `${draft}-old`);
    }
  } finally {
    await rm(draft, { force: true });
  }
  return async () => {
    if ((await textOf(file)) === own) await unlink(file).catch(() => undefined);
  };
}

async function isHeld(file: string, text: string | null): Promise<boolean> {
  const holder = text === null ? null : readMark(text);
  if (holder === null) return false;
  return stillRuns(holder) || (isOutOfSight(holder) && (await ageOf(file)) < OUT_OF_SIGHT_COUNTS_MS);
}

async function ageOf(file: string): Promise<number> {
  try {
    return Date.now() - (await stat(file)).mtimeMs;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

async function linked(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a dead lock by renaming it first. If it turns out to be a newer, live lock, it is put back. */
async function discard(file: string, judgedDead: string, aside: string): Promise<void> {
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  if ((await textOf(aside)) !== judgedDead) await linked(aside, file);
  await unlink(aside);
}

async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return null;
  }
}

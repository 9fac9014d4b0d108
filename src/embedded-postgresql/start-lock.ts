import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { isOutOfSight, ownMark, readMark, stillRuns, writeMark } from './process-mark.ts';

/** The lock of a process that cannot be seen, in another container, counts this long. */
const OUT_OF_SIGHT_COUNTS_MS = 60_000;

/** Gives the lock back. */
export type Release = () => Promise<void>;

/**
 * Takes a lock file, or returns null while a running process holds it. The lock of a process that died
 * is taken over.
 *
 * Node offers no lock that the kernel gives back by itself, so this one rests on process marks. Two
 * takers of one dead lock may, in a window of microseconds, both believe they won. Nothing breaks
 * then: what is done under the lock is safe without it (a rename that only one can win, PostgreSQL's
 * own interlock) and the lock only saves the work of doing it twice.
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

/** Removes a dead lock by renaming it first: what turns out to be a newer, live one is put back. */
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

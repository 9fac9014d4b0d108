import { constants } from 'node:fs';
import { copyFile, type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { isRoot, type ServerUser } from './server-user.ts';

const LARGE = 4 * 1024 * 1024;

/**
 * Opens PostgreSQL's log for appending. A large log is first renamed to `<file>.1`, so that at most two are
 * kept. A symbolic link is not followed, because root may write here in another user's folder.
 */
export async function openLog(
  file: string,
  user: ServerUser,
): Promise<{ handle: FileHandle; start: number }> {
  if ((await sizeOf(file)) > LARGE) await rename(file, `${file}.1`);
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  const handle = await open(file, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600);
  if (isRoot()) await handle.chown(user.uid, user.gid);
  return { handle, start: (await handle.stat()).size };
}

/** Copies a large log to `<file>.1` and empties it. A running server continues to append to it. */
export async function trimLog(file: string): Promise<void> {
  if ((await sizeOf(file)) <= LARGE) return;
  await rm(`${file}.1`, { force: true });
  await copyFile(file, `${file}.1`, constants.COPYFILE_EXCL);
  const handle = await open(file, constants.O_WRONLY | constants.O_NOFOLLOW);
  await handle.truncate().finally(() => handle.close());
}

/** Reads the log from `start` on. */
export async function readLog(file: string, start: number): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const size = (await handle.stat()).size;
    const buffer = Buffer.alloc(Math.max(0, Math.min(size - start, LARGE)));
    await handle.read(buffer, 0, buffer.length, Math.max(start, size - LARGE));
    return buffer.toString('utf8');
  } finally {
    await handle.close();
  }
}

/**
 * Finds the line that says why a program of PostgreSQL failed, without its time and level: the last fatal
 * error, else the last error, else the last line. Empty if there is no line.
 */
export function reasonIn(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const said = (pattern: RegExp) =>
    lines
      .map((line) => pattern.exec(line)?.[1])
      .filter((text) => text !== undefined)
      .at(-1);
  return said(/\b(?:FATAL|PANIC):\s+(\S.*)$/) ?? said(/\b(?:ERROR|error):\s+(\S.*)$/) ?? lines.at(-1) ?? '';
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch {
    return 0;
  }
}

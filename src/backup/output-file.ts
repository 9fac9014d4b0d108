import { randomBytes } from 'node:crypto';
import { access, type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StartupError } from '../problems/startup-error.ts';
import { fileFailure } from './file-failure.ts';

/**
 * Writes a file completely or not at all: writes under a temporary name, then renames. Only the file's owner
 * may read it.
 *
 * @param replace whether an existing file may be replaced
 * @param signal stops the writing; the temporary file is removed
 * @throws StartupError, or the signal's reason
 */
export async function writeOutputFile(
  path: string,
  bytes: AsyncIterable<Buffer>,
  { replace, signal }: { readonly replace: boolean; readonly signal: AbortSignal },
): Promise<void> {
  const unfinished = `${path}.${randomBytes(4).toString('hex')}.part`;
  try {
    await writeAll(await open(unfinished, 'wx', 0o600), bytes, signal);
    if (!replace) await refuseExisting(path);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    signal.throwIfAborted();
    if (codeOf(error) === 'ENOENT') {
      throw new StartupError(`There is no folder ${dirname(resolve(path))}: make it, or give another path`, {
        cause: error,
      });
    }
    throw fileFailure(error, path);
  }
}

/** Flushes everything to disk before closing the file; a stream of the handle would not flush. */
async function writeAll(file: FileHandle, bytes: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
  const disk = new Writable({
    write: (part: Buffer, _encoding, done) => {
      file.writeFile(part).then(() => done(), done);
    },
  });
  try {
    await pipeline(bytes, disk, { signal });
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Writes to a stream. @throws StartupError if the reader has closed it, or the signal's reason */
export async function writeToStream(
  stream: NodeJS.WritableStream,
  bytes: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await pipeline(bytes, stream, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (codeOf(error) !== 'EPIPE') throw fileFailure(error, 'the output');
    throw new StartupError('What read the backup went away before its end: start both again', {
      cause: error,
    });
  }
}

/** @throws StartupError if the file exists */
export async function refuseExisting(path: string): Promise<void> {
  const present = await access(path).then(
    () => true,
    () => false,
  );
  if (present) throw new StartupError(`There is a file ${path} already: give another name, or --force`);
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code;
}

import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileFailure } from './file-failure.ts';
import type { Progress } from './progress.ts';
import { SEAL_BYTES, sealOf } from './seal.ts';

const READ_BYTES = 256 * 1024;

/** A file that can be read several times. */
export class BackupFile {
  readonly name: string;
  private readonly handle: FileHandle;
  private readonly bytes: number;

  private constructor(name: string, handle: FileHandle, bytes: number) {
    this.name = name;
    this.handle = handle;
    this.bytes = bytes;
  }

  /**
   * Opens a file. A stream is copied to a temporary file first, because a backup is read twice: once to check
   * it, and once to restore it.
   *
   * @throws StartupError if it cannot be read
   */
  static async open(source: string | NodeJS.ReadableStream): Promise<BackupFile> {
    if (typeof source !== 'string') return BackupFile.keep(source, 'The input');
    try {
      const handle = await open(source, 'r');
      const about = await handle.stat();
      if (about.isFile()) return new BackupFile(source, handle, about.size);
      return await BackupFile.keep(handle.createReadStream(), source);
    } catch (error) {
      throw fileFailure(error, source);
    }
  }

  private static async keep(stream: NodeJS.ReadableStream, name: string): Promise<BackupFile> {
    const folder = await mkdtemp(join(tmpdir(), 'dakiya-restore-'));
    try {
      const path = join(folder, 'backup');
      await pipeline(stream, createWriteStream(path, { mode: 0o600 }));
      const handle = await open(path, 'r');
      return new BackupFile(name, handle, (await handle.stat()).size);
    } catch (error) {
      throw fileFailure(error, folder);
    } finally {
      // An open file stays readable after its name is removed.
      await rm(folder, { recursive: true, force: true });
    }
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  /** Reads all bytes except the seal. Uses no stream of the file: stopping a stream closes the file. */
  async *contents(progress: Progress): AsyncGenerator<Buffer> {
    const total = this.bytes - SEAL_BYTES;
    for (let done = 0; done < total; progress(done, total)) {
      const part = await this.slice(done, Math.min(READ_BYTES, total - done));
      if (part.length === 0) return;
      yield part;
      done += part.length;
    }
  }

  /** Reads the first bytes; fewer if the file is shorter. */
  head(length: number): Promise<Buffer> {
    return this.slice(0, length);
  }

  /** Reads the whole file and checks its seal. */
  async isWhole(progress: Progress): Promise<boolean> {
    const seal = await this.slice(Math.max(0, this.bytes - SEAL_BYTES), SEAL_BYTES);
    const hash = createHash('sha256');
    for await (const part of this.contents(progress)) hash.update(part);
    return sealOf(hash).equals(seal);
  }

  private async slice(start: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.handle.read(Buffer.alloc(length), 0, length, start);
    return buffer.subarray(0, bytesRead);
  }
}

import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { StartupError } from '../problems/startup-error.ts';
import { BackupFile } from './backup-file.ts';
import { JOBS } from './backup-jobs.ts';
import { BackupText } from './backup-text.ts';
import {
  type BackupEnd,
  type BackupHeader,
  copyLine,
  FORMAT,
  formatOf,
  readEnd,
  readHeader,
  type Section,
  tableSection,
} from './format.ts';
import type { Progress } from './progress.ts';

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);
const GUNZIP_BYTES = 256 * 1024;

export type TakeRows = (section: Section, rows: AsyncIterable<Buffer>) => Promise<void>;

/** A backup whose bytes were checked. */
export class Backup {
  readonly header: BackupHeader;
  private readonly file: BackupFile;

  private constructor(file: BackupFile, header: BackupHeader) {
    this.file = file;
    this.header = header;
  }

  /**
   * Opens a backup and checks every byte of it.
   *
   * @throws StartupError for a file that cannot be read, is truncated, was changed, is not a backup, or has
   * another format
   */
  static async open(source: string | NodeJS.ReadableStream, progress: Progress): Promise<Backup> {
    const file = await BackupFile.open(source);
    try {
      const magic = await file.head(GZIP_MAGIC.length);
      if (!magic.equals(GZIP_MAGIC)) throw notABackup(file);
      if (!(await file.isWhole(progress))) throw notWhole(file);
      return new Backup(file, await headerOf(file));
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.file.close();
  }

  /** Reads the backup to its end. @throws StartupError if its parts do not match its header */
  async read(take: TakeRows, progress: Progress, signal: AbortSignal): Promise<BackupEnd> {
    const read = async (text: BackupText) => {
      await text.line();
      for (const section of [...this.header.tables.map(tableSection), JOBS]) {
        if (`${await text.line()}\n` !== copyLine(section)) throw this.inconsistent();
        await take(
          section,
          text.rows(() => this.inconsistent()),
        );
      }
      const end = readEnd((await text.line()) ?? '');
      if (!end || (await text.line()) !== null) throw this.inconsistent();
      return end;
    };
    return pipeline(
      this.file.contents(progress),
      createGunzip({ chunkSize: GUNZIP_BYTES }),
      (parts: AsyncIterable<Buffer>) => read(new BackupText(parts)),
      { signal },
    );
  }

  /** Returns the refusal of an undamaged file with parts that do not match its header and end. */
  inconsistent(): StartupError {
    return new StartupError(`${this.file.name} contradicts itself: nothing was changed; use another backup`);
  }
}

async function headerOf(file: BackupFile): Promise<BackupHeader> {
  const line = (await firstLine(file)) ?? '';
  const format = formatOf(line);
  if (format === null) throw notABackup(file);
  if (format !== FORMAT) {
    throw new StartupError(
      `${file.name} is in backup format ${format}, and this release reads format ${FORMAT}: restore it with the release that made it, or a newer one`,
    );
  }
  const header = readHeader(line);
  if (!header) throw notABackup(file);
  return header;
}

/** Reads the first line. Returns only when nothing reads the file any more: the caller may close it next. */
async function firstLine(file: BackupFile): Promise<string | null> {
  const text = createGunzip();
  const reading = pipeline(
    file.contents(() => undefined),
    text,
  ).catch(() => undefined);
  try {
    return await new BackupText(text).line();
  } catch {
    return null;
  } finally {
    text.destroy();
    await reading;
  }
}

function notABackup(file: BackupFile) {
  return new StartupError(`${file.name} is not a backup made by Dakiya: nothing was changed`);
}

function notWhole(file: BackupFile) {
  return new StartupError(
    `${file.name} is cut off, was changed since it was made, or is not a backup made by Dakiya: nothing was changed; use another copy`,
  );
}

import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { JOBS, WAITING_JOBS } from './backup-jobs.ts';
import type { CatalogueTable } from './catalogue.ts';
import { compress } from './compress.ts';
import {
  type BackupEnd,
  type BackupHeader,
  columnList,
  copyLine,
  END_OF_ROWS,
  inSchema,
  type Section,
  tableSection,
} from './format.ts';
import type { Progress } from './progress.ts';
import { sealed } from './seal.ts';
import type { Snapshot } from './snapshot.ts';

const NEWLINE = 10;

export interface Written extends BackupEnd {
  readonly bytes: number;
}

/**
 * Writes a backup while it reads the database. Holds only a few megabytes in memory.
 *
 * @param write receives all bytes; if it throws, the backup stops
 */
export async function writeBackup(
  snapshot: Snapshot,
  header: BackupHeader,
  progress: Progress,
  write: (bytes: AsyncIterable<Buffer>) => Promise<void>,
): Promise<Written> {
  let end: BackupEnd = { rows: {}, jobs: 0 };
  let bytes = 0;
  const text = async function* () {
    end = yield* backupText(snapshot, header, progress);
  };
  const counted = async function* () {
    for await (const part of sealed(compress(text()))) {
      bytes += part.length;
      yield part;
    }
  };
  await write(counted());
  return { ...end, bytes };
}

/** Generates the text of a backup from the database. @returns the totals */
async function* backupText(
  snapshot: Snapshot,
  header: BackupHeader,
  progress: Progress,
): AsyncGenerator<Buffer, BackupEnd> {
  const { client, tables } = snapshot;
  const end: BackupEnd = { rows: {}, jobs: 0 };
  const estimate = new Estimate(tables, progress);
  yield jsonLine(header);
  for (const table of tables) {
    end.rows[table.name] = yield* section(client, tableSection(table), exportOf(table), (bytes) =>
      estimate.copied(bytes),
    );
    estimate.finished(table);
  }
  const jobs = header.job_queue ? `(${WAITING_JOBS})` : null;
  end.jobs = yield* section(client, JOBS, jobs, () => undefined);
  yield jsonLine(end);
  return end;
}

/** `COPY` is faster from a plain table than from a query, but a partitioned table needs a query. */
function exportOf(table: CatalogueTable): string {
  const columns = columnList(table.columns);
  return table.isPartitioned
    ? `(select ${columns} from ${inSchema(table.name)})`
    : `${inSchema(table.name)} (${columns})`;
}

/** Generates the text of one section. @returns the number of rows */
async function* section(
  client: pg.ClientBase,
  { target, columns }: Section,
  source: string | null,
  copied: (bytes: number) => void,
): AsyncGenerator<Buffer, number> {
  let rows = 0;
  yield Buffer.from(copyLine({ target, columns }));
  if (source !== null) {
    for await (const part of client.query(copyTo(`copy ${source} to stdout`)) as AsyncIterable<Buffer>) {
      rows += countNewlines(part);
      copied(part.length);
      yield part;
    }
  }
  yield Buffer.from(END_OF_ROWS);
  return rows;
}

/** Counts rows in the text format of COPY: a newline ends a row; a newline in a value is written as `\n`. */
function countNewlines(part: Buffer): number {
  let count = 0;
  for (let at = part.indexOf(NEWLINE); at >= 0; at = part.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

function jsonLine(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** Estimates progress. Text and size on disk differ, so each finished table corrects the estimate. */
class Estimate {
  private readonly total: number;
  private readonly progress: Progress;
  private before = 0;
  private within = 0;

  constructor(tables: readonly CatalogueTable[], progress: Progress) {
    this.total = tables.reduce((sum, { bytes }) => sum + bytes, 0);
    this.progress = progress;
  }

  copied(bytes: number): void {
    this.within += bytes;
    this.progress(Math.min(this.before + this.within, this.total), this.total);
  }

  finished(table: CatalogueTable): void {
    this.before += table.bytes;
    this.within = 0;
    this.progress(this.before, this.total);
  }
}

import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { keptTexts } from '../../rate-files/kept-rows.ts';
import { RATE_KINDS, type RateKind, ROW_FORMATS } from '../../rate-files/rate-kinds.ts';
import { readBookVersions } from '../../storage/rates/rate-rows.ts';
import type { AccountContext, Service } from '../service.ts';
import { exportRates } from './export-rates.ts';
import type { RowChange } from './import-rates.ts';

export { RATE_KINDS, type RateKind };

/** The rows of one kind of a book, as the texts of their cells. */
export interface ShownRates {
  readonly columns: readonly string[];
  /** The first of them, by key. */
  readonly rows: readonly (readonly string[])[];
  readonly total: number;
  /** Which version the book is at; 0 where it never had one. */
  readonly version: number;
}

/** What a person looks at and edits at once; a whole book comes as a file. */
const MOST_SHOWN = 1_000;

/** @param owner the account, or `DEFAULT_BOOK` */
export async function showRates(service: Service, owner: string, kind: RateKind): Promise<ShownRates> {
  const shown: (readonly string[])[] = [];
  let total = -1;
  await exportRates(service, owner, kind, (rows) => {
    total += rows.length;
    shown.push(...rows.slice(0, Math.max(MOST_SHOWN + 1 - shown.length, 0)));
  });
  const [columns = [], ...rows] = shown;
  const { own } = await readBookVersions(service.database, owner);
  return { columns, rows, total, version: own };
}

/** The same whole, as the lines of a CSV file: what a version is made from again. */
export async function* rateLines(
  account: AccountContext,
  owner: string,
  kind: RateKind,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  const lines = new PassThrough();
  exportRates(account, owner, kind, async (rows) => {
    if (!lines.write(stringify(rows as string[][]))) await once(lines, 'drain', { signal });
  }).then(
    () => lines.end(),
    (error: unknown) => lines.destroy(error as Error),
  );
  for await (const part of lines) yield part as Buffer;
}

/** A row that would change as its cells by column; null where there is none before, or after. */
export function changedCells({ kind, key, before, after }: RowChange) {
  const cells = (kept: RowChange['before']) =>
    kept === null
      ? null
      : Object.fromEntries(
          keptTexts(kind, kept).map((cell, index) => [ROW_FORMATS[kind].columns[index] ?? '', cell]),
        );
  return { key, before: cells(before), after: cells(after) };
}

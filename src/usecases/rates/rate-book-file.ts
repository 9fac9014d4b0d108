import { stringify } from 'csv-stringify/sync';
import { RATE_KINDS, type RateKind, ROW_FORMATS } from '../../rate-files/rate-kinds.ts';
import { storedTexts } from '../../rate-files/stored-rows.ts';
import { countRatesAt, listRatesAt, readBookVersions } from '../../storage/rates/rate-rows.ts';
import type { Client, ListingParts } from '../long-work.ts';
import type { AccountContext } from '../service.ts';
import type { RowChange } from './import-rates.ts';

export { RATE_KINDS, type RateKind };

/** The rows of one kind of a book, as the texts of their cells. */
export interface ShownRates {
  readonly columns: readonly string[];
  /** The first rows, by key. */
  readonly rows: readonly (readonly string[])[];
  readonly total: number;
  /** The current version of the book; 0 if it never had one. */
  readonly version: number;
}

/** The number of rows that people can edit at once; a whole book is downloaded as a file. */
const MOST_SHOWN = 1_000;

const ROWS_AT_ONCE = 1_000;
/** Without this mark, spreadsheets misread UTF-8 and then save misread names. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * @param owner the account's id, or `DEFAULT_BOOK`
 * @throws Problem if `LongWork` is full
 */
export function showRates(
  { database, accountId, longWork }: AccountContext & ListingParts,
  owner: string,
  kind: RateKind,
  signal: AbortSignal,
): Promise<ShownRates> {
  const scope = database.account(owner, signal);
  return longWork.run({ accountId, signal }, async () => {
    const { own: version } = await readBookVersions(database, owner);
    const found = await listRatesAt(scope, { kind, version }, { after: null, limit: MOST_SHOWN });
    const total = found.length < MOST_SHOWN ? found.length : await countRatesAt(scope, { kind, version });
    const rows = found.map(({ cells }) => storedTexts(kind, cells));
    return { columns: ROW_FORMATS[kind].columns, rows, total, version };
  });
}

/**
 * Returns all rows as lines of a CSV file that can be imported again. Even for a slow client, all rows belong
 * to the version at the start of the file.
 *
 * @throws Problem before the first part, if too much is in progress: as `LongWork`
 */
export function rateLines(
  { database, accountId, longWork }: AccountContext & ListingParts,
  owner: string,
  kind: RateKind,
  client: Client,
): AsyncGenerator<Buffer, void, undefined> {
  const scope = database.account(owner, client.signal);
  async function* lines() {
    const { own: version } = await readBookVersions(database, owner);
    yield BYTE_ORDER_MARK + csv([ROW_FORMATS[kind].columns]);
    for (let after: string | null = null; ; ) {
      const rows = await listRatesAt(scope, { kind, version }, { after, limit: ROWS_AT_ONCE });
      const last = rows.at(-1);
      if (last === undefined) return;
      yield csv(rows.map(({ cells }) => storedTexts(kind, cells)));
      after = last.key;
    }
  }
  return longWork.inParts({ accountId, ...client }, lines());
}

function csv(rows: readonly (readonly string[])[]): string {
  return stringify(rows as string[][]);
}

/** Returns a changed row as cells, indexed by column; `before` or `after` is null if there is no such row. */
export function changedCells({ kind, key, before, after }: RowChange) {
  const cells = (kept: RowChange['before']) =>
    kept === null
      ? null
      : Object.fromEntries(
          storedTexts(kind, kept).map((cell, index) => [ROW_FORMATS[kind].columns[index] ?? '', cell]),
        );
  return { key, before: cells(before), after: cells(after) };
}

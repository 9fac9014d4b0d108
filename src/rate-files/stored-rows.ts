import type { PincodeDirectory } from '../domain/pincodes/pincode-directory.ts';
import { type BookRows, NO_ROWS } from '../domain/rates/book-rows.ts';
import { ServiceabilityRules } from '../domain/rates/serviceability-rules.ts';
import { type RateKind, ROW_FORMATS, type RowOfKind } from './rate-kinds.ts';
import type { KnownNames, RowFormat } from './row-format.ts';
import { readStoredRule } from './serviceability-rows.ts';

/**
 * A stored row: a JSON list with the text of each cell, in the order of its kind's columns. A row is shorter
 * if it was stored before a column was added; its missing cells count as empty.
 */
export type StoredCells = string;

export function keepRow<Kind extends RateKind>(kind: Kind, row: RowOfKind[Kind]): StoredCells {
  const format: RowFormat<RowOfKind[Kind]> = ROW_FORMATS[kind];
  const texts = format.write(row);
  return keepTexts(
    kind,
    format.columns.map((column) => texts[column] ?? ''),
  );
}

/** Returns the stored form of a row, given one text for each column of its kind. */
export function keepTexts(kind: RateKind, texts: readonly string[]): StoredCells {
  const { addedColumns = [] } = ROW_FORMATS[kind];
  const cells = [...texts];
  // Without trailing empty cells, a file that lacks the added columns changes no stored row.
  const least = cells.length - addedColumns.length;
  while (cells.length > least && cells.at(-1) === '') cells.pop();
  return JSON.stringify(cells);
}

/** Returns the texts of a stored row, one for each column of its kind. */
export function storedTexts(kind: RateKind, cells: StoredCells): string[] {
  const texts = JSON.parse(cells) as string[];
  return ROW_FORMATS[kind].columns.map((_, index) => texts[index] ?? '');
}

/**
 * Collects stored rows into the rows of a book. If the directory has changed, some rows cannot be read any
 * more: they are skipped and counted.
 */
export class StoredRowReader {
  unreadable = 0;
  readonly #known: KnownNames;
  readonly #rows: Gathered;

  constructor(directory: PincodeDirectory) {
    // A rule about a removed carrier is skipped later, when the book is compiled.
    this.#known = { directory, hasCarrier: () => true };
    this.#rows = {
      ...NO_ROWS,
      carriers: [],
      rateCards: [],
      carrierSettings: [],
      zoneOverrides: [],
      couriers: [],
    };
  }

  add(kind: RateKind, cells: StoredCells): void {
    switch (kind) {
      case 'carriers':
        push(this.#rows.carriers, this.#read(kind, cells));
        break;
      case 'rate-cards':
        push(this.#rows.rateCards, this.#read(kind, cells));
        break;
      case 'carrier-settings':
        push(this.#rows.carrierSettings, this.#read(kind, cells));
        break;
      case 'zone-overrides':
        push(this.#rows.zoneOverrides, this.#read(kind, cells));
        break;
      case 'serviceability': {
        const row = readStoredRule(cells) ?? this.#read(kind, cells);
        this.#rows.serviceability ??= new ServiceabilityRules(this.#known.directory);
        if (row !== null) this.#rows.serviceability.add(row);
        break;
      }
      case 'platform-fee':
        this.#rows.platformFeePaise = this.#read(kind, cells)?.platformFeePaise ?? null;
    }
  }

  get rows(): BookRows {
    return this.#rows;
  }

  #read<Kind extends RateKind>(kind: Kind, cells: StoredCells): RowOfKind[Kind] | null {
    const { columns, read } = ROW_FORMATS[kind] as RowFormat<RowOfKind[Kind]>;
    const texts = JSON.parse(cells) as string[];
    const byColumn: Record<string, string | undefined> = {};
    for (const [index, column] of columns.entries()) byColumn[column] = texts[index];
    const { row } = read(byColumn, this.#known);
    if (row === null) this.unreadable += 1;
    return row;
  }
}

type Gathered = {
  -readonly [Part in keyof BookRows]: BookRows[Part] extends readonly (infer Row)[] ? Row[] : BookRows[Part];
};

function push<Row>(rows: Row[], row: Row | null): void {
  if (row !== null) rows.push(row);
}

import type { Actor } from '../../domain/actor.ts';
import type { PincodeDirectory } from '../../domain/pincodes/pincode-directory.ts';
import { fieldProblem, type ProblemDetail, refused } from '../../problems/problem.ts';
import { fieldNamed, say, word } from '../../problems/sentence.ts';
import { type RateKind, ROW_FORMATS } from '../../rate-files/rate-kinds.ts';
import type { CellTexts, RowFormat } from '../../rate-files/row-format.ts';
import { keepTexts, type StoredCells, storedTexts } from '../../rate-files/stored-rows.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import {
  countChanges,
  findDefaultRates,
  findRates,
  listProposed,
  openProposal,
  proposeAllBut,
  proposeRows,
} from '../../storage/rates/rate-changes.ts';
import { lockRateChanges, type RowCounts } from '../../storage/rates/rate-versions.ts';
import { knownNames } from '../listing/known-names.ts';
import { changeBy, type Service } from '../service.ts';
import type { RowsInstead } from './rate-books.ts';
import { type RateChange, refuseIfChanged, replaceRates } from './replace-rates.ts';

/** The key columns of each kind of row, in order. */
const KEY_COLUMNS: Readonly<Record<RateKind, readonly string[]>> = {
  carriers: ['carrier_id'],
  'rate-cards': ['carrier_id'],
  'carrier-settings': ['carrier_id'],
  'zone-overrides': ['carrier_id', 'origin', 'destination'],
  serviceability: ['carrier_id', 'area_kind', 'area'],
  'platform-fee': [],
};

const UNSAID: Partial<Record<RateKind, CellTexts>> = {
  'carrier-settings': { offered: 'yes', markup_percent: '0' },
};

/** In these kinds, an account's row overrides the default row; missing values come from the default row. */
const IN_PLACE_OF_DEFAULT: readonly RateKind[] = ['carriers', 'rate-cards', 'carrier-settings'];

/** A change of one row: its key columns name the row. */
export interface RowEdit {
  readonly kind: RateKind;
  /** The cells, indexed by column; a missing cell keeps its current value. */
  readonly cells: CellTexts;
  /** Removes the row; cells other than its key are ignored. */
  readonly isRemoved?: boolean;
}

export interface RateEdits {
  /** The account's id, or `DEFAULT_BOOK`. */
  readonly owner: string;
  readonly edits: readonly RowEdit[];
  readonly source: string;
  /** The version that the editor saw; without it, any version is changed. */
  readonly madeFrom?: number | undefined;
}

/**
 * Changes rows of a book as one new version: changes the row with the same key, adds a row, or removes one. An
 * account's first own rate card, carrier or carrier setting starts as a copy of the default row.
 *
 * @throws Problem `refused` with a sentence for each bad cell; `conflict` if rows of these kinds have changed
 * since the version that the editor saw
 */
export async function editRates(
  service: Service,
  directory: PincodeDirectory,
  actor: Actor,
  { owner, edits, source, madeFrom }: RateEdits,
): Promise<RateChange> {
  return service.database.change(owner, changeBy(service, actor), async (writer) => {
    await lockRateChanges(writer);
    const kinds = await proposeEdits(writer, directory, edits);
    const [kind = 'all', ...others] = kinds;
    return replaceRates(writer, kinds, { kind: others.length === 0 ? kind : 'all', source, madeFrom });
  });
}

/** Returns what `editRates` would change, and the resulting rows. @throws Problem as `editRates` */
export async function rehearseEdits(
  service: Service,
  directory: PincodeDirectory,
  actor: Actor,
  { owner, edits, madeFrom }: RateEdits,
): Promise<RowCounts & RowsInstead> {
  return service.database.change(owner, changeBy(service, actor), async (writer) => {
    writer.skipAudit('only a temporary table is written');
    const kinds = await proposeEdits(writer, directory, edits);
    await refuseIfChanged(writer, kinds, madeFrom);
    return { ...(await countChanges(writer, kinds)), kinds, rows: await listProposed(writer) };
  });
}

/** Proposes the current rows with these edits. @returns the kinds of the edited rows */
async function proposeEdits(
  writer: AccountWriter,
  directory: PincodeDirectory,
  edits: readonly RowEdit[],
): Promise<RateKind[]> {
  const known = await knownNames(writer, directory);
  const inForce = await rowsToEdit(writer, edits);
  const edited = new Map<RateKind, Map<string, StoredCells | null>>();
  const problems: ProblemDetail[] = [];
  for (const [at, { kind, cells, isRemoved = false }] of edits.entries()) {
    refuseUnknownColumns(kind, cells);
    const rows = edited.get(kind) ?? new Map<string, StoredCells | null>();
    edited.set(kind, rows);
    const key = keyOf(kind, cells);
    const { own, usual } = inForce.get(kind) ?? NO_ROWS;
    const kept = (rows.has(key) ? rows.get(key) : own.get(key)) ?? null;
    if (isRemoved) {
      if (kept === null) problems.push(fieldProblem(`edits[${at}]`, 'unknown', NO_SUCH_ROW));
      rows.set(key, null);
      continue;
    }
    const start = kept ?? usual.get(key);
    const before = start === undefined ? UNSAID[kind] : byColumn(kind, storedTexts(kind, start));
    const format: RowFormat<unknown> = ROW_FORMATS[kind];
    const read = format.read({ ...before, ...cells }, known);
    if (read.problems === null) {
      const texts = format.write(read.row);
      const row = format.columns.map((column) => texts[column] ?? '');
      rows.set(format.keyOf(read.row), keepTexts(kind, row));
    } else {
      for (const { column, reason } of read.problems) {
        const sentence = say('problem_of_column', '{column}: {reason}', {
          column: fieldNamed(column),
          reason,
        });
        problems.push(fieldProblem(`edits[${at}].cells.${column}`, 'invalid', sentence));
      }
    }
  }
  if (problems.length > 0) throw refused(problems);
  await openProposal(writer);
  for (const [kind, rows] of edited) {
    await proposeAllBut(writer, kind, [...rows.keys()]);
    const changed = [...rows].flatMap(([key, cells]) =>
      cells === null ? [] : { kind, key, line: 0, cells },
    );
    await proposeRows(writer, changed);
  }
  return [...edited.keys()];
}

const NO_SUCH_ROW = say('no_such_row', 'there is no such row');

/** The current rows that edits of one kind name, by key. */
interface RowsToEdit {
  readonly own: ReadonlyMap<string, StoredCells>;
  /** The rows of the default book, if an account's row of this kind overrides them. */
  readonly usual: ReadonlyMap<string, StoredCells>;
}

const NO_ROWS: RowsToEdit = { own: new Map(), usual: new Map() };

async function rowsToEdit(
  writer: AccountWriter,
  edits: readonly RowEdit[],
): Promise<ReadonlyMap<RateKind, RowsToEdit>> {
  const found = new Map<RateKind, RowsToEdit>();
  for (const kind of new Set(edits.map((edit) => edit.kind))) {
    const keys = edits.flatMap((edit) => (edit.kind === kind ? keyOf(kind, edit.cells) : []));
    const own = await findRates(writer, kind, keys);
    const usual = IN_PLACE_OF_DEFAULT.includes(kind)
      ? await findDefaultRates(writer, kind, keys)
      : NO_ROWS.usual;
    found.set(kind, { own, usual });
  }
  return found;
}

function keyOf(kind: RateKind, cells: CellTexts): string {
  const columns = KEY_COLUMNS[kind];
  return columns.length === 0 ? kind : columns.map((column) => (cells[column] ?? '').trim()).join(',');
}

function byColumn(kind: RateKind, texts: readonly string[]): CellTexts {
  return Object.fromEntries(ROW_FORMATS[kind].columns.map((column, index) => [column, texts[index]]));
}

function refuseUnknownColumns(kind: RateKind, cells: CellTexts): void {
  const { columns } = ROW_FORMATS[kind];
  const unknown = Object.keys(cells).filter((column) => !columns.includes(column));
  if (unknown.length > 0) {
    throw refused(
      say('no_such_columns', '{table} has no {unknown}; its columns are {columns}', {
        table: word(kind),
        unknown,
        columns,
      }),
    );
  }
}

import type { Actor } from '../../domain/actor.ts';
import type { PincodeDirectory } from '../../domain/pincodes/pincode-directory.ts';
import { refused } from '../../problems/problem.ts';
import { type RateKind, ROW_FORMATS, type RowOfKind } from '../../rate-files/rate-kinds.ts';
import type { CellTexts, RowFormat } from '../../rate-files/row-format.ts';
import { keepRow, storedTexts } from '../../rate-files/stored-rows.ts';
import {
  findDefaultRate,
  findRate,
  openProposal,
  proposeAllBut,
  proposeRows,
} from '../../storage/rates/rate-changes.ts';
import { lockRateChanges } from '../../storage/rates/rate-versions.ts';
import { knownNames } from '../listing/known-names.ts';
import { changeBy, type Service } from '../service.ts';
import { type RateChange, replaceRates } from './replace-rates.ts';

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

export interface RateRowChange {
  readonly kind: RateKind;
  readonly owner: string;
  /** The cells, indexed by column; a missing cell keeps its current value. */
  readonly cells: CellTexts;
}

/**
 * Sets one row of a book, as a new version: changes the row with the same key, or adds a row. An account's
 * first own rate card, carrier or carrier setting starts as a copy of the default row.
 *
 * @throws Problem `refused` with a sentence for each bad cell
 */
export async function setRate<Kind extends RateKind>(
  service: Service,
  directory: PincodeDirectory,
  actor: Actor,
  { kind, owner, cells }: RateRowChange & { readonly kind: Kind },
): Promise<RateChange> {
  refuseUnknownColumns(kind, cells);
  const format: RowFormat<RowOfKind[Kind]> = ROW_FORMATS[kind];
  return service.database.change(owner, changeBy(service, actor), async (writer) => {
    await lockRateChanges(writer);
    const key = keyOf(kind, cells);
    const kept =
      (await findRate(writer, kind, key)) ??
      (IN_PLACE_OF_DEFAULT.includes(kind) ? await findDefaultRate(writer, kind, key) : null);
    const before = kept === null ? UNSAID[kind] : byColumn(kind, storedTexts(kind, kept));
    const { row, problems } = format.read({ ...before, ...cells }, await knownNames(writer, directory));
    if (problems !== null) throw refused(problems.map(({ column, reason }) => `${column}: ${reason}`));
    await openProposal(writer);
    await proposeAllBut(writer, kind, format.keyOf(row));
    await proposeRows(writer, [{ kind, key: format.keyOf(row), line: 0, cells: keepRow(kind, row) }]);
    return replaceRates(writer, [kind], { kind, source: 'rates set' });
  });
}

/** Removes one row of a book, as a new version. @throws Problem `refused` if no such row exists */
export async function removeRate(
  service: Service,
  actor: Actor,
  { kind, owner, cells }: RateRowChange,
): Promise<RateChange> {
  refuseUnknownColumns(kind, cells);
  return service.database.change(owner, changeBy(service, actor), async (writer) => {
    await lockRateChanges(writer);
    const key = keyOf(kind, cells);
    if ((await findRate(writer, kind, key)) === null) throw refused('there is no such row');
    await openProposal(writer);
    await proposeAllBut(writer, kind, key);
    return replaceRates(writer, [kind], { kind, source: 'rates remove' });
  });
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
    throw refused(`${kind} has no ${unknown.join(', ')}; its columns are ${columns.join(', ')}`);
  }
}

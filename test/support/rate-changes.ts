import { OPERATOR } from '../../src/domain/actor.ts';
import type { PincodeDirectory } from '../../src/domain/pincodes/pincode-directory.ts';
import { type RateKind, ROW_FORMATS } from '../../src/rate-files/rate-kinds.ts';
import { storedTexts } from '../../src/rate-files/stored-rows.ts';
import { listRatesAt, readBookVersions } from '../../src/storage/rates/rate-rows.ts';
import { DEFAULT_BOOK } from '../../src/storage/rates/rate-versions.ts';
import { importRates, type RateFileImport, rehearseImport } from '../../src/usecases/rates/import-rates.ts';
import { editRates, type RateEdits, type RowEdit } from '../../src/usecases/rates/set-rate.ts';
import type { Service } from '../../src/usecases/service.ts';
import { shippedGround } from './rate-books.ts';

/** A CSV file of rows, as an operator would upload it. */
export function rateFile(
  kind: RateKind,
  lines: readonly string[] | Buffer,
  owner = DEFAULT_BOOK,
  source = `${kind}.csv`,
): RateFileImport {
  const content = Buffer.isBuffer(lines) ? lines : Buffer.from(`${lines.join('\n')}\n`);
  return { kind, owner, source, content: inParts(content) };
}

/** Imports a file. */
export async function importLines(
  service: Service,
  kind: RateKind,
  lines: readonly string[] | Buffer,
  owner?: string,
) {
  return importRates(service, (await shippedGround()).directory, OPERATOR, rateFile(kind, lines, owner));
}

/** Does a dry run of an import. */
export async function rehearseLines(
  service: Service,
  kind: RateKind,
  lines: readonly string[],
  owner?: string,
) {
  return rehearseImport(service, (await shippedGround()).directory, OPERATOR, rateFile(kind, lines, owner));
}

/** The rows of a kind as lines of CSV, the header first. */
export async function exportLines(
  { database }: Service,
  kind: RateKind,
  owner = DEFAULT_BOOK,
): Promise<string[]> {
  const { own: version } = await readBookVersions(database, owner);
  const all = { after: null, limit: 1_000_000 };
  const rows = await listRatesAt(database.account(owner), { kind, version }, all);
  const lines = [ROW_FORMATS[kind].columns, ...rows.map(({ cells }) => storedTexts(kind, cells))];
  return lines.map((line) => line.map(quoted).join(','));
}

/** Changes or removes one row. */
export function setRate(
  service: Service,
  directory: PincodeDirectory,
  { owner, ...edit }: RowEdit & Pick<RateEdits, 'owner'>,
) {
  return editRates(service, directory, OPERATOR, { owner, edits: [edit], source: 'a test' });
}

function quoted(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Splits a file into parts at any byte, also inside a character. */
async function* inParts(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += 37) yield content.subarray(at, at + 37);
}

import type { Actor } from '../../domain/actor.ts';
import type { PincodeDirectory } from '../../domain/pincodes/pincode-directory.ts';
import { refused } from '../../problems/problem.ts';
import { type RowProblem, rowProblemSentence } from '../../problems/row-problem.ts';
import type { RateKind } from '../../rate-files/rate-kinds.ts';
import type { StoredCells } from '../../rate-files/stored-rows.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import {
  countChanges,
  listExamples,
  listRatesInForce,
  listRepeatedKeys,
  openProposal,
  type ProposedRow,
  proposeRows,
  type RowChange,
} from '../../storage/rates/rate-changes.ts';
import type { RowCounts } from '../../storage/rates/rate-versions.ts';
import { knownNames } from '../listing/known-names.ts';
import { type AccountContext, changeBy, type Service } from '../service.ts';
import { readRateFile } from './rate-file.ts';
import { type RateChange, refuseIfChanged, replaceRates } from './replace-rates.ts';

export type { RowChange, RowCounts };

/** A file to put in force: its rows replace all rows of its kind in one book. */
export interface RateFileImport {
  readonly kind: RateKind;
  /** The account, or `DEFAULT_BOOK`. */
  readonly owner: string;
  /** The file's name, for the history. */
  readonly source: string;
  readonly content: AsyncIterable<Buffer>;
  /** The version that the file was made from; absent to replace any version. */
  readonly madeFrom?: number | undefined;
  /** Called when the whole file is read, and only the database is working. */
  readonly onRead?: () => void;
  /** Until the change is made, it stops the import: its reason is thrown and nothing was changed. */
  readonly signal?: AbortSignal;
}

/** The result of a rate import's dry run. */
export interface RateRehearsal extends Omit<RateChange, 'version'> {
  readonly rows: number;
  /** The first few of each kind of change, by key. */
  readonly examples: readonly RowChange[];
}

/** The number of problems that are reported for a file. */
const MOST_PROBLEMS = 100;
const EXAMPLES_OF_EACH = 20;

/**
 * The number of rows that are sent to the database, and kept in memory, at once. Measured with 200,000 rows:
 * see `docs/explanation/benchmarks.md`; portions of 500 and 10,000 were not faster.
 */
const PORTION = 2_000;

/**
 * Puts a file in force as a new version of a book.
 *
 * @throws Problem `refused` with line, column and reason of each bad row (the first 100); nothing of the file
 * is then applied; `conflict` if the rows have changed since the version that it was made from
 */
export async function importRates(
  service: Service,
  directory: PincodeDirectory,
  actor: Actor,
  file: RateFileImport,
): Promise<RateChange & { readonly rows: number }> {
  return service.database.change(file.owner, changeBy(service, actor), async (writer) => {
    const rows = await proposeFile(writer, directory, file);
    const change = await replaceRates(writer, [file.kind], file);
    file.signal?.throwIfAborted();
    return { rows, ...change };
  });
}

/** Returns what importing a file would change, and changes nothing. @throws Problem as `importRates` */
export async function rehearseImport(
  service: Service,
  directory: PincodeDirectory,
  actor: Actor,
  file: RateFileImport,
): Promise<RateRehearsal> {
  return service.database.change(file.owner, changeBy(service, actor), async (writer) => {
    writer.skipAudit('only a temporary table is written');
    await refuseIfChanged(writer, [file.kind], file.madeFrom);
    const rows = await proposeFile(writer, directory, file);
    const counts = await countChanges(writer, [file.kind]);
    file.signal?.throwIfAborted();
    const examples = await listExamples(writer, [file.kind], EXAMPLES_OF_EACH);
    return { rows, ...counts, examples };
  });
}

/**
 * Imports or checks a file for a waiting client, in one turn, because its transaction keeps a connection.
 *
 * @throws Problem as `LongWork.patiently`
 */
export function importInQueue<Answer>(
  account: AccountContext,
  directory: PincodeDirectory,
  file: RateFileImport & { readonly signal: AbortSignal },
  work: (
    service: Service,
    directory: PincodeDirectory,
    actor: Actor,
    file: RateFileImport,
  ) => Promise<Answer>,
): Promise<Answer> {
  const { accountId, actor, longWork } = account;
  return longWork.patiently({ accountId, signal: file.signal }, () => work(account, directory, actor, file));
}

async function proposeFile(
  writer: AccountWriter,
  directory: PincodeDirectory,
  { kind, content, onRead, signal }: RateFileImport,
): Promise<number> {
  await openProposal(writer);
  const known = await knownNames(writer, directory);
  const problems: RowProblem[] = [];
  let portion: ProposedRow[] = [];
  let rows = 0;
  let inForce: Promise<ReadonlyMap<string, StoredCells>> | null = null;
  const cellsInForce = async (key: string) => {
    inForce ??= listRatesInForce(writer, kind);
    return (await inForce).get(key) ?? null;
  };
  for await (const line of readRateFile(kind, known, content, cellsInForce)) {
    signal?.throwIfAborted();
    rows += 1;
    if (line.problems !== null) problems.push(...line.problems);
    else if (problems.length === 0) portion.push(line.row);
    if (problems.length >= MOST_PROBLEMS) break;
    if (portion.length === PORTION) {
      await proposeRows(writer, portion);
      portion = [];
    }
  }
  if (portion.length > 0) await proposeRows(writer, portion);
  onRead?.();
  for (const { key, line, firstLine } of await listRepeatedKeys(writer, MOST_PROBLEMS)) {
    problems.push({ line, column: null, reason: `"${key}" is already on line ${firstLine}` });
  }
  if (problems.length > 0) throw refusedFile(problems);
  return rows;
}

function refusedFile(problems: readonly RowProblem[]) {
  const listed = problems.toSorted((a, b) => a.line - b.line).slice(0, MOST_PROBLEMS);
  const more = problems.length >= MOST_PROBLEMS ? ['there may be more problems'] : [];
  return refused([...listed.map(rowProblemSentence), ...more, 'nothing of the file was applied']);
}

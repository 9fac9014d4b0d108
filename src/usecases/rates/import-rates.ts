import type { Actor } from '../../domain/actor.ts';
import type { PincodeDirectory } from '../../domain/pincodes/pincode-directory.ts';
import { refused } from '../../problems/problem.ts';
import { type RowProblem, rowProblemSentence } from '../../problems/row-problem.ts';
import { say } from '../../problems/sentence.ts';
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
import type { ListingParts } from '../long-work.ts';
import { type AccountContext, changeBy, type Service } from '../service.ts';
import { readRateFile } from './rate-file.ts';
import { type RateChange, refuseIfChanged, replaceRates } from './replace-rates.ts';

export type { RowChange, RowCounts };

/** A file of rates: its rows replace all rows of its kind in one book. */
export interface RateFileImport {
  readonly kind: RateKind;
  /** The account's id, or `DEFAULT_BOOK`. */
  readonly owner: string;
  readonly source: string;
  readonly content: AsyncIterable<Buffer>;
  /** The version that the file was made from; without it, any version is replaced. */
  readonly madeFrom?: number | undefined;
  /** Awaited after each portion of rows. */
  readonly rest?: () => Promise<void>;
  /** Stops the import until the change is made; then nothing was changed, and its reason is thrown. */
  readonly signal?: AbortSignal;
}

export interface RateRehearsal extends Omit<RateChange, 'version'> {
  readonly rows: number;
  /** The first few changes of each kind, by key. */
  readonly examples: readonly RowChange[];
}

const MOST_PROBLEMS = 100;
const EXAMPLES_OF_EACH = 20;

/**
 * The number of rows that are sent to the database, and kept in memory, at once. A file of 200,000 rows took
 * 9.3 s on 2026-11-21; portions of 500 and 10,000 were not faster.
 */
const PORTION = 2_000;

/**
 * Imports a file as a new version of a book.
 *
 * @throws Problem `refused` with line, column and reason of the first 100 bad rows; then nothing of the file
 * applies; `conflict` if the rows have changed since the version that the file was made from
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

/** Returns the changes that importing a file would make. @throws Problem as `importRates` */
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
  account: AccountContext & ListingParts,
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
  return longWork.patiently({ accountId, signal: file.signal }, (rest) =>
    work(account, directory, actor, { ...file, rest }),
  );
}

async function proposeFile(
  writer: AccountWriter,
  directory: PincodeDirectory,
  { kind, content, rest = async () => undefined, signal }: RateFileImport,
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
      await rest();
      portion = [];
    }
  }
  if (portion.length > 0) await proposeRows(writer, portion);
  await rest();
  for (const { key, line, firstLine } of await listRepeatedKeys(writer, MOST_PROBLEMS)) {
    const reason = say('key_on_earlier_line', '"{key}" is already on line {line}', { key, line: firstLine });
    problems.push({ line, column: null, reason });
  }
  if (problems.length > 0) throw refusedFile(problems);
  return rows;
}

const MAYBE_MORE = say('maybe_more_problems', 'there may be more problems');
const NOTHING_APPLIED = say('file_not_applied', 'nothing of the file was applied');

function refusedFile(problems: readonly RowProblem[]) {
  const listed = problems.toSorted((a, b) => a.line - b.line).slice(0, MOST_PROBLEMS);
  const more = problems.length >= MOST_PROBLEMS ? [MAYBE_MORE] : [];
  return refused([...listed.map(rowProblemSentence), ...more, NOTHING_APPLIED]);
}

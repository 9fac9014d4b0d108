import { withTexts } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import {
  addRejections,
  type CheckReport,
  keepCheck,
  type LineNote,
  readPieces,
} from '../../storage/imports/imports.ts';
import type { ListingParts } from '../long-work.ts';
import { type AccountActor, changeBy } from '../service.ts';
import type { ImportRequest, ImportService, RowWarning, WarnedOrder } from './import-kind.ts';
import { IMPORT_KIND_OF } from './kinds.ts';
import { type RefusedRow, type RowsRead, readLines, readRows } from './read-rows.ts';
import { dropFile } from './receive-file.ts';
import { asText, rejectionsOf } from './refusal-sentence.ts';

export interface CheckedImport extends RowsRead {
  /** The id of its stored report. */
  readonly importId: string;
  readonly report: CheckReport;
}

/** The number of rows with problems, and of rows with warnings, that a report shows. */
const MOST_REPORTED = 100;

class OnlyChecked extends Error {}

/**
 * Runs an import and rolls it back, for a client that waits: the report tells what would happen. The report is
 * stored, and the file is deleted.
 *
 * @throws Problem `refused` if the whole file would be refused, and then nothing is stored; as
 * `LongWork.patiently`
 */
export async function checkInQueue(
  account: AccountActor & ImportService & ListingParts,
  request: ImportRequest,
  signal: AbortSignal,
): Promise<CheckedImport> {
  const { accountId, longWork } = account;
  try {
    return await longWork.patiently({ accountId, signal }, (rest) => checkImport(account, request, rest));
  } catch (error) {
    // The check may have ended before it began.
    await dropFile(account, request.importId);
    throw error;
  }
}

/** @param rest awaited after each portion */
async function checkImport(
  importer: AccountActor & ImportService,
  request: ImportRequest,
  rest: () => Promise<void>,
): Promise<CheckedImport> {
  const { database, accountId, actor } = importer;
  const { importId, options, kind } = request;
  // Another id, because rejected rows are stored meanwhile, outside the transaction that is rolled back.
  const rehearsed = { ...request, importId: importer.newId() };
  const refused: RefusedRow[] = [];
  const odd: WarnedOrder[] = [];
  let warned = 0;
  let read: RowsRead | null = null;
  const change = (work: (writer: AccountWriter) => Promise<void>) =>
    database.change(accountId, changeBy(importer, actor), work);
  await change(async (writer) => {
    const known = await IMPORT_KIND_OF[kind].known(writer, request);
    read = await readRows(
      readLines(() => readPieces(writer, importId), options, known),
      {
        open: (header, form) => IMPORT_KIND_OF[kind].open(importer, writer, rehearsed, header, form),
        onRefused: async (rows) => {
          refused.push(...rows.slice(0, MOST_REPORTED - refused.length));
          await change(async (other) => {
            other.skipAudit('no data of the account changes');
            await addRejections(other, importId, rejectionsOf(rows));
          });
        },
        onWarned: (orders) => {
          warned += orders.filter(({ isRefused }) => !isRefused).length;
          odd.push(...orders.slice(0, MOST_REPORTED - odd.length));
        },
        onProgress: rest,
      },
    );
    throw new OnlyChecked();
  }).catch((error: unknown) => {
    if (!(error instanceof OnlyChecked)) throw error;
  });
  if (read === null) throw new Error('The file was not read');
  const checked: RowsRead = read;
  const report = {
    problems: refused.flatMap(({ line, refusals }) => refusals.map((one) => noteOf({ line, ...one }))),
    warnings: odd.flatMap(({ warnings }) => warnings.map(noteOf)),
    warned,
    unknownColumns: checked.columns.flatMap(({ name, field }) => (field === null ? [asText(name)] : [])),
    columns: checked.columns.map(({ name, field }) => ({ name: asText(name), field })),
  };
  await change((writer) => keepCheck(writer, importId, { ...checked, report }));
  return { ...checked, importId, report };
}

function noteOf({ column, reason, ...note }: RowWarning): LineNote {
  return { ...note, column: column && asText(column), message: withTexts(reason, asText) };
}

import { SYSTEM } from '../../domain/actor.ts';
import { Problem } from '../../problems/problem.ts';
import { detailsOf, say } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { continueImport, isGathered } from '../../storage/imports/import-orders.ts';
import {
  addRejections,
  endImport,
  findImport,
  lockImport,
  noteProgress,
  readPieces,
} from '../../storage/imports/imports.ts';
import { assertMayGoOn, Stopped } from '../jobs/acting-for.ts';
import { enqueueAccountJobs } from '../jobs/enqueue-account-jobs.ts';
import { changeBy } from '../service.ts';
import { type ImportService, makerOf } from './import-kind.ts';
import { IMPORT_KIND_OF } from './kinds.ts';
import { readLines, readRows } from './read-rows.ts';
import { rejectionsOf } from './refusal-sentence.ts';

export interface RunImportOptions {
  /** True if no other try follows when this one fails. */
  readonly isLastTry?: boolean;
}

const FAILED = say(
  'import_failed',
  'The service failed at this file and imported nothing: send it again, or ask your operator, who finds the reason in the log',
);

/**
 * Imports the rows of a received file: all good rows in one transaction, together with the results of the
 * others. If the process dies, nothing has changed, and another process starts again. Skips a finished
 * import. If its creator has lost the permission, the import stops, and nothing is imported.
 *
 * @throws the error of the service, even if the import is then recorded as failed
 */
export async function runImport(
  service: ImportService,
  accountId: string,
  importId: string,
  { isLastTry = false }: RunImportOptions = {},
): Promise<void> {
  const { database } = service;
  const found = await findImport(database.account(accountId), importId);
  if (found === null || found.finishedAt !== null) return;
  const by = () => changeBy(service, found.actor);
  const maker = makerOf(accountId, found);
  let bytesRead = 0;
  async function* content(writer: AccountWriter) {
    // Dates are looked at in a second reading.
    bytesRead = 0;
    for await (const piece of readPieces(writer, importId)) {
      bytesRead += piece.length;
      yield piece;
    }
  }
  const progress = (rows: number) =>
    noteProgress(database, accountId, importId, { at: service.now(), rows, bytesRead });
  try {
    await database.change(accountId, by(), async (writer) => {
      const state = await lockImport(writer, importId);
      if ((state !== 'waiting' && state !== 'running') || (await isGathered(writer, importId))) {
        writer.skipAudit('another process has done it already');
        return;
      }
      await assertMayGoOn(writer, service, maker);
      await progress(0);
      const kind = IMPORT_KIND_OF[found.kind];
      const known = await kind.known(writer, found);
      const read = await readRows(
        readLines(() => content(writer), found.options, known),
        {
          open: (header, form) => kind.open(service, writer, found, header, form),
          onRefused: (rows) => addRejections(writer, importId, rejectionsOf(rows)),
          onProgress: progress,
        },
      );
      // A large file takes long, so the permission is checked again.
      await assertMayGoOn(writer, service, maker);
      if (found.kind === 'orders') {
        writer.skipAudit('the work is recorded in parts');
        await continueImport(writer, importId, read);
        await enqueueAccountJobs(writer);
        return;
      }
      await endImport(writer, importId, { ...read, state: 'done', failure: null });
      await writer.record({
        action: `${found.kind}.imported`,
        subjectKind: 'import',
        subjectId: importId,
        changes: { source: found.source, rows: read.rows, rejected: read.rejected, ...read.counts },
      });
    });
  } catch (error) {
    const none = { rows: 0, rejected: 0, counts: {}, header: null, money: null, reading: null };
    if (error instanceof Stopped) {
      const { sentence: failure } = error;
      await database.change(accountId, changeBy(service, SYSTEM), async (writer) => {
        await endImport(writer, importId, { ...none, state: 'stopped', failure });
        const changes = {
          source: found.source,
          reason: failure.text,
          reason_details: detailsOf(failure),
        };
        await writer.record({
          action: 'import.stopped',
          subjectKind: 'import',
          subjectId: importId,
          changes,
        });
      });
      return;
    }
    const isRefused = error instanceof Problem && error.kind === 'refused';
    if (!isRefused && !isLastTry) throw error;
    const failure = isRefused ? error.sentence : FAILED;
    await database.change(accountId, by(), async (writer) => {
      writer.skipAudit('nothing of the file was imported');
      await endImport(writer, importId, { ...none, state: 'failed', failure });
    });
    if (!isRefused) throw error;
  }
}

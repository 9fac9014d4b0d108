import type { AccountWriter } from '../../storage/account-scope.ts';
import { readPieces } from '../../storage/imports/imports.ts';
import { type AccountContext, changeBy } from '../service.ts';
import type { ImportRequest } from './import-kind.ts';
import { IMPORT_KIND_OF } from './kinds.ts';
import { linesOf, type RefusedRow, type RowsRead, readRows } from './read-rows.ts';
import { dropFile, type Importer } from './receive-file.ts';

/** What an import would do. */
export interface CheckedImport extends RowsRead {
  /** The first rows that would not be taken. */
  readonly refused: readonly RefusedRow[];
}

const MOST_TOLD = 100;

/** For whoever waits for a check. */
export interface CheckOptions {
  readonly onProgress?: (bytesRead: number) => void;
  /** Waited for after each portion. */
  readonly rest?: () => Promise<void>;
}

/** Takes back what it was thrown in. */
class OnlyChecked extends Error {}

/**
 * Does what an import would do, takes all of it back, and the file away: so that what it says is what happens.
 *
 * @throws Problem `refused` where nothing of the file would be taken
 */
export async function checkImport(
  importer: Importer,
  request: ImportRequest,
  { onProgress = () => undefined, rest = async () => undefined }: CheckOptions = {},
): Promise<CheckedImport> {
  const { database, accountId, actor } = importer;
  const told: RefusedRow[] = [];
  let checked: RowsRead | null = null;
  let bytesRead = 0;
  async function* content(writer: AccountWriter) {
    for await (const piece of readPieces(writer, request.importId)) {
      bytesRead += piece.length;
      onProgress(bytesRead);
      yield piece;
    }
  }
  try {
    await database.change(accountId, changeBy(importer, actor), async (writer) => {
      checked = await readRows(linesOf(content(writer), request.options), {
        isRehearsal: true,
        open: (header) => IMPORT_KIND_OF[request.kind].open(importer, writer, request, header),
        onRefused: async (rows) => {
          told.push(...rows.slice(0, MOST_TOLD - told.length));
          await rest();
        },
        onProgress: rest,
      });
      throw new OnlyChecked();
    });
  } catch (error) {
    if (!(error instanceof OnlyChecked)) throw error;
  } finally {
    await dropFile(importer, request.importId);
  }
  if (checked === null) throw new Error('The file was not read');
  return { ...(checked as RowsRead), refused: told };
}

/**
 * The same for a client that waits for it, in turns that it shares with others; where it leaves, the check ends.
 *
 * @throws Problem `refused`; as `LongWork.patiently`
 */
export async function checkInTurns(
  account: AccountContext,
  request: ImportRequest,
  signal: AbortSignal,
): Promise<CheckedImport> {
  const { accountId, longWork } = account;
  try {
    return await longWork.patiently({ accountId, signal }, (rest) => checkImport(account, request, { rest }));
  } catch (error) {
    // It may never have begun.
    await dropFile(account, request.importId);
    throw error;
  }
}

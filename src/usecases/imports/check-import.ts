import type { AccountWriter } from '../../storage/account-scope.ts';
import { readPieces } from '../../storage/imports/imports.ts';
import { changeBy } from '../service.ts';
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
  onProgress: (bytesRead: number) => void = () => undefined,
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
        },
        onProgress: async () => undefined,
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

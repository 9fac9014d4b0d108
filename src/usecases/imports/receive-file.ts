import { createHash } from 'node:crypto';
import { Problem } from '../../problems/problem.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import {
  addPiece,
  beginImport,
  dropImport,
  forgetImportFiles,
  importArrived,
  readImportUsage,
} from '../../storage/imports/imports.ts';
import { addJob } from '../../storage/job-queue.ts';
import { type AccountContext, changeBy, type Service } from '../service.ts';
import type { ImportRequest, ImportService } from './import-kind.ts';

export const LARGEST_FILE_BYTES = 64 * 1024 * 1024;

const PIECE_BYTES = 64 * 1024;

/** The name of the job, as it stands in the queue. */
export const RUN_IMPORT = 'run-import';

/** A file that has come whole, and waits in the database for what is to be done with it. */
export interface ReceivedFile {
  readonly importId: string;
  readonly bytes: number;
  /** SHA-256. */
  readonly digest: Buffer;
}

/** Whose import it is, as far as receiving needs it. */
export type Importer = ImportService & Pick<AccountContext, 'accountId' | 'actor'>;

/**
 * Keeps a file as it comes, in parts: whoever sends it slowly holds no transaction and hardly any memory, and any
 * process can read it afterwards. What does not come whole is taken away again.
 *
 * @throws Problem `too_large`
 */
export async function receiveFile(
  importer: Importer,
  request: Omit<ImportRequest, 'importId'> & { readonly source: string | null },
  content: AsyncIterable<Buffer>,
): Promise<ReceivedFile> {
  const { database, accountId } = importer;
  const importId = importer.newId();
  await change(importer, (writer) => beginImport(writer, { importId, ...request }));
  const hash = createHash('sha256');
  let bytes = 0;
  let pieces = 0;
  try {
    for await (const piece of inPieces(content)) {
      bytes += piece.length;
      if (bytes > LARGEST_FILE_BYTES) {
        throw new Problem('too_large', `The file is larger than ${LARGEST_FILE_BYTES / 1024 / 1024} MB`);
      }
      hash.update(piece);
      await addPiece(database, accountId, importId, pieces, piece);
      pieces += 1;
    }
  } catch (error) {
    await dropFile(importer, importId);
    throw error;
  }
  return { importId, bytes, digest: hash.digest() };
}

/** Takes a file away that nobody was told of. Where the database is away, maintenance does. */
export async function dropFile(importer: Importer, importId: string): Promise<void> {
  await change(importer, (writer) => dropImport(writer, importId)).catch(() => undefined);
}

/**
 * Has a received file imported soon, in the transaction that tells of it. The more files of an account are under way,
 * the further behind those of others the next one stands.
 */
export async function enqueueImport(
  writer: AccountWriter,
  { importId, bytes }: ReceivedFile,
  runAt: Date = writer.now,
): Promise<void> {
  const { open } = await readImportUsage(writer, new Date(0));
  await importArrived(writer, importId, bytes);
  await addJob(writer, {
    task: RUN_IMPORT,
    payload: { import_id: importId },
    runAt,
    key: `${RUN_IMPORT} ${importId}`,
    priority: open,
  });
}

function change<T>(importer: Importer, work: (writer: AccountWriter) => Promise<T>): Promise<T> {
  return importer.database.change(importer.accountId, changeBy(importer, importer.actor), work);
}

/** The same bytes in parts of one size, so that a file is as many rows as its size says. */
async function* inPieces(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const part of content) {
    parts.push(part);
    size += part.length;
    if (size < PIECE_BYTES) continue;
    yield Buffer.concat(parts);
    parts = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(parts);
}

const DAY_MS = 86_400_000;

export const FILES_KEPT_MS = 30 * DAY_MS;

/** A file that takes longer to come never comes. */
const ARRIVING_MS = DAY_MS / 24;

/** Removes the files of imports after 30 days, and what a process that died was receiving. */
export async function forgetOldImportFiles({ database, now }: Service): Promise<void> {
  const at = now().getTime();
  await forgetImportFiles(database, {
    older: new Date(at - FILES_KEPT_MS),
    arriving: new Date(at - ARRIVING_MS),
  });
}

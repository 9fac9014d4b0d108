import { createHash } from 'node:crypto';
import { Problem } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
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
import { type AccountActor, changeBy, type Service } from '../service.ts';
import type { ImportRequest } from './import-kind.ts';

export const LARGEST_FILE_BYTES = 64 * 1024 * 1024;

const PIECE_BYTES = 64 * 1024;

export const RUN_IMPORT = 'run-import';

/** A completely received file, stored in the database. */
export interface ReceivedFile {
  readonly importId: string;
  readonly bytes: number;
  /** The SHA-256 of the file. */
  readonly digest: Buffer;
}

/**
 * Stores a file in parts while it arrives: a slow sender holds no transaction and hardly any memory, and any
 * process can read the file afterwards. An incomplete file is deleted.
 *
 * @throws Problem `too_large`
 */
export async function receiveFile(
  importer: AccountActor,
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
        const most = LARGEST_FILE_BYTES / 1024 / 1024;
        throw new Problem(
          'too_large',
          say('file_larger_than', 'The file is larger than {most} MB', { most }),
        );
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

/** Deletes a file that no client has seen. If the database is down, maintenance does it later. */
export async function dropFile(importer: AccountActor, importId: string): Promise<void> {
  await change(importer, (writer) => dropImport(writer, importId)).catch(() => undefined);
}

/**
 * Enqueues the import of a received file, in the transaction that registers it. The more files of an account
 * are in progress, the lower is the priority of its next file.
 */
export async function enqueueImport(writer: AccountWriter, { importId, bytes }: ReceivedFile): Promise<void> {
  const { open } = await readImportUsage(writer, new Date(0));
  await importArrived(writer, importId, bytes);
  await addJob(writer, {
    task: RUN_IMPORT,
    payload: { import_id: importId },
    runAt: writer.now,
    key: `${RUN_IMPORT} ${importId}`,
    priority: open,
  });
}

function change<T>(importer: AccountActor, work: (writer: AccountWriter) => Promise<T>): Promise<T> {
  return importer.database.change(importer.accountId, changeBy(importer, importer.actor), work);
}

/** Cuts the content into parts of one size, so that the number of rows depends only on the file's size. */
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

/** The time in which a file must arrive; after it, the file is incomplete. */
const ARRIVING_MS = DAY_MS / 24;

/** Removes the files of imports after 30 days, and the incomplete files of dead processes. */
export async function forgetOldImportFiles({ database, now }: Service): Promise<void> {
  const at = now().getTime();
  await forgetImportFiles(database, {
    older: new Date(at - FILES_KEPT_MS),
    arriving: new Date(at - ARRIVING_MS),
  });
}

import { Problem, refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { readImportUsage } from '../../storage/imports/imports.ts';
import type { ProcessParts } from '../health/job-workers.ts';
import { type IdempotentRequest, idempotently } from '../idempotency.ts';
import { type AccountContext, changeBy } from '../service.ts';
import { dropFile, enqueueImport, FILES_KEPT_MS, type ReceivedFile } from './receive-file.ts';

/**
 * Starts the import of a received file in the background, once for its idempotency key. The file of a repeat
 * is deleted.
 *
 * @param encode makes the answer's body
 * @returns the answer's body
 * @throws Problem `rate_limited`, `refused` if the account has too many files
 */
export async function beginReceivedImport(
  account: AccountContext & ProcessParts,
  file: ReceivedFile,
  once: IdempotentRequest | null,
  encode: (importId: string) => string,
): Promise<string> {
  let isBegun = false;
  try {
    return await idempotently(account, once, (keep) =>
      account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
        await refuseTooMany(writer, file);
        await enqueueImport(writer, file);
        await writer.record({
          action: 'import.received',
          subjectKind: 'import',
          subjectId: file.importId,
          changes: { bytes: file.bytes },
        });
        const answer = encode(file.importId);
        await keep(writer, answer);
        isBegun = true;
        return answer;
      }),
    );
  } finally {
    if (!isBegun) await dropFile(account, file.importId);
  }
}

const MOST_OPEN = 20;
const MOST_KEPT_GB = 2;
const RETRY_AFTER_SECONDS = 30;

/** Limits the files of an account, so that they do not fill the disk for all accounts. */
async function refuseTooMany(writer: AccountWriter, { bytes: size }: ReceivedFile): Promise<void> {
  const { open, bytes } = await readImportUsage(writer, new Date(writer.now.getTime() - FILES_KEPT_MS));
  if (open >= MOST_OPEN) {
    const sentence = say(
      'too_many_files',
      '{most} files of this account are being imported already: wait until they are done',
      { most: MOST_OPEN },
    );
    throw new Problem('rate_limited', sentence, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  if (bytes + size > MOST_KEPT_GB * 1024 ** 3) {
    throw refused(
      say(
        'no_room_for_file',
        'The files of an account can take {most} GB in 30 days: there is no room for this one',
        { most: MOST_KEPT_GB },
      ),
    );
  }
}

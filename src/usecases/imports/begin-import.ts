import { type IdempotentRequest, idempotently } from '../idempotency.ts';
import { type AccountContext, changeBy } from '../service.ts';
import { dropFile, enqueueImport, type ReceivedFile } from './receive-file.ts';

/**
 * Has a file that was received imported in the background, once for its idempotency key: a repeat's file is taken away
 * again.
 *
 * @param encode the answer's body
 * @returns the answer's body
 */
export async function beginReceivedImport(
  account: AccountContext,
  file: ReceivedFile,
  once: IdempotentRequest | null,
  encode: (importId: string) => string,
): Promise<string> {
  let isBegun = false;
  try {
    return await idempotently(account, once, (keep) =>
      account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
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

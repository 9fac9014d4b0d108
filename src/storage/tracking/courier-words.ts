import { readGranularStatus } from '../../domain/tracking/read-status.ts';
import { isNdrReason, isRtoReason, type NdrReason, type RtoReason } from '../../domain/tracking/reasons.ts';
import type { WordMeaning } from '../../domain/tracking/scan.ts';
import type { AccountWriter } from '../account-scope.ts';
import type { Database } from '../database.ts';

/** A code or words of a courier with the meaning that the operator gave. */
export interface CourierWord extends WordMeaning {
  readonly wordId: string;
  readonly courier: string;
  /** As they are compared: see `wordKey`. */
  readonly key: string;
  readonly words: string;
  readonly updatedAt: Date;
}

interface Row {
  readonly wordId: string;
  readonly courier: string;
  readonly key: string;
  readonly words: string;
  readonly status: string;
  readonly reason: string | null;
  readonly updatedAt: Date;
}

const COLUMNS = `word_id as "wordId", courier, words_key as key, words, status, reason, updated_at as "updatedAt"`;

/** A newer release may have written a status that this one does not know. */
function wordsOf(rows: readonly Row[]): CourierWord[] {
  return rows.flatMap((row) => {
    const status = readGranularStatus(row.status);
    return status === null ? [] : [{ ...row, status, reason: reasonOf(row.reason) }];
  });
}

function reasonOf(text: string | null): NdrReason | RtoReason | null {
  return text !== null && (isNdrReason(text) || isRtoReason(text)) ? text : null;
}

/** Lists all words, by courier. */
export async function listCourierWords(database: Database): Promise<CourierWord[]> {
  return wordsOf(await database.run<Row>(`select ${COLUMNS} from courier_words order by courier, words_key`));
}

/** Finds the words of a courier with these keys. */
export async function findCourierWords(
  database: Database,
  courier: string,
  keys: readonly string[],
): Promise<CourierWord[]> {
  return wordsOf(
    await database.run<Row>(
      {
        name: 'courier-words-of-scans',
        text: `select ${COLUMNS} from courier_words where courier = $1 and words_key = any($2::text[])`,
      },
      [courier, keys],
    ),
  );
}

/** Adds words, or changes their meaning; kept scans in these words are then read again. @returns their id */
export async function saveCourierWord(
  writer: AccountWriter,
  { courier, key, words, status, reason }: Omit<CourierWord, 'wordId' | 'updatedAt'>,
): Promise<string> {
  const [saved] = await writer.acrossAccounts.run<{ wordId: string }>(
    `insert into courier_words (word_id, courier, words_key, words, status, reason, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (courier, words_key) do update
        set words = excluded.words, status = excluded.status, reason = excluded.reason, updated_at = excluded.updated_at
     returning word_id as "wordId"`,
    [writer.newId(), courier, key, words, status, reason, writer.now],
  );
  if (saved === undefined) throw new Error('the words were not stored');
  await writer.acrossAccounts.run(
    `update unread_scans set reread_at = null
      where courier = $1 and (code_key = $2 or words_key = $2) and reread_at is not null`,
    [courier, key],
  );
  return saved.wordId;
}

/** @returns the words; null if there are none */
export async function removeCourierWord(
  writer: AccountWriter,
  courier: string,
  key: string,
): Promise<CourierWord | null> {
  const rows = await writer.acrossAccounts.run<Row>(
    `delete from courier_words where courier = $1 and words_key = $2 returning ${COLUMNS}`,
    [courier, key],
  );
  return wordsOf(rows)[0] ?? null;
}

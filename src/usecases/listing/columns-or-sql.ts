import { asksSql } from '../../storage/columns/query-columns.ts';
import type { ListingFilters } from '../../storage/listing/filters.ts';
import type { ListingParts } from '../long-work.ts';
import type { AccountContext } from '../service.ts';

/**
 * Answers from the columns in memory if the account has them, else by SQL. What takes longer in a larger
 * account waits for a turn: SQL, and columns if SQL has to find a part of the filters first. It is dropped
 * when the signal is aborted.
 *
 * @param byColumns returns null if SQL has to answer
 */
export async function columnsOrSql<Answer>(
  { accountId, longWork }: AccountContext & ListingParts,
  filters: ListingFilters,
  signal: AbortSignal,
  byColumns: () => Promise<Answer | null>,
  bySql: () => Promise<Answer>,
): Promise<Answer> {
  const isLong = asksSql(filters);
  const atOnce = isLong ? null : await byColumns();
  if (atOnce !== null) return atOnce;
  return longWork.run({ accountId, signal }, async () => (isLong ? await byColumns() : null) ?? bySql());
}

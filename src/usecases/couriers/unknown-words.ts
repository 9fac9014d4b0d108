import { listUnknownWords, type UnknownWords } from '../../storage/tracking/unread-scans.ts';
import { isWholeService } from '../accounts/check-operator.ts';
import type { AccountContext } from '../service.ts';

const MOST_LISTED = 200;

/** Lists the words of couriers that nobody knows: in scans of the account, or of all accounts. */
export function unknownWordsOf(operator: AccountContext): Promise<UnknownWords[]> {
  const accountId = isWholeService(operator) ? null : operator.accountId;
  return listUnknownWords(operator.database, accountId, MOST_LISTED);
}

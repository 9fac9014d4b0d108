import { type Account, listAccounts } from '../../storage/accounts/accounts.ts';
import type { Service } from '../service.ts';

/** All accounts of the service, oldest first: for its operator. */
export function listEveryAccount({ database }: Service): Promise<Account[]> {
  return listAccounts(database);
}

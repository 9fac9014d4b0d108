import { Problem } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import { type Account, findAccount, listAccounts } from '../../storage/accounts/accounts.ts';
import type { Service } from '../service.ts';

/** Checks that the account exists. @throws Problem `not_found` */
export async function assertAccount(
  { database }: Pick<Service, 'database'>,
  accountId: string,
): Promise<void> {
  if ((await findAccount(database, accountId)) !== null) return;
  const sentence = say('account_not_found', 'Account {account_id} not found', { account_id: accountId });
  throw new Problem('not_found', sentence);
}

export function listEveryAccount({ database }: Service): Promise<Account[]> {
  return listAccounts(database);
}

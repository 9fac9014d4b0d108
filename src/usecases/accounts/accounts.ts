import { notFound } from '../../problems/problem.ts';
import { type Account, findAccount, listAccounts } from '../../storage/accounts/accounts.ts';
import type { Service } from '../service.ts';

/** Checks that the account exists. @throws Problem `not_found` */
export async function assertAccount(
  { database }: Pick<Service, 'database'>,
  accountId: string,
): Promise<void> {
  if ((await findAccount(database, accountId)) === null) throw notFound(`Account ${accountId}`);
}

export function listEveryAccount({ database }: Service): Promise<Account[]> {
  return listAccounts(database);
}

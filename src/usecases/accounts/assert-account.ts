import { notFound } from '../../problems/problem.ts';
import { findAccount } from '../../storage/accounts/accounts.ts';
import type { Service } from '../service.ts';

/** Goes on only where the account is there. @throws Problem `not_found` */
export async function assertAccount(
  { database }: Pick<Service, 'database'>,
  accountId: string,
): Promise<void> {
  if ((await findAccount(database, accountId)) === null) throw notFound(`Account ${accountId}`);
}

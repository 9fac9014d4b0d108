import { notFound } from '../../domain/errors.ts';
import { findAccount } from '../../storage/accounts/accounts.ts';
import { listUsers, type User } from '../../storage/accounts/users.ts';
import type { Service } from '../service.ts';

/**
 * The users of an account, oldest first, disabled ones included.
 *
 * @throws Problem `not_found` for an unknown account
 */
export async function listAccountUsers(service: Service, accountId: string): Promise<User[]> {
  if (!(await findAccount(service.database, accountId))) throw notFound(`Account ${accountId}`);
  return listUsers(service.database, accountId);
}

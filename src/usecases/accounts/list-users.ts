import { listUsers, type User } from '../../storage/accounts/users.ts';
import type { Service } from '../service.ts';
import { assertAccount } from './assert-account.ts';

export type { User };

/**
 * The users of an account, oldest first, disabled ones included.
 *
 * @throws Problem `not_found` for an unknown account
 */
export async function listAccountUsers(service: Service, accountId: string): Promise<User[]> {
  await assertAccount(service, accountId);
  return listUsers(service.database, accountId);
}

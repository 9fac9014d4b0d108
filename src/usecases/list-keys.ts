import { notFound } from '../domain/errors.ts';
import { findAccount } from '../storage/accounts.ts';
import { type Credential, listKeys } from '../storage/credentials.ts';
import type { Service } from './service.ts';

/**
 * The API keys of an account, oldest first, revoked ones included; never the keys themselves.
 *
 * @throws Problem `not_found` for an unknown account
 */
export async function listAccountKeys(service: Service, accountId: string): Promise<Credential[]> {
  if (!(await findAccount(service.database, accountId))) throw notFound(`Account ${accountId}`);
  return listKeys(service.database, accountId);
}

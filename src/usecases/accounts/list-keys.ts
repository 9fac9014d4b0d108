import { notFound } from '../../domain/errors.ts';
import { findAccount } from '../../storage/accounts/accounts.ts';
import { type Credential, listCredentials } from '../../storage/accounts/credentials.ts';
import type { Service } from '../service.ts';

/**
 * The API keys of an account, or the tokens of its users, oldest first, revoked ones included; never the secrets
 * themselves. Tokens are removed some time after they expired.
 *
 * @throws Problem `not_found` for an unknown account
 */
export async function listAccountKeys(
  service: Service,
  accountId: string,
  kind: Credential['kind'] = 'key',
): Promise<Credential[]> {
  if (!(await findAccount(service.database, accountId))) throw notFound(`Account ${accountId}`);
  return listCredentials(service.database, accountId, kind);
}

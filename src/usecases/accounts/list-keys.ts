import {
  type Credential,
  type CredentialScope,
  listCredentials,
} from '../../storage/accounts/credentials.ts';
import type { Service } from '../service.ts';
import { assertAccount } from './assert-account.ts';

export type { Credential, CredentialScope };

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
  await assertAccount(service, accountId);
  return listCredentials(service.database, accountId, kind);
}

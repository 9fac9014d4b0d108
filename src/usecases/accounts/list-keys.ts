import {
  type Credential,
  type KeyScope,
  type ListedKey,
  listCredentials,
  listNewestKeys,
} from '../../storage/accounts/credentials.ts';
import type { Newest, NewestPage } from '../../storage/newest-page.ts';
import type { AccountContext, Service } from '../service.ts';
import { assertAccount } from './assert-account.ts';

export type { Credential, KeyScope, ListedKey };

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

/** A page of the account's API keys, newest first, revoked and expired ones included; never the secrets themselves. */
export function listKeys(account: AccountContext, page: NewestPage): Promise<Newest<ListedKey>> {
  return listNewestKeys(account.database.account(account.accountId), page);
}

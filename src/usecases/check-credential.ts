import { type Credential, findCredential, noteCredentialUse } from '../storage/credentials.ts';
import { CredentialCache } from './credential-cache.ts';
import type { AccountContext, ShippingService } from './service.ts';

type KnownCredential = Credential & { readonly secretHash: Buffer };

/** The check of an account's API keys and tokens. */
export class CredentialCheck {
  private readonly service: ShippingService;
  private readonly cache: CredentialCache<KnownCredential>;

  constructor(service: ShippingService, onError: (error: unknown) => void) {
    this.service = service;
    this.cache = new CredentialCache(service, {
      find: (prefix) => findCredential(service.database, prefix),
      noteUse: (uses) => noteCredentialUse(service.database, uses),
      onError,
    });
  }

  /**
   * @param text what the client sent, without `Bearer`
   * @returns the account's context, or null where the credential is missing, unknown, expired or
   * revoked; the caller cannot tell which
   */
  async check(text: string): Promise<AccountContext | null> {
    const credential = await this.cache.check(text);
    if (credential === null) return null;
    return {
      ...this.service,
      accountId: credential.accountId,
      scope: credential.scope,
      credentialId: credential.credentialId,
      actor:
        credential.kind === 'key'
          ? { kind: 'key', id: credential.credentialId, name: credential.name }
          : { kind: 'user', id: credential.userId, name: credential.name },
    };
  }

  /** Writes down the last uses and stops. */
  async close(): Promise<void> {
    await this.cache.close();
  }
}

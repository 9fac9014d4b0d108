import { type Credential, findCredential, noteCredentialUse } from '../../storage/accounts/credentials.ts';
import type { AccountContext, ShippingService } from '../service.ts';
import { CredentialCache, type CredentialCheckOptions } from './credential-cache.ts';

type KnownCredential = Credential & { readonly secretHash: Buffer };

/** The check of an account's API keys and tokens. */
export class CredentialCheck {
  private readonly service: ShippingService;
  private readonly cache: CredentialCache<KnownCredential>;
  /**
   * The context of each credential in the cache. Made anew for each request, it took 17 microseconds, for
   * copying the service's parts: more than quote and answer together.
   */
  private readonly contexts = new WeakMap<KnownCredential, AccountContext>();

  constructor(service: ShippingService, options: CredentialCheckOptions) {
    this.service = service;
    this.cache = new CredentialCache(service, {
      find: (prefix) => findCredential(service.database, prefix),
      noteUse: (uses) => noteCredentialUse(service.database, uses),
      ...options,
    });
  }

  /**
   * @param text what the client sent, without `Bearer`
   * @returns the account's context; null where it is missing, unknown, expired or revoked; the caller cannot
   * tell which
   */
  async check(text: string): Promise<AccountContext | null> {
    const credential = await this.cache.check(text);
    return credential && this.contextOf(credential);
  }

  /**
   * The same from what is at hand: null also where the database would have to be asked.
   */
  known(text: string): AccountContext | null {
    const credential = this.cache.known(text);
    return credential ? this.contextOf(credential) : null;
  }

  /** Whether the text was a good credential when it was last checked here. */
  wasGood(text: string): boolean {
    return this.cache.wasGood(text);
  }

  private contextOf(credential: KnownCredential): AccountContext {
    let context = this.contexts.get(credential);
    if (context === undefined) {
      context = this.makeContext(credential);
      this.contexts.set(credential, context);
    }
    return context;
  }

  private makeContext(credential: KnownCredential): AccountContext {
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

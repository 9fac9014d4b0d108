import { LRUCache } from 'lru-cache';
import { type SentSecret, sameSecret, splitSecret } from './credential-secret.ts';
import type { Service } from './service.ts';

/** A revoked credential stops within this time in every process; the promise is 5 s. */
const CACHE_MS = 3_000;
const CACHED_CREDENTIALS = 20_000;
const USE_NOTED_EVERY_MS = 15_000;

/** What every kind of credential is kept with. */
export interface KeptCredential {
  readonly credentialId: string;
  readonly secretHash: Buffer;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

interface Proof<Credential> {
  readonly prefix: string;
  readonly credential: Credential;
}

export interface CredentialCacheOptions<Credential extends KeptCredential> {
  /** Finds a credential by its public half. */
  readonly find: (prefix: string) => Promise<Credential | null>;
  /** Notes when credentials were last used. */
  readonly noteUse: (uses: ReadonlyMap<string, Date>) => Promise<void>;
  /** Told where that could not be noted. */
  readonly onError: (error: unknown) => void;
}

/**
 * The check of one kind of credential: at most one indexed query, and none while the credential is in the
 * cache. Requests that arrive together with an uncached credential share one query.
 *
 * Unknown credentials are not cached: a new one works at once.
 */
export class CredentialCache<Credential extends KeptCredential> {
  private readonly service: Service;
  private readonly options: CredentialCacheOptions<Credential>;
  private readonly cache: LRUCache<string, Credential>;
  /**
   * Texts that have stood against a credential's hash, which took 4 microseconds of a request of 105: it need
   * not be made again while that very credential is in the cache. A wrong text is never in here, and a look-up
   * by the hash of the text tells nothing about the right one.
   */
  private readonly proofs: LRUCache<string, Proof<Credential>>;
  private readonly lookups = new Map<string, Promise<Credential | null>>();
  private uses = new Map<string, Date>();
  private readonly timer: NodeJS.Timeout;

  constructor(service: Service, options: CredentialCacheOptions<Credential>) {
    this.service = service;
    this.options = options;
    const kept = {
      max: CACHED_CREDENTIALS,
      ttl: CACHE_MS,
      perf: { now: () => service.now().getTime() },
      ttlResolution: 0,
    };
    this.cache = new LRUCache(kept);
    this.proofs = new LRUCache(kept);
    this.timer = setInterval(() => void this.noteUses(), USE_NOTED_EVERY_MS);
    this.timer.unref();
  }

  /**
   * @param text what the client sent, without `Bearer`
   * @returns at once where the credential is in the cache; null where it is missing, unknown, expired or
   * revoked; the caller cannot tell which
   */
  check(text: string): Credential | null | Promise<Credential | null> {
    const known = this.known(text);
    if (known !== undefined) return known;
    const sent = splitSecret(text);
    if (!sent) return null;
    const cached = this.cache.get(sent.prefix);
    if (cached !== undefined) return this.admit(text, sent, cached);
    return this.lookUp(sent.prefix).then((found) => found && this.admit(text, sent, found));
  }

  /**
   * Only looks at what is at hand.
   *
   * @returns undefined where the text has not been held against the hash of a cached credential
   */
  known(text: string): Credential | null | undefined {
    const proof = this.proofs.get(text);
    if (proof === undefined || this.cache.get(proof.prefix) !== proof.credential) return undefined;
    return this.admitProved(proof.credential);
  }

  private admit(text: string, { prefix, secretHash }: SentSecret, credential: Credential): Credential | null {
    if (!sameSecret(credential.secretHash, secretHash)) return null;
    this.proofs.set(text, { prefix, credential });
    return this.admitProved(credential);
  }

  private admitProved(credential: Credential): Credential | null {
    const now = this.service.now();
    if (credential.revokedAt !== null) return null;
    if (credential.expiresAt !== null && credential.expiresAt <= now) return null;
    this.uses.set(credential.credentialId, now);
    return credential;
  }

  /** Writes down the last uses and stops. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.noteUses();
  }

  private async lookUp(prefix: string): Promise<Credential | null> {
    const running = this.lookups.get(prefix);
    if (running) return running;
    const lookup = this.options
      .find(prefix)
      .then((credential) => {
        if (credential) this.cache.set(prefix, credential);
        return credential;
      })
      .finally(() => this.lookups.delete(prefix));
    this.lookups.set(prefix, lookup);
    return lookup;
  }

  private async noteUses(): Promise<void> {
    const uses = this.uses;
    this.uses = new Map();
    try {
      await this.options.noteUse(uses);
    } catch (error) {
      this.options.onError(error);
    }
  }
}

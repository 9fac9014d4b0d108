import { LRUCache } from 'lru-cache';
import { unavailableProblem } from '../../storage/outage.ts';
import type { Service } from '../service.ts';
import { type SentSecret, sameSecret, splitSecret } from './credential-secret.ts';

/** A credential is not looked up again for so long, in which a revoked one stops in every process. */
const FRESH_MS = 1_000;
/** While the database is away, what it said last counts for so long. */
const KEPT_MS = 30_000;
/** A look-up that takes longer has not reached the database, and holds up no credential that is known. */
const PATIENCE_MS = 500;
/** By size, since by number the room of all is set aside at the start. */
const CACHED = { maxSize: 20_000, sizeCalculation: () => 1 };
const USE_NOTED_EVERY_MS = 15_000;

/** The cached data of every kind of credential. */
export interface CachedCredential<Context> {
  readonly credentialId: string;
  readonly secretHash: Buffer;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /**
   * The context of requests with this credential. It is made at the lookup: making it for each request took 17 microseconds,
   * more than quote and answer together.
   */
  readonly context: Context;
}

interface Proof<Context> {
  readonly prefix: string;
  readonly credential: CachedCredential<Context>;
}

interface Kept<Context> {
  readonly credential: CachedCredential<Context>;
  /** When the look-up began that found it: it may have been revoked from then on. */
  readonly askedAt: number;
}

interface LookUp<Context> {
  readonly answer: Promise<CachedCredential<Context> | null>;
  /** Resolves where the answer takes too long. */
  readonly patience: Promise<void>;
}

/** Options of every credential check. */
export interface CredentialCheckOptions {
  /** Told where the last uses could not be noted. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds since any moment, by a clock that nobody sets: a clock set back keeps nothing longer. */
  readonly monotonicMs: () => number;
}

export interface CredentialCacheOptions<Context> extends CredentialCheckOptions {
  /** Finds a credential by its public half. */
  readonly find: (prefix: string) => Promise<CachedCredential<Context> | null>;
  /** Notes when credentials were last used. */
  readonly noteUse: (uses: ReadonlyMap<string, Date>) => Promise<void>;
}

/**
 * The check of one kind of credential: at most one indexed query, and none while what the cache has of it is
 * fresh. Requests that arrive together with the same credential share one query.
 *
 * While the database is away, or hangs, a known credential works on for a while. Unknown ones are not cached:
 * a new one works at once.
 */
export class CredentialCache<Context> {
  private readonly service: Service;
  private readonly options: CredentialCacheOptions<Context>;
  private readonly cache = new LRUCache<string, Kept<Context>>(CACHED);
  /**
   * Texts that have stood against a credential's hash, which took 4 microseconds of a request of 105: it need
   * not be made again while that very credential is in the cache. A wrong text is never in here, and a look-up
   * by the hash of the text tells nothing about the right one. They outlast the cache, to tell which texts were
   * good.
   */
  private readonly proofs = new LRUCache<string, Proof<Context>>(CACHED);
  private readonly lookUps = new Map<string, LookUp<Context>>();
  private uses = new Map<string, Date>();
  private readonly timer: NodeJS.Timeout;
  /** A counter of invalidations: a lookup that started before one may have an old answer. */
  private forgotten = 0;

  constructor(service: Service, options: CredentialCacheOptions<Context>) {
    this.service = service;
    this.options = options;
    this.timer = setInterval(() => void this.noteUses(), USE_NOTED_EVERY_MS);
    this.timer.unref();
  }

  /**
   * @param text what the client sent, without `Bearer`
   * @returns null where it is missing, unknown, expired or revoked; the caller cannot tell which
   */
  async check(text: string): Promise<Context | null> {
    const known = this.known(text);
    if (known !== null) return known;
    const sent = splitSecret(text);
    if (!sent) return null;
    const found = this.keptFor(sent.prefix, FRESH_MS) ?? (await this.find(sent.prefix));
    return found && this.admit(text, sent, found);
  }

  /** The same from what is at hand: null also where the database would have to be asked. */
  known(text: string): Context | null {
    const proof = this.proofs.get(text);
    if (proof === undefined || this.keptFor(proof.prefix, FRESH_MS) !== proof.credential) return null;
    return this.admitProved(text, proof.credential);
  }

  /** Tells whether the text was a valid credential when it was last checked here. */
  wasGood(text: string): boolean {
    return this.proofs.has(text);
  }

  private keptFor(prefix: string, milliseconds: number): CachedCredential<Context> | undefined {
    const kept = this.cache.get(prefix);
    return kept !== undefined && this.options.monotonicMs() - kept.askedAt < milliseconds
      ? kept.credential
      : undefined;
  }

  private admit(
    text: string,
    { prefix, secretHash }: SentSecret,
    credential: CachedCredential<Context>,
  ): Context | null {
    if (!sameSecret(credential.secretHash, secretHash)) return null;
    this.proofs.set(text, { prefix, credential });
    return this.admitProved(text, credential);
  }

  private admitProved(text: string, credential: CachedCredential<Context>): Context | null {
    const now = this.service.now();
    if (credential.revokedAt !== null || (credential.expiresAt !== null && credential.expiresAt <= now)) {
      this.proofs.delete(text);
      return null;
    }
    this.uses.set(credential.credentialId, now);
    return credential.context;
  }

  /** Has what is known of such credentials asked for anew. */
  forget(isMeant: (context: Context) => boolean): void {
    this.forgotten += 1;
    for (const [prefix, { credential }] of this.cache.entries()) {
      if (isMeant(credential.context)) this.cache.delete(prefix);
    }
  }

  /** Writes down the last uses and stops. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.noteUses();
  }

  /** The database's answer, or the last one while it is away. */
  private async find(prefix: string): Promise<CachedCredential<Context> | null> {
    const { answer, patience } = this.lookUp(prefix);
    const kept = this.keptFor(prefix, KEPT_MS);
    if (kept === undefined) return answer;
    try {
      return await Promise.race([answer, patience.then(() => kept)]);
    } catch (error) {
      if (unavailableProblem(error) === null) throw error;
      return kept;
    }
  }

  private lookUp(prefix: string): LookUp<Context> {
    const running = this.lookUps.get(prefix);
    if (running !== undefined) return running;
    const askedAt = this.options.monotonicMs();
    const { forgotten } = this;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS).unref();
    });
    const answer = this.options
      .find(prefix)
      .then((credential) => {
        if (credential === null) this.cache.delete(prefix);
        else if (forgotten === this.forgotten) this.cache.set(prefix, { credential, askedAt });
        return credential;
      })
      .finally(() => {
        this.lookUps.delete(prefix);
        clearTimeout(timer);
      });
    // Whoever has lost patience does not hear of it.
    answer.catch(() => undefined);
    const lookUp = { answer, patience };
    this.lookUps.set(prefix, lookUp);
    return lookUp;
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

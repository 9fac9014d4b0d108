import { LRUCache } from 'lru-cache';
import { compileAccountBook, compileDefaultBook } from '../../domain/rates/compile-rate-book.ts';
import { explainQuote, type QuoteExplanation } from '../../domain/rates/explain-quote.ts';
import type { ForwardQuote, QuoteRequest, ReturnQuote } from '../../domain/rates/quote.ts';
import { quoteRates } from '../../domain/rates/quote-rates.ts';
import type { RateBook, RateGround } from '../../domain/rates/rate-book.ts';
import type { Serviceability } from '../../domain/rates/serviceability.ts';
import { StoredRowReader } from '../../rate-files/stored-rows.ts';
import type { Database } from '../../storage/database.ts';
import { type BookVersions, readBookVersions, readRatesInForce } from '../../storage/rates/rate-rows.ts';
import { DEFAULT_BOOK, listHeadsAfter } from '../../storage/rates/rate-versions.ts';
import type { QuoteSource } from './quote-source.ts';

export interface RateBooksOptions {
  readonly database: Database;
  readonly ground: RateGround;
  /** The memory for books other than the default one; the least recently used are dropped first. */
  readonly bytes: number;
  /** Called with problems that make quotes late or incomplete, but stop nothing. */
  readonly warn: (message: string, fields: Record<string, unknown>) => void;
}

export interface RateBooksFigures {
  /** Accounts whose book is in memory. */
  readonly books: number;
  /** Their estimated size, without the default book that they share. */
  readonly bytes: number;
  /** The number of books read from the database since the start. */
  readonly loads: number;
  /** The version of the default book. */
  readonly version: number;
}

/**
 * A change is noticed within this time; quotes are promised to use it within 1 s.
 *
 * A check is one query on an index, whatever the number of accounts and rows. `listen`/`notify` would be a
 * tenth of a second faster, but needs a connection of its own, which poolers in transaction mode do not give,
 * and would need this check all the same, for lost notifications.
 */
const LOOK_EVERY_MS = 150;

/**
 * Reading a book of 200,000 rules takes about half a second. Nobody waits for it: after a change was noticed,
 * quotes use the old book for this long, and only then wait for the new one.
 */
const OLD_BOOK_FOR_MS = 500;

/** A book without rows of its own costs only the key and the entry. */
const ENTRY_BYTES = 400;

/** After a change of the default book, this many books are read again in advance. */
const READ_AGAIN_AT_ONCE = 100;

interface Shelved {
  readonly book: RateBook;
  readonly bytes: number;
  /** The account's own version. */
  readonly ownVersion: number;
  /** The serviceability of the default book that it was compiled on. */
  readonly servedByDefault: Serviceability;
}

/** A book that a change has outdated. */
interface Outdated extends Shelved {
  /** Until when quotes may still use it, by `performance.now()`. */
  readonly quotedUntil: number;
}

interface Load {
  readonly done: Promise<RateBook>;
  /** A change was noticed during the read, which its snapshot may not contain. */
  isOutdated: boolean;
}

/**
 * The compiled rate books of this process. A book is one immutable object, so a quote uses one version. The
 * account's rows and the default's in a compiled book come from one snapshot of the database.
 *
 * While the database is down, books in memory are used, because nobody can change them either.
 */
export class RateBooks implements QuoteSource {
  readonly ground: RateGround;
  readonly #database: Database;
  readonly #warn: RateBooksOptions['warn'];
  readonly #shelf: LRUCache<string, Shelved>;
  readonly #loads = new Map<string, Load>();
  /** Outdated books until they are read again: quotes use them briefly; most rows are the same. */
  readonly #outdated = new Map<string, Outdated>();
  #default: RateBook | null = null;
  #outdatedDefault: RateBook | null = null;
  #defaultLoad: Promise<RateBook> | null = null;
  #seenVersion = 0;
  #loadCount = 0;
  #isBlind = false;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();
  #readingAgain: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  private constructor({ database, ground, bytes, warn }: RateBooksOptions) {
    this.ground = ground;
    this.#database = database;
    this.#warn = warn;
    this.#shelf = new LRUCache({
      maxSize: bytes,
      // A book larger than the limit is the only one in memory: it must not be read again for every quote.
      sizeCalculation: (shelved) => Math.min(shelved.bytes, bytes),
    });
  }

  /** Reads the default book, and checks for changes until `stop`. */
  static async open(options: RateBooksOptions): Promise<RateBooks> {
    const books = new RateBooks(options);
    await books.look();
    await books.#freshDefault();
    books.#lookOnAndOn();
    return books;
  }

  /** The book of an account, or of `DEFAULT_BOOK`: at once if it is in memory, else when it is read. */
  bookOf(accountId: string): RateBook | Promise<RateBook> {
    const shelved = this.#shelf.get(accountId);
    if (shelved !== undefined) return shelved.book;
    const outdated = this.#outdated.get(accountId);
    if (outdated !== undefined && performance.now() < outdated.quotedUntil) return outdated.book;
    return this.#load(accountId);
  }

  async quote(accountId: string, request: QuoteRequest, now: Date): Promise<ForwardQuote | ReturnQuote> {
    return quoteRates(await this.bookOf(accountId), request, now.getTime());
  }

  async explain(accountId: string, request: QuoteRequest, now: Date): Promise<QuoteExplanation> {
    return explainQuote(await this.bookOf(accountId), request, now.getTime());
  }

  get figures(): RateBooksFigures {
    return {
      books: this.#shelf.size,
      bytes: this.#shelf.calculatedSize,
      loads: this.#loadCount,
      version: this.#default?.version ?? 0,
    };
  }

  /**
   * Checks for changes now, and waits until the changed books in memory are read again.
   *
   * @throws if the database does not answer
   */
  async look(): Promise<void> {
    await this.#notice();
    await this.#readingAgain;
  }

  async #notice(): Promise<void> {
    const changed = await listHeadsAfter(this.#database, this.#seenVersion);
    for (const { accountId, version } of changed) {
      this.#seenVersion = Math.max(this.#seenVersion, version);
      if (accountId === DEFAULT_BOOK) this.#forgetDefault();
      else this.#forget(accountId);
    }
  }

  /** Stops checking, and waits for books that are being read. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#looking;
    await this.#readingAgain;
    await Promise.allSettled([...this.#loads.values()].map(({ done }) => done));
  }

  #lookOnAndOn(): void {
    this.#timer = setTimeout(() => {
      this.#looking = this.#lookSafely().then(() => {
        if (!this.#isStopped) this.#lookOnAndOn();
      });
    }, LOOK_EVERY_MS);
    this.#timer.unref();
  }

  async #lookSafely(): Promise<void> {
    try {
      await this.#notice();
      this.#isBlind = false;
    } catch (error) {
      if (!this.#isBlind) this.#warn('could not check for changed rates; will retry', { err: error });
      this.#isBlind = true;
    }
  }

  /** Drops a book; a recently used one is read again before anybody needs it. */
  #forget(accountId: string): void {
    const load = this.#loads.get(accountId);
    if (load !== undefined) load.isOutdated = true;
    const shelved = this.#shelf.peek(accountId);
    if (shelved === undefined) return;
    this.#shelf.delete(accountId);
    this.#readAgain([[accountId, shelved]]);
  }

  #forgetDefault(): void {
    for (const load of this.#loads.values()) load.isOutdated = true;
    const lately = [...this.#shelf.entries()].slice(0, READ_AGAIN_AT_ONCE);
    this.#outdatedDefault = this.#default ?? this.#outdatedDefault;
    this.#default = null;
    this.#shelf.clear();
    this.#readAgain(lately);
  }

  #readAgain(overtaken: readonly (readonly [string, Shelved])[]): void {
    const quotedUntil = performance.now() + OLD_BOOK_FOR_MS;
    for (const [accountId, shelved] of overtaken) this.#outdated.set(accountId, { ...shelved, quotedUntil });
    const reading = this.#loadInTurn(overtaken.map(([accountId]) => accountId));
    this.#readingAgain = Promise.all([this.#readingAgain, reading]);
  }

  async #loadInTurn(accountIds: readonly string[]): Promise<void> {
    for (const accountId of accountIds) {
      if (this.#isStopped) return;
      try {
        if (!this.#shelf.has(accountId)) await this.#load(accountId);
      } catch {
        // The next quote tries again, and gets the error.
        for (const id of accountIds) this.#outdated.delete(id);
        return;
      }
    }
  }

  /** Simultaneous requests for a book that is not in memory share one read. */
  #load(accountId: string): Promise<RateBook> {
    const running = this.#loads.get(accountId);
    if (running !== undefined) return running.done;
    const mark = { isOutdated: false };
    const done = this.#read(accountId, mark).finally(() => this.#loads.delete(accountId));
    this.#loads.set(accountId, Object.assign(mark, { done }));
    return done;
  }

  async #read(accountId: string, mark: { isOutdated: boolean }): Promise<RateBook> {
    for (;;) {
      mark.isOutdated = false;
      const defaultBook = await this.#freshDefault();
      const { versions, ...shelved } = await this.#compile(accountId, defaultBook);
      if (versions.default !== defaultBook.version) {
        if (this.#default === defaultBook) this.#forgetDefault();
        continue;
      }
      if (mark.isOutdated) continue;
      this.#outdated.delete(accountId);
      this.#shelf.set(accountId, shelved);
      return shelved.book;
    }
  }

  async #compile(accountId: string, defaultBook: RateBook): Promise<Shelved & { versions: BookVersions }> {
    const servedByDefault = defaultBook.serviceability;
    const versions = await readBookVersions(this.#database, accountId);
    if (versions.own === 0 || accountId === DEFAULT_BOOK) {
      return { versions, book: defaultBook, bytes: ENTRY_BYTES, ownVersion: versions.own, servedByDefault };
    }
    const before = this.#outdated.get(accountId);
    const known = before?.servedByDefault === servedByDefault ? before : undefined;
    const { versions: read, rows, unreadable } = await this.#readRows(accountId, known?.ownVersion ?? null);
    const version = Math.max(read.own, read.default);
    const served = read.isServedAsBefore ? known?.book.serviceability : undefined;
    const book = compileAccountBook(defaultBook, rows, version, served);
    this.#reportUnused(accountId, book.unusedRows + unreadable);
    const bytes = book.ownBytes + ENTRY_BYTES;
    return { versions: read, book, bytes, ownVersion: read.own, servedByDefault };
  }

  async #freshDefault(): Promise<RateBook> {
    if (this.#default !== null) return this.#default;
    this.#defaultLoad ??= this.#readDefault().finally(() => {
      this.#defaultLoad = null;
    });
    return this.#defaultLoad;
  }

  async #readDefault(): Promise<RateBook> {
    const before = this.#outdatedDefault;
    const { versions, rows, unreadable } = await this.#readRows(DEFAULT_BOOK, before?.version ?? null);
    const served = versions.isServedAsBefore ? before?.serviceability : undefined;
    const book = compileDefaultBook(this.ground, rows, versions.default, served);
    this.#reportUnused(null, book.unusedRows + unreadable);
    this.#default = book;
    return book;
  }

  async #readRows(owner: string, servedAt: number | null) {
    this.#loadCount += 1;
    const reader = new StoredRowReader(this.ground.directory);
    const { couriers, holidays, ...versions } = await readRatesInForce(
      this.#database,
      owner,
      { servedAt },
      (portion) => {
        for (const { kind, cells } of portion) reader.add(kind, cells);
      },
    );
    return { versions, rows: { ...reader.rows, couriers, holidays }, unreadable: reader.unreadable };
  }

  #reportUnused(accountId: string | null, rows: number): void {
    if (rows === 0) return;
    this.#warn('rows of a rate book name a carrier or an area that does not exist', {
      account_id: accountId,
      rows,
    });
  }
}

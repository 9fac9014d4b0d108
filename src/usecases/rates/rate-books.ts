import { LRUCache } from 'lru-cache';
import { compileAccountBook, compileDefaultBook } from '../../domain/rates/compile-rate-book.ts';
import { explainQuote, type QuoteExplanation } from '../../domain/rates/explain-quote.ts';
import type { ForwardQuote, QuoteRequest, ReturnQuote } from '../../domain/rates/quote.ts';
import { quoteRates } from '../../domain/rates/quote-rates.ts';
import type { RateBook, RateGround } from '../../domain/rates/rate-book.ts';
import type { Serviceability } from '../../domain/rates/serviceability.ts';
import { RATE_KINDS, type RateKind } from '../../rate-files/rate-kinds.ts';
import { StoredRowReader } from '../../rate-files/stored-rows.ts';
import type { Database } from '../../storage/database.ts';
import {
  type BookVersions,
  type RateSelection,
  readBookVersions,
  readRatesInForce,
  type StoredRow,
} from '../../storage/rates/rate-rows.ts';
import { DEFAULT_BOOK, listHeadsAfter } from '../../storage/rates/rate-versions.ts';
import type { QuoteSource } from './quote-source.ts';

/** Rows that replace all rows of the account of these kinds. */
export interface RowsInstead {
  readonly kinds: readonly RateKind[];
  readonly rows: readonly StoredRow[];
}

export interface RateBooksOptions {
  readonly database: Database;
  readonly ground: RateGround;
  /** The memory for all books except the default book; the least recently used ones are dropped first. */
  readonly bytes: number;
  /** Called with problems that make quotes late or incomplete but stop nothing. */
  readonly warn: (message: string, fields: Record<string, unknown>) => void;
}

export interface RateBooksFigures {
  /** The number of accounts with a book in memory. */
  readonly books: number;
  /** The estimated size of these books, without the default book that they share. */
  readonly bytes: number;
  /** The number of books that were read from the database since the start. */
  readonly loads: number;
  readonly version: number;
}

/**
 * The interval of checking for changes; quotes must use a change within 1 s.
 *
 * A check is one query on an index, for any number of accounts and rows. `listen`/`notify` would be a tenth
 * of a second faster. But it needs a separate connection, which poolers in transaction mode do not give, and
 * this check would still be needed for lost notifications.
 */
const LOOK_EVERY_MS = 150;

/**
 * Reading a book of 200,000 rules takes about half a second. So that no client waits, quotes use the old book
 * for this long after a change was noticed, and only then wait for the new book.
 */
const OLD_BOOK_FOR_MS = 500;

/** The size of a book without own rows, which is only the key and the entry. */
const ENTRY_BYTES = 400;

/** After the default book changes, this many books are reloaded before anyone needs them. */
const READ_AGAIN_AT_ONCE = 100;

interface Shelved {
  readonly book: RateBook;
  readonly bytes: number;
  readonly ownVersion: number;
  /** The serviceability of the default book that this book was compiled with. */
  readonly servedByDefault: Serviceability;
}

/** The time until which quotes may still use it, as `performance.now()`. */
interface Outdated extends Shelved {
  /** Until when quotes may still use it, by `performance.now()`. */
  readonly quotedUntil: number;
}

interface Load {
  readonly done: Promise<RateBook>;
  /** True if a change was noticed during the read, so that its snapshot may lack the change. */
  isOutdated: boolean;
}

/**
 * The compiled rate books of this process. A book is an immutable object, so a quote uses one version. The
 * rows of the account and of the default book come from one snapshot of the database.
 *
 * While the database is down, the books in memory are used: nobody can change the rates either.
 */
export class RateBooks implements QuoteSource {
  readonly ground: RateGround;
  readonly #database: Database;
  readonly #warn: RateBooksOptions['warn'];
  readonly #shelf: LRUCache<string, Shelved>;
  readonly #loads = new Map<string, Load>();
  /** Outdated books until they are read again: quotes use them briefly. */
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
      // Limited, so that a book larger than the memory can be stored alone, and is not read for every quote.
      sizeCalculation: (shelved) => Math.min(shelved.bytes, bytes),
    });
  }

  /** Reads the default book, and checks for changes until `stop` is called. */
  static async open(options: RateBooksOptions): Promise<RateBooks> {
    const books = new RateBooks(options);
    await books.look();
    await books.#freshDefault();
    books.#lookOnAndOn();
    return books;
  }

  /** Returns the book of an account, or of `DEFAULT_BOOK`: at once if it is in memory, else after a read. */
  bookOf(accountId: string): RateBook | Promise<RateBook> {
    const shelved = this.#shelf.get(accountId);
    if (shelved !== undefined) return shelved.book;
    const outdated = this.#outdated.get(accountId);
    if (outdated !== undefined && performance.now() < outdated.quotedUntil) return outdated.book;
    return this.#load(accountId);
  }

  /** Compiles the account's book with other rows of some kinds. It is neither kept nor used for quotes. */
  async bookWith(accountId: string, { kinds, rows }: RowsInstead): Promise<RateBook> {
    const defaultBook = await this.#freshDefault();
    const kept = RATE_KINDS.filter((kind) => !kinds.includes(kind));
    const isServedAnew = kinds.includes('carriers') || kinds.includes('serviceability');
    const known = isServedAnew ? undefined : servedBy(this.#shelf.peek(accountId), defaultBook);
    const selection = { kinds: kept, servedAt: known?.ownVersion ?? null };
    const { rows: current, versions } = await this.#readRows(accountId, selection, rows);
    const served = versions.isServedAsBefore ? known?.book.serviceability : undefined;
    return compileAccountBook(defaultBook, current, Math.max(versions.own, versions.default), served);
  }

  async quote(accountId: string, request: QuoteRequest, now: Date): Promise<ForwardQuote | ReturnQuote> {
    return quoteRates(await this.bookOf(accountId), request, now.getTime());
  }

  async explain(accountId: string, request: QuoteRequest, now: Date): Promise<QuoteExplanation> {
    return explainQuote(await this.bookOf(accountId), request, now.getTime());
  }

  get seenVersion(): number {
    return this.#seenVersion;
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

  /** Drops a book. A recently used book is read again in advance. */
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
        // The next quote reads it again, and gets the error.
        for (const id of accountIds) this.#outdated.delete(id);
        return;
      }
    }
  }

  /** Reads a book. Simultaneous requests for the same book share one read. */
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
    const known = servedBy(this.#outdated.get(accountId), defaultBook);
    const {
      versions: read,
      rows,
      unreadable,
    } = await this.#readRows(accountId, {
      servedAt: known?.ownVersion ?? null,
    });
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
    const { versions, rows, unreadable } = await this.#readRows(DEFAULT_BOOK, {
      servedAt: before?.version ?? null,
    });
    const served = versions.isServedAsBefore ? before?.serviceability : undefined;
    const book = compileDefaultBook(this.ground, rows, versions.default, served);
    this.#reportUnused(null, book.unusedRows + unreadable);
    this.#default = book;
    return book;
  }

  async #readRows(owner: string, selection: RateSelection, more: readonly StoredRow[] = []) {
    this.#loadCount += 1;
    const reader = new StoredRowReader(this.ground.directory);
    const add = (portion: readonly StoredRow[]) => {
      for (const { kind, cells } of portion) reader.add(kind, cells);
    };
    const { couriers, holidays, ...versions } = await readRatesInForce(this.#database, owner, selection, add);
    add(more);
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

/** The book, if its serviceability was compiled with the one of this default book; else undefined. */
function servedBy(shelved: Shelved | undefined, { serviceability }: RateBook): Shelved | undefined {
  return shelved?.servedByDefault === serviceability ? shelved : undefined;
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { ColumnTable } from '../../columns/column-table.ts';
import { DoesNotFit } from '../../columns/does-not-fit.ts';
import type { AccountScope } from '../account-scope.ts';
import type { Database } from '../database.ts';
import { readCounts } from '../listing/shipment-counts.ts';
import { pipelined } from '../transaction.ts';
import { type Builder, buildHere, type LoadedColumns, loadColumns } from './load-columns.ts';
import {
  areChangesLogged,
  CHANGED_PARTS,
  canFollow,
  changesSince,
  type Seen,
  seesTheSame,
} from './shipment-changes.ts';
import { readColumnsOf } from './shipment-columns.ts';

export interface ListingColumnsOptions {
  /** The memory limit for the columns of all accounts together; 0 switches them off. */
  readonly memoryMb: number;
  /** Accounts with fewer shipments use SQL, which is as fast for them. */
  readonly fewestShipments?: number;
  /** The interval in which changes are read while there are no queries; 250 ms by default. */
  readonly followMs?: number;
  /** Opens a builder for loading; `buildHere` by default. */
  readonly openBuilder?: () => Builder;
  /** Called with errors that happen outside of requests. */
  readonly onError: (error: unknown) => void;
}

export interface AskColumns<Found, Answer> {
  /** Finds rows. The columns match the transaction's snapshot and do not change during the call. */
  readonly find: (table: ColumnTable, scope: AccountScope) => Promise<Found>;
  /** Reads the data of the found rows, in the same snapshot. */
  readonly show: (found: Found, scope: AccountScope) => Promise<Answer>;
}

const FEWEST_SHIPMENTS = 20_000;
/** The interval for checking whether an account has become large enough, or can be loaded now. */
const LOOK_AGAIN_MS = 10_000;
/** The time before an account with a value that does not fit is loaded again, which may read all of it. */
const UNKEPT_MS = 600_000;
/**
 * The time before an account that was dropped for lack of memory is loaded again. It prevents that two
 * accounts that do not fit together are loaded alternately.
 */
const MADE_ROOM_MS = 60_000;
const FOLLOW_MS = 250;
/** An account without queries for this time is not followed until its next query. */
const FOLLOWED_MS = 300_000;
const ROWS_AT_ONCE = 2_000;
const MEGABYTE = 1024 * 1024;

interface Kept extends LoadedColumns {
  seen: Seen;
}

interface Entry {
  columns: Kept | null;
  isLoading: boolean;
  /** The bytes of the columns that are being loaded. */
  loadingBytes: number;
  /** With this many shipments, the account did not fit, although all others were dropped. */
  tooMany: number;
  /** The earliest time at which the account may be loaded. */
  notBefore: number;
  /** Each query waits for the previous query. */
  turn: Promise<unknown>;
  lastAsked: number;
  /** The time of the last query, on a monotonic clock. */
  askedAt: number;
}

/**
 * The shipments of large accounts as columns in memory. This cache may be dropped at any time, but every
 * answer is exact and comes from one snapshot. Its transaction first reads the changes since the last query,
 * then finds rows, then reads their data. SQL answers while columns are being loaded or cannot be stored.
 */
export class ListingColumns {
  readonly #database: Database;
  readonly #mostBytes: number;
  readonly #fewestShipments: number;
  readonly #openBuilder: () => Builder;
  readonly #onError: (error: unknown) => void;
  readonly #followMs: number;
  readonly #closing = new AbortController();
  readonly #entries = new Map<string, Entry>();
  readonly #loads = new Set<Promise<void>>();
  #lastLoad: Promise<void> = Promise.resolve();
  #asked = 0;
  #loaded = 0;
  #answered = 0;
  #passed = 0;
  /** Null if no account was queried recently. */
  #following: Promise<void> | null = null;

  constructor(database: Database, options: ListingColumnsOptions) {
    this.#database = database;
    this.#mostBytes = options.memoryMb * MEGABYTE;
    this.#fewestShipments = options.fewestShipments ?? FEWEST_SHIPMENTS;
    this.#openBuilder = options.openBuilder ?? buildHere;
    this.#onError = options.onError;
    this.#followMs = options.followMs ?? FOLLOW_MS;
  }

  get isOn(): boolean {
    return this.#mostBytes > 0 && !this.#closing.signal.aborted;
  }

  get bytes(): number {
    let sum = 0;
    for (const { columns, loadingBytes } of this.#entries.values()) {
      sum += loadingBytes + (columns?.table.bytes ?? 0);
    }
    return sum;
  }

  get accounts(): number {
    return [...this.#entries.values()].filter(({ columns }) => columns !== null).length;
  }

  /** Counts since the start: loaded accounts, answered queries, and queries left to SQL. */
  get figures(): { readonly loads: number; readonly answers: number; readonly passed: number } {
    return { loads: this.#loaded, answers: this.#answered, passed: this.#passed };
  }

  /** Queries an account's columns; null if SQL has to answer. A large account then starts loading. */
  async ask<Found, Answer>(accountId: string, question: AskColumns<Found, Answer>): Promise<Answer | null> {
    if (!this.isOn) return null;
    const entry = this.#entryOf(accountId);
    this.#asked += 1;
    entry.lastAsked = this.#asked;
    entry.askedAt = performance.now();
    this.#startFollowing();
    if (entry.columns === null) this.#startLoading(accountId, entry);
    const answer = entry.columns === null ? null : await this.#answer(accountId, entry, question);
    if (answer === null) this.#passed += 1;
    else this.#answered += 1;
    return answer;
  }

  /** Loads accounts before their first query, in this order, as long as they fill at most half of the memory. */
  async loadAhead(accountIds: readonly string[]): Promise<void> {
    for (const accountId of accountIds) {
      if (this.bytes >= this.#mostBytes / 2) return;
      this.#startLoading(accountId, this.#entryOf(accountId));
      await this.settled();
    }
  }

  forget(accountId: string): void {
    const entry = this.#entries.get(accountId);
    if (entry !== undefined) entry.columns = null;
  }

  /** Resolves once no account is being loaded. */
  async settled(): Promise<void> {
    while (this.#loads.size > 0) await Promise.all(this.#loads);
  }

  /** Stops storing columns. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#entries.clear();
    await Promise.all([this.#following, this.settled()]);
  }

  #entryOf(accountId: string): Entry {
    const known = this.#entries.get(accountId);
    if (known !== undefined) return known;
    const entry: Entry = {
      columns: null,
      isLoading: false,
      loadingBytes: 0,
      tooMany: Number.POSITIVE_INFINITY,
      notBefore: 0,
      turn: Promise.resolve(),
      lastAsked: 0,
      askedAt: 0,
    };
    this.#entries.set(accountId, entry);
    return entry;
  }

  async #answer<Found, Answer>(
    accountId: string,
    entry: Entry,
    { find, show }: AskColumns<Found, Answer>,
  ): Promise<Answer | null> {
    let leave: () => void = () => undefined;
    const before = entry.turn;
    // Snapshots of one account are taken one after the other, so that the columns never go back in time.
    entry.turn = new Promise<void>((resolve) => {
      leave = resolve;
    });
    try {
      await before;
      return await this.#database.readInSnapshot(accountId, async (scope) => {
        const { columns } = entry;
        if (columns === null) return null;
        const seen = await this.#bringUpToDate(entry, columns, scope);
        if (seen === null) {
          this.#startLoading(accountId, entry);
          return null;
        }
        const found = await find(columns.table, scope);
        leave();
        const answer = await show(found, scope);
        if (!this.#database.isCluster) return answer;
        const [isOfOne, isLogged] = await pipelined([seesTheSame(scope, seen), areChangesLogged(scope)]);
        if (!isLogged && entry.columns === columns) entry.columns = null;
        return isOfOne && isLogged ? answer : null;
      });
    } finally {
      leave();
    }
  }

  /** @returns the state that the columns now show; null if they can no longer be used */
  async #bringUpToDate(entry: Entry, columns: Kept, scope: AccountScope): Promise<Seen | null> {
    const changes = await changesSince(scope, columns.seen);
    const { shipmentIds } = changes;
    if (shipmentIds === null || !canFollow(changes)) {
      entry.columns = null;
      return null;
    }
    const changed = CHANGED_PARTS.map((part) => ({ part, ids: shipmentIds[part] }));
    const most = Math.max(...changed.map(({ ids }) => ids.length));
    try {
      // The order does not matter, because all data is from one snapshot, and repeated reads give the same
      // rows. All parts are requested at once.
      for (let from = 0; from < most; from += ROWS_AT_ONCE) {
        const reads = changed
          .filter(({ ids }) => from < ids.length)
          .map(({ part, ids }) => readColumnsOf(scope, part, ids.slice(from, from + ROWS_AT_ONCE)));
        for (const rows of await Promise.all(reads)) columns.table.put(rows);
      }
    } catch (error) {
      // Only some of the changes are in the columns, so nobody may see them.
      entry.columns = null;
      if (!(error instanceof DoesNotFit)) throw error;
      return null;
    }
    columns.seen = changes;
    // An account that no longer fits into the memory is served by SQL after the current answer.
    if (most > 0 && !this.#makeRoom(entry)) letGo(entry);
    return changes;
  }

  #startFollowing(): void {
    const { signal } = this.#closing;
    this.#following ??= this.#follow(signal)
      .catch((error: unknown) => {
        if (!signal.aborted) this.#onError(error);
      })
      .finally(() => {
        this.#following = null;
      });
  }

  /**
   * Reads the changes of recently queried accounts, so that the next query has little to read and there are
   * never too many changes to name. After an error, the next query tries again.
   */
  async #follow(signal: AbortSignal): Promise<void> {
    const wasUsedRecently = ({ askedAt }: Entry) => performance.now() - askedAt < FOLLOWED_MS;
    while ([...this.#entries.values()].some(wasUsedRecently)) {
      await sleep(this.#followMs, undefined, { signal, ref: false });
      for (const [accountId, entry] of this.#entries) {
        if (entry.columns !== null && wasUsedRecently(entry))
          await this.#answer(accountId, entry, NOTHING_ASKED);
      }
    }
  }

  #startLoading(accountId: string, entry: Entry): void {
    if (entry.isLoading || performance.now() < entry.notBefore || this.#closing.signal.aborted) return;
    entry.isLoading = true;
    // Accounts are loaded one after the other: the size of the next is unknown, and one thread is enough.
    const load = this.#lastLoad
      .then(() => this.#load(accountId, entry))
      .catch((error: unknown) => {
        if (error instanceof DoesNotFit) waitBeforeLoading(entry, UNKEPT_MS);
        else this.#onError(error);
      })
      .finally(() => {
        entry.isLoading = false;
        entry.loadingBytes = 0;
        if (entry.columns === null) waitBeforeLoading(entry, LOOK_AGAIN_MS);
        this.#loads.delete(load);
      });
    this.#lastLoad = load;
    this.#loads.add(load);
  }

  async #load(accountId: string, entry: Entry): Promise<void> {
    const scope = this.#database.account(accountId);
    if (this.#closing.signal.aborted || !(await areChangesLogged(scope))) return;
    const counts = await readCounts(scope, 'forward');
    const shipments = [...counts.values()].reduce((sum, count) => sum + count, 0);
    // An account that does not fit is not tried repeatedly: each time, all other accounts would be dropped
    // for nothing.
    if (shipments < this.#fewestShipments || shipments >= entry.tooMany) return;
    const columns = await loadColumns(this.#database, accountId, this.#openBuilder, (bytes) => {
      entry.loadingBytes = bytes;
      const fits = this.#makeRoom(entry);
      if (!fits) entry.tooMany = shipments;
      return fits && !this.#closing.signal.aborted;
    });
    if (this.#closing.signal.aborted || columns === null) return;
    entry.columns = columns;
    this.#loaded += 1;
  }

  /** Drops the least recently queried accounts first. @returns whether there is enough memory now */
  #makeRoom(newest: Entry): boolean {
    let over = this.bytes - this.#mostBytes;
    // This runs for each loaded part, and many accounts may have been queried.
    if (over <= 0) return true;
    const oldestFirst = [...this.#entries.values()].sort((a, b) => a.lastAsked - b.lastAsked);
    for (const entry of oldestFirst) {
      if (over <= 0) break;
      if (entry === newest || entry.columns === null) continue;
      over -= entry.columns.table.bytes;
      letGo(entry);
    }
    return over <= 0;
  }
}

const NOTHING_ASKED: AskColumns<void, void> = {
  find: async () => undefined,
  show: async () => undefined,
};

function letGo(entry: Entry): void {
  entry.columns = null;
  waitBeforeLoading(entry, MADE_ROOM_MS);
}

/** Delays loading; it never shortens an earlier wait. */
function waitBeforeLoading(entry: Entry, ms: number): void {
  entry.notBefore = Math.max(entry.notBefore, performance.now() + ms);
}

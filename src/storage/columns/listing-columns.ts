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
  /** For the columns of all accounts together; 0 keeps none. */
  readonly memoryMb: number;
  /** Accounts with fewer shipments stay with SQL, which is as quick. */
  readonly fewestShipments?: number;
  /** The interval at which changes are read while nobody asks; 250 ms by default. */
  readonly followMs?: number;
  /** Opens who puts together what is loaded; `buildHere` where absent. */
  readonly openBuilder?: () => Builder;
  /** Told of what goes wrong where no request waits. */
  readonly onError: (error: unknown) => void;
}

/** A question to an account's columns. */
export interface AskColumns<Found, Answer> {
  /** Finds rows; the columns are those of the transaction's snapshot, and do not change meanwhile. */
  readonly find: (table: ColumnTable, scope: AccountScope) => Promise<Found>;
  /** Reads what is shown of them, in the same snapshot. */
  readonly show: (found: Found, scope: AccountScope) => Promise<Answer>;
}

const FEWEST_SHIPMENTS = 20_000;
/** Before it is looked again whether an account has become large, or can be kept by now. */
const LOOK_AGAIN_MS = 10_000;
/** Before one is loaded again that has a value which cannot be kept: all of it may be read before that value comes. */
const UNKEPT_MS = 600_000;
/** Before one that was let go for want of room is loaded again: two that do not fit together are not loaded by turns. */
const MADE_ROOM_MS = 60_000;
const FOLLOW_MS = 250;
/** The time without questions after which an account is not followed until the next one. */
const FOLLOWED_MS = 300_000;
const ROWS_AT_ONCE = 2_000;
const MEGABYTE = 1024 * 1024;

interface Kept extends LoadedColumns {
  seen: Seen;
}

/** An account's place in the cache. */
interface Entry {
  columns: Kept | null;
  isLoading: boolean;
  /** Bytes of accounts that are being loaded. */
  loadingBytes: number;
  /** With so many shipments it did not fit, though all others had made room. */
  tooMany: number;
  /** Not loaded before. */
  notBefore: number;
  /** Whoever asks waits for who asked before. */
  turn: Promise<unknown>;
  lastAsked: number;
  /** When that was, by the clock that only goes forward. */
  askedAt: number;
}

/**
 * The shipments of large accounts as columns in memory: a cache that may be thrown away at any time, and exact at every
 * answer. Each answer is of one snapshot: its transaction first takes what changed since the columns were last looked
 * at, then finds, then reads what is shown. While columns are loaded, or where they cannot be kept, SQL answers.
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
  /** Null while no account was asked lately. */
  #following: Promise<void> | null = null;

  constructor(database: Database, options: ListingColumnsOptions) {
    this.#database = database;
    this.#mostBytes = options.memoryMb * MEGABYTE;
    this.#fewestShipments = options.fewestShipments ?? FEWEST_SHIPMENTS;
    this.#openBuilder = options.openBuilder ?? buildHere;
    this.#onError = options.onError;
    this.#followMs = options.followMs ?? FOLLOW_MS;
  }

  /** The memory of all accounts' columns. */
  get bytes(): number {
    let sum = 0;
    for (const { columns, loadingBytes } of this.#entries.values()) {
      sum += loadingBytes + (columns?.table.bytes ?? 0);
    }
    return sum;
  }

  /** The number of accounts with columns here. */
  get accounts(): number {
    return [...this.#entries.values()].filter(({ columns }) => columns !== null).length;
  }

  /** Counts since the start: loaded accounts, answered questions, and questions left to SQL. */
  get figures(): { readonly loads: number; readonly answers: number; readonly passed: number } {
    return { loads: this.#loaded, answers: this.#answered, passed: this.#passed };
  }

  /** Asks an account's columns; null where SQL is to answer. Large accounts are loaded from then on. */
  async ask<Found, Answer>(accountId: string, asked: AskColumns<Found, Answer>): Promise<Answer | null> {
    if (this.#mostBytes === 0 || this.#closing.signal.aborted) return null;
    const entry = this.#entryOf(accountId);
    this.#asked += 1;
    entry.lastAsked = this.#asked;
    entry.askedAt = performance.now();
    this.#startFollowing();
    if (entry.columns === null) this.#startLoading(accountId, entry);
    const answer = entry.columns === null ? null : await this.#answer(accountId, entry, asked);
    if (answer === null) this.#passed += 1;
    else this.#answered += 1;
    return answer;
  }

  /** Throws the columns of an account away. */
  forget(accountId: string): void {
    const entry = this.#entries.get(accountId);
    if (entry !== undefined) entry.columns = null;
  }

  /** Resolves once nothing is being loaded. */
  async settled(): Promise<void> {
    while (this.#loads.size > 0) await Promise.all(this.#loads);
  }

  /** Keeps nothing from now on. */
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
    // Snapshots of one account are taken one after the other, so that the columns only ever go forward.
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

  /** @returns what the columns are of now; null where they are of no use any more */
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
      // In whatever order, since all is of one snapshot: what is read twice is read alike. PostgreSQL is asked for each part at once.
      for (let from = 0; from < most; from += ROWS_AT_ONCE) {
        const reads = changed
          .filter(({ ids }) => from < ids.length)
          .map(({ part, ids }) => readColumnsOf(scope, part, ids.slice(from, from + ROWS_AT_ONCE)));
        for (const rows of await Promise.all(reads)) columns.table.put(rows);
      }
    } catch (error) {
      // Half of the changes are in the columns: nobody may see that.
      entry.columns = null;
      if (!(error instanceof DoesNotFit)) throw error;
      return null;
    }
    columns.seen = changes;
    // What has grown beyond all room is left to SQL, but for the answer that it is wanted for now.
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
   * Takes in what changes of the accounts that were asked lately, so that who asks again finds little left to read, and never
   * more than is known. Whatever hinders it is tried again when somebody asks.
   */
  async #follow(signal: AbortSignal): Promise<void> {
    const wasAskedLately = ({ askedAt }: Entry) => performance.now() - askedAt < FOLLOWED_MS;
    while ([...this.#entries.values()].some(wasAskedLately)) {
      await sleep(this.#followMs, undefined, { signal, ref: false });
      for (const [accountId, entry] of this.#entries) {
        if (entry.columns !== null && wasAskedLately(entry))
          await this.#answer(accountId, entry, NOTHING_ASKED);
      }
    }
  }

  #startLoading(accountId: string, entry: Entry): void {
    if (entry.isLoading || performance.now() < entry.notBefore || this.#closing.signal.aborted) return;
    entry.isLoading = true;
    // One after the other: none knows how large another will be, and one thread is enough beside the requests.
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
    // What does not fit is not tried again and again: each time, all others would make room for nothing.
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

  /** The least recently asked go first. @returns whether there is room now */
  #makeRoom(newest: Entry): boolean {
    let over = this.bytes - this.#mostBytes;
    // It is asked for each part that is loaded, and many accounts may have asked something.
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

/** No less than was said before. */
function waitBeforeLoading(entry: Entry, ms: number): void {
  entry.notBefore = Math.max(entry.notBefore, performance.now() + ms);
}

import type pg from 'pg';
import { WRITTEN_CHANNEL } from '../process-notifications.ts';
import { CoalescedCall } from './coalesced-call.ts';
import { Delay } from './delay.ts';
import { type Position, Positions } from './positions.ts';

/** Notifications of writes, between processes: see `ProcessNotifications`. */
export interface WritesHeard {
  on(event: 'written', listener: (text: string) => void): unknown;
  on(event: 'listening' | 'deaf', listener: () => void): unknown;
  /** Runs a query. The result comes after all earlier notifications; rejects if none can be received. */
  ask<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

export interface ReplicaOptions {
  /** Connections to the replica and to the primary. */
  readonly pool: pg.Pool;
  readonly primary: pg.Pool;
  /** If the replica does not answer within this time, the primary is used. */
  readonly saysWithinMs?: number;
  /** Called when the replica becomes unusable, and when it becomes usable again. */
  readonly onChange: (isAway: boolean, why: unknown) => void;
}

const PRIMARY_POSITION = "pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8";
/** Null for a server that is not, or no longer, a replica. */
const REPLAYED =
  "select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 end as position";
/** A notification can contain 8,000 bytes, and an id takes 37 bytes. */
const ACCOUNTS_PER_MESSAGE = 200;
const LOOK_EVERY_MS = 1_000;
const SAYS_WITHIN_MS = 250;
/** The time limit of health checks, which wait longer, for example until the replica is connected. */
const ANSWERS_WITHIN_MS = 5_000;
/** A failed replica is not used for this time. */
const REST_MS = 1_000;

/**
 * A streaming replica that serves an account's reads instead of the primary, if it has replayed everything
 * that the account has written, in any process.
 *
 * After each change, and before the change is answered, every process is notified of the account and the log
 * position. Notifications come in order, so one round trip to the primary over the listening connection
 * proves that all of them have arrived. Each read is preceded by two small queries, one to the primary and
 * one to the replica.
 */
export class Replica {
  readonly pool: pg.Pool;
  readonly reads = { replica: 0, primary: 0 };
  readonly #primary: pg.Pool;
  readonly #saysWithinMs: number;
  readonly #onChange: ReplicaOptions['onChange'];
  readonly #positions = new Positions();
  readonly #delay = new Delay();
  /** The accounts with writes that were not notified yet, and the accounts that are being notified. */
  #toTell = new Set<string>();
  #beingTold = new Set<string>();
  readonly #telling = new CoalescedCall(() => this.#tell());
  readonly #replayed = new CoalescedCall(() => this.#askReplayed());
  #news: WritesHeard | null = null;
  #listened: CoalescedCall<unknown> | null = null;
  /** Waits until all earlier notifications have arrived; null if some notifications may have been missed. */
  #hearing: CoalescedCall<unknown> | null = null;
  #restsUntil = 0;
  #isAway = false;
  #timer: NodeJS.Timeout | null = null;

  constructor({ pool, primary, saysWithinMs = SAYS_WITHIN_MS, onChange }: ReplicaOptions) {
    this.#saysWithinMs = saysWithinMs;
    this.pool = pool;
    this.#primary = primary;
    this.#onChange = onChange;
  }

  /** Starts to receive notifications of writes. The replica is not used before that. */
  follow(news: WritesHeard): void {
    this.#news = news;
    news.on('written', (text) => {
      const [position = '', ...accountIds] = text.split(' ');
      this.#positions.note(accountIds, Number(position));
    });
    news.on('deaf', () => {
      this.#hearing = null;
      this.#listened = null;
    });
    news.on('listening', () => {
      this.#listened = new CoalescedCall(() => news.ask({ text: 'select' }));
      void this.#beginHearing(this.#listened);
    });
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
  }

  /**
   * Notifies all processes that these accounts have written. It uses the listening connection, so that busy
   * connections cause no delay, or else a request connection. If both fail, the primary is lost, and the
   * notification is sent later. Until then, this process uses only the primary. Other processes have lost the
   * primary too and start again.
   */
  async noteWritten(accountIds: Iterable<string>): Promise<void> {
    for (const accountId of accountIds) this.#toTell.add(accountId);
    if (this.#toTell.size > 0) await this.#telling.ask().catch(() => undefined);
  }

  /** Tells whether the replica has everything that the account has written. */
  async has(accountId: string): Promise<boolean> {
    const has = await this.#hasReplayed(accountId).catch(() => {
      this.rest();
      return false;
    });
    this.reads[has ? 'replica' : 'primary'] += 1;
    return has;
  }

  rest(): void {
    this.#restsUntil = performance.now() + REST_MS;
  }

  /** The time in seconds that the replica has been behind; 0 if it is not behind. */
  get delaySeconds(): number {
    return this.#delay.seconds(performance.now());
  }

  /** The bytes of the log that the replica is behind. @throws if it does not answer, or is not a replica */
  async behindBytes(): Promise<number> {
    const primary = await this.#askPrimary();
    return Math.max(0, primary - (await this.#inTime(this.#askReplayed(), ANSWERS_WITHIN_MS)));
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.pool.end();
  }

  async #hasReplayed(accountId: string): Promise<boolean> {
    const hearing = this.#hearing;
    if (hearing === null || performance.now() < this.#restsUntil) return false;
    const [replayed] = await this.#inTime(Promise.all([this.#replayed.ask(), hearing.ask()]));
    if (this.#hearing !== hearing || this.#isUntold(accountId)) return false;
    return replayed >= this.#positions.of(accountId);
  }

  /** Starts to listen. Earlier writes were not received, so they count as writes of every account. */
  async #beginHearing(listened: CoalescedCall<unknown>): Promise<void> {
    const position = await this.#askPrimary().catch(() => null);
    if (position === null || this.#listened !== listened) return;
    this.#positions.beginAt(position);
    this.#hearing = listened;
  }

  async #askReplayed(): Promise<Position> {
    const { rows } = await this.pool.query<{ position: Position | null }>(REPLAYED);
    const position = rows[0]?.position ?? null;
    if (position === null) throw new Error('The server of DATABASE_READ_URL is no replica');
    return position;
  }

  async #askPrimary(): Promise<Position> {
    const { rows } = await this.#primary.query<{ position: Position }>(
      `select ${PRIMARY_POSITION} as position`,
    );
    return rows[0]?.position ?? Number.POSITIVE_INFINITY;
  }

  #isUntold(accountId: string): boolean {
    return this.#toTell.has(accountId) || this.#beingTold.has(accountId);
  }

  async #tell(): Promise<void> {
    this.#beingTold = this.#toTell;
    this.#toTell = new Set();
    const accountIds = [...this.#beingTold];
    try {
      const position = await this.#tellOf(accountIds);
      this.#positions.note(accountIds, position);
    } catch (error) {
      for (const accountId of accountIds) this.#toTell.add(accountId);
      throw error;
    } finally {
      this.#beingTold = new Set();
    }
  }

  /** @returns the current log position */
  async #tellOf(accountIds: readonly string[]): Promise<Position> {
    const texts: string[] = [];
    for (let from = 0; from < accountIds.length; from += ACCOUNTS_PER_MESSAGE) {
      texts.push(accountIds.slice(from, from + ACCOUNTS_PER_MESSAGE).join(' '));
    }
    const statement = {
      name: 'tell-written',
      // If the server is lost, the listeners are lost too, so the commit waits for no disk or replica.
      text: `select position, set_config('synchronous_commit', 'off', true), pg_notify('${WRITTEN_CHANNEL}', position || ' ' || told)
        from (select ${PRIMARY_POSITION} as position offset 0) now, unnest($1::text[]) told`,
      values: [texts],
    };
    const overNews = this.#news?.ask<{ position: Position }>(statement) ?? Promise.reject();
    const { rows } = await overNews.catch(() => this.#primary.query<{ position: Position }>(statement));
    return rows[0]?.position ?? 0;
  }

  /** Repeats failed notifications, measures the delay, and forgets writes that the replica has replayed. */
  async #look(): Promise<void> {
    if (this.#toTell.size > 0) await this.#telling.ask().catch(() => undefined);
    if (this.#hearing === null && this.#listened !== null) await this.#beginHearing(this.#listened);
    const [primary, { replayed, why }] = await Promise.all([
      this.#inTime(this.#askPrimary()).catch(() => null),
      this.#inTime(this.#replayed.ask()).then(
        (position) => ({ replayed: position, why: null }),
        (error: unknown) => ({ replayed: null, why: error }),
      ),
    ]);
    this.#delay.look(performance.now(), primary, replayed);
    if (replayed !== null) this.#positions.forgetUpTo(replayed);
    if ((replayed === null) === this.#isAway) return;
    this.#isAway = replayed === null;
    this.#onChange(this.#isAway, why);
  }

  async #inTime<T>(promise: Promise<T>, withinMs = this.#saysWithinMs): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const onTimeout = () => reject(new Error(`No answer within ${withinMs} ms`));
      timer = setTimeout(onTimeout, withinMs);
    });
    try {
      return await Promise.race([promise, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

import type pg from 'pg';
import { WRITTEN_CHANNEL } from '../process-notifications.ts';
import { CoalescedCall } from './coalesced-call.ts';
import { Delay } from './delay.ts';
import { type Position, Positions } from './positions.ts';

/** The channel on which processes hear about writes: see `ProcessNotifications`. */
export interface WritesHeard {
  on(event: 'written', listener: (text: string) => void): unknown;
  on(event: 'listening' | 'deaf', listener: () => void): unknown;
  /** Answers once all is heard that was told before; rejects where nothing can be heard. */
  ask<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

export interface ReplicaOptions {
  /** Connections of the replica, and of the primary. */
  readonly pool: pg.Pool;
  readonly primary: pg.Pool;
  /** A replica that says nothing for so long is not waited for: the primary is asked. */
  readonly saysWithinMs?: number;
  /** Told when the replica can be asked no more, and when it can be again. */
  readonly onChange: (isAway: boolean, why: unknown) => void;
}

const PRIMARY_POSITION = "pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8";
/** Null of a server that is no replica, or no more. */
const REPLAYED =
  "select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 end as position";
/** A notification has room for 8,000 bytes, and an id takes 37. */
const ACCOUNTS_TOLD_AT_ONCE = 200;
const LOOK_EVERY_MS = 1_000;
const SAYS_WITHIN_MS = 250;
/** Whoever wants to know how it does waits for longer, also until it is connected. */
const TELLS_ITS_STATE_WITHIN_MS = 5_000;
/** For so long it is not asked again. */
const REST_MS = 1_000;

/**
 * A streaming replica, asked in place of the primary by whoever wants to read what an account has, wherever it has replayed
 * all that the account has written, in this process and in others.
 *
 * After each change, and before it is answered, every process is told whose it was and how far the log is. Notifications come
 * in order, so that one round to the primary over the connection that listens makes sure that all have come: two small
 * questions, to the primary and to the replica, stand before what is asked of the replica.
 */
export class Replica {
  readonly pool: pg.Pool;
  /** Counts of reads by server. */
  readonly reads = { replica: 0, primary: 0 };
  readonly #primary: pg.Pool;
  readonly #saysWithinMs: number;
  readonly #onChange: ReplicaOptions['onChange'];
  readonly #positions = new Positions();
  readonly #delay = new Delay();
  /** Who has written, and nobody was told yet; and of whom they are being told. */
  #toTell = new Set<string>();
  #beingTold = new Set<string>();
  readonly #telling = new CoalescedCall(() => this.#tell());
  readonly #replayed = new CoalescedCall(() => this.#askReplayed());
  #news: WritesHeard | null = null;
  #listened: CoalescedCall<unknown> | null = null;
  /** Makes sure that all is heard; null where something may have been missed. */
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

  /** Begins to hear of writes; before, the replica is asked for nothing. */
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
   * Tells all processes that these accounts have written, by now: over the connection that listens, else over one of the
   * requests', so that those who keep these busy keep nobody waiting. Where both fail the primary is lost: it is told later,
   * until then this process asks the primary alone, and others, which have lost it as well, begin anew.
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

  /** Leaves a replica that failed alone for a moment. */
  rest(): void {
    this.#restsUntil = performance.now() + REST_MS;
  }

  /** For how long the replica has been behind, in seconds; 0 where it is not. */
  get delaySeconds(): number {
    return this.#delay.seconds(performance.now());
  }

  /** By how much of the log the replica is behind. @throws where it does not answer, or is none */
  async behindBytes(): Promise<number> {
    const primary = await this.#askPrimary();
    return Math.max(0, primary - (await this.#inTime(this.#askReplayed(), TELLS_ITS_STATE_WITHIN_MS)));
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

  /** Starts listening. Earlier writes were not heard, so they count as writes of every account. */
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

  /** @returns how far the log is */
  async #tellOf(accountIds: readonly string[]): Promise<Position> {
    const texts: string[] = [];
    for (let from = 0; from < accountIds.length; from += ACCOUNTS_TOLD_AT_ONCE) {
      texts.push(accountIds.slice(from, from + ACCOUNTS_TOLD_AT_ONCE).join(' '));
    }
    const statement = {
      name: 'tell-written',
      // Whoever hears it can be lost with it, so no disk and no replica is waited for.
      text: `select position, set_config('synchronous_commit', 'off', true), pg_notify('${WRITTEN_CHANNEL}', position || ' ' || told)
        from (select ${PRIMARY_POSITION} as position offset 0) now, unnest($1::text[]) told`,
      values: [texts],
    };
    const overNews = this.#news?.ask<{ position: Position }>(statement) ?? Promise.reject();
    const { rows } = await overNews.catch(() => this.#primary.query<{ position: Position }>(statement));
    return rows[0]?.position ?? 0;
  }

  /** Repeats notifications that failed, measures the delay, and forgets what the replica has. */
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

  async #inTime<T>(asked: Promise<T>, withinMs = this.#saysWithinMs): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const tell = () => reject(new Error(`No answer within ${withinMs} ms`));
      timer = setTimeout(tell, withinMs);
    });
    try {
      return await Promise.race([asked, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

import type { Socket } from 'node:net';
import pg from 'pg';
import { DescribedStatements, type NamedConfig, NamedQuery } from './named-query.ts';

/** The time that the server has to report a cancelled statement before we close the connection. */
const HEAD_START_MS = 500;

/**
 * The time limit of a `COPY` on a cluster. The coordinator sends the first byte only after it has received
 * everything from the node: for 500,000 shipments after 4 s.
 */
const CLUSTER_COPY_WITHIN_MS = 60_000;

/** The time that the server may be silent on a connection. */
export interface AnswerLimit {
  readonly answerWithinMs: number;
}

export interface ClientLimits extends AnswerLimit {
  /** Tells whether the server supports named statements. */
  readonly keepsStatements: boolean;
  readonly isCluster: boolean;
}

/**
 * A connection that is closed if the server is silent for too long, for example because it is frozen or
 * unreachable. Its queries then fail. Rows that keep arriving may take any time. Independent statements are
 * pipelined and run in order; nothing else runs on the connection during a `COPY`.
 */
export class LimitedClient extends pg.Client {
  readonly #limitMs: number;
  readonly #copyLimitMs: number;
  #timer: NodeJS.Timeout | null = null;
  #isGathering = false;
  #isCopying = false;
  readonly #described: DescribedStatements;

  constructor(options: pg.ClientConfig & ClientLimits) {
    super(options);
    // Amounts, counts and versions fit in a number. A sum of `bigint` is a `numeric`, which stays text.
    this.setTypeParser(pg.types.builtins.INT8, Number);
    // A day has no time zone, so it is no `Date`.
    this.setTypeParser(pg.types.builtins.DATE, String);
    this.#limitMs = options.answerWithinMs;
    this.#copyLimitMs = options.isCluster ? Math.max(CLUSTER_COPY_WITHIN_MS, this.#limitMs) : this.#limitMs;
    this.#described = new DescribedStatements(this.connection);
    this.on('drain', () => {
      this.#stopWaiting();
      this.#isCopying = false;
    });
    this.on('end', () => this.#stopWaiting());
    const sending = this as unknown as { pipeline: boolean };
    const query = this.query.bind(this) as (...query: unknown[]) => unknown;
    this.query = ((...words: unknown[]) => {
      this.#beginCopy(words[0]);
      if (this.#timer === null) this.#waitOn();
      if (options.isCluster) words[0] = asClusterTakesIt(words[0]);
      if (!options.keepsStatements) words[0] = withoutName(words[0]);
      // Queries are sent before the previous one is answered, but not before a `COPY` has ended.
      sending.pipeline = !this.#isCopying;
      this.#sendTogether();
      return isNamed(words[0]) ? this.#queryNamed(query, words[0], words.at(-1)) : query(...words);
    }) as typeof this.query;
  }

  #queryNamed(query: (...words: unknown[]) => unknown, named: NamedConfig, callback: unknown): unknown {
    const namedQuery = new NamedQuery(named, this.#described);
    if (typeof callback === 'function') return query(namedQuery, callback);
    return new Promise((resolve, reject) => {
      query(namedQuery, (error: Error | null, result: unknown) =>
        error === null ? resolve(result) : reject(error),
      );
    }).catch((error: Error) => {
      // The stack then leads to the caller, not to the socket that received the answer.
      Error.captureStackTrace(error);
      throw error;
    });
  }

  /** @throws if statements are in flight, because the `COPY` would read their answers as its own */
  #beginCopy(query: unknown): void {
    if (!isCopy(query)) return;
    const isInFlight = this.#timer !== null;
    if (isInFlight && !this.#isCopying) {
      throw new Error('A COPY must wait until what its connection was asked before is answered');
    }
    this.#isCopying = true;
  }

  /** Sends the queries of one event loop turn as one message: sending a query cost as much as running it. */
  #sendTogether(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    const socket = this.#socket;
    socket.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      socket.uncork();
    });
  }

  #waitOn(): void {
    const heard = this.#socket.bytesRead;
    this.#timer = setTimeout(
      () => {
        if (this.#socket.bytesRead > heard) this.#waitOn();
        else this.#socket.destroy();
      },
      this.#isCopying ? this.#copyLimitMs : this.#limitMs,
    ).unref();
  }

  #stopWaiting(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  get #socket(): Socket {
    return (this as unknown as { connection: { stream: Socket } }).connection.stream;
  }
}

function isNamed(query: unknown): query is NamedConfig {
  return (
    typeof query === 'object' &&
    query !== null &&
    !('submit' in query) &&
    typeof (query as { name?: unknown }).name === 'string'
  );
}

function isCopy(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'submit' in query;
}

function withoutName(query: unknown): unknown {
  return typeof query === 'object' && query !== null && 'name' in query && !('submit' in query)
    ? { ...query, name: undefined }
    : query;
}

/**
 * Two forms of the account's condition. The first keeps PostgreSQL from using an index that begins with the
 * account, the second from using the account's statistics. A cluster needs `account_id = $1` instead, to find
 * the account's node.
 */
const ACCOUNT_IN_OTHER_WORDS = /\baccount_id (?:is not distinct from \$1\b|= \(select \$1::uuid\))/g;

function byAccountOnly(text: string): string {
  return text.replace(ACCOUNT_IN_OTHER_WORDS, 'account_id = $1');
}

function asClusterTakesIt(query: unknown): unknown {
  if (typeof query === 'string') return byAccountOnly(query);
  // A `COPY` is an object of a different type.
  if (typeof query !== 'object' || query === null || !('text' in query) || 'submit' in query) return query;
  return { ...query, text: byAccountOnly(String(query.text)) };
}

/** Returns a statement that makes the server cancel slow statements, so that it can do other work. */
export function limitStatements({ answerWithinMs }: AnswerLimit): string {
  return `set statement_timeout to ${answerWithinMs - HEAD_START_MS}`;
}

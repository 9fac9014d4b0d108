import type { Socket } from 'node:net';
import pg from 'pg';
import { DescribedStatements, type NamedConfig, NamedQuery } from './named-query.ts';

/** The time for the server to report a cancelled statement, before we give up the connection. */
const HEAD_START_MS = 500;

/**
 * A cluster's coordinator sends the first byte of a `COPY` only after it has everything from the node: for
 * 500,000 shipments after 4 s.
 */
const CLUSTER_COPY_WITHIN_MS = 60_000;

/** How long the server may be silent on a connection. */
export interface AnswerLimit {
  readonly answerWithinMs: number;
}

export interface ClientLimits extends AnswerLimit {
  /** Tells whether the server supports named statements. */
  readonly keepsStatements: boolean;
  /** Tells whether the tables are distributed over a cluster. */
  readonly isCluster: boolean;
}

/**
 * A connection that is closed if the server is silent for too long, for example frozen or unreachable; its
 * queries then fail. Rows that keep arriving may take any time. Independent statements are pipelined and run
 * in order, but a `COPY` has the connection to itself.
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
      // Queries are sent before the answer to the previous one arrives; after a `COPY`, only when it is over.
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
      // So that the stack leads to the caller, not to the socket that received the answer.
      Error.captureStackTrace(error);
      throw error;
    });
  }

  /** @throws if statements are in flight, whose answers the `COPY` would read as its own */
  #beginCopy(query: unknown): void {
    if (!isCopy(query)) return;
    const isInFlight = this.#timer !== null;
    if (isInFlight && !this.#isCopying) {
      throw new Error('A COPY must wait until what its connection was asked before is answered');
    }
    this.#isCopying = true;
  }

  /** Sends the queries of one event loop turn as one message: sending each cost as much as running it. */
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
 * The one form keeps PostgreSQL from using an index that begins with the account, the other from using its
 * statistics; a cluster finds the account's node only by `account_id = $1`.
 */
const ACCOUNT_IN_OTHER_WORDS = /\baccount_id (?:is not distinct from \$1\b|= \(select \$1::uuid\))/g;

function byAccountOnly(text: string): string {
  return text.replace(ACCOUNT_IN_OTHER_WORDS, 'account_id = $1');
}

function asClusterTakesIt(query: unknown): unknown {
  if (typeof query === 'string') return byAccountOnly(query);
  // A `COPY` is an object of another type.
  if (typeof query !== 'object' || query === null || !('text' in query) || 'submit' in query) return query;
  return { ...query, text: byAccountOnly(String(query.text)) };
}

/** The statement that makes the server itself cancel slow statements and go on with other work. */
export function limitStatements({ answerWithinMs }: AnswerLimit): string {
  return `set statement_timeout to ${answerWithinMs - HEAD_START_MS}`;
}

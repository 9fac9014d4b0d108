import type { Socket } from 'node:net';
import pg from 'pg';

/** Enough for the server to say that it has given a statement up, before we give up the connection. */
const HEAD_START_MS = 500;

/** How long the server may be silent on one connection while it is asked for something. */
export interface AnswerLimit {
  readonly answerWithinMs: number;
}

/**
 * A connection that is cut where the server says nothing for too long, as when it is frozen or unreachable:
 * whatever waits on it fails then. Rows that keep coming may take any time.
 */
export class LimitedClient extends pg.Client {
  readonly #limitMs: number;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: pg.ClientConfig & AnswerLimit) {
    super(options);
    this.#limitMs = options.answerWithinMs;
    this.on('drain', () => this.#stopWaiting());
    this.on('end', () => this.#stopWaiting());
    const query = this.query.bind(this) as (...query: unknown[]) => unknown;
    this.query = ((...words: unknown[]) => {
      if (this.#timer === null) this.#waitOn();
      return query(...words);
    }) as typeof this.query;
  }

  #waitOn(): void {
    const heard = this.#socket.bytesRead;
    this.#timer = setTimeout(() => {
      if (this.#socket.bytesRead > heard) this.#waitOn();
      else this.#socket.destroy();
    }, this.#limitMs).unref();
  }

  #stopWaiting(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  get #socket(): Socket {
    return (this as unknown as { connection: { stream: Socket } }).connection.stream;
  }
}

/** The statement by which the server itself gives up what takes longer, and goes on with other work. */
export function limitStatements({ answerWithinMs }: AnswerLimit): string {
  return `set statement_timeout to ${answerWithinMs - HEAD_START_MS}`;
}

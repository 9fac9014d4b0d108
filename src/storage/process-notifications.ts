import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const CHANNEL = 'dakiya_news';
/** The channel for accounts that were changed, with the log position after the change: see `Replica`. */
export const WRITTEN_CHANNEL = 'dakiya_written';
const LISTEN_AGAIN_AFTER_MS = 1_000;

export interface ProcessNotificationsOptions {
  /** A pool that connects without a pooler. This object keeps one of its connections for LISTEN. */
  readonly listening: pg.Pool;
  readonly sender: pg.Pool;
  /** Called while notifications cannot be received. It keeps trying. */
  readonly onError: (error: unknown) => void;
}

/**
 * Notifications between processes through the database that they share. Nothing is stored, so a disconnected
 * process misses them. They only make things faster or more exact.
 */
export class ProcessNotifications extends EventEmitter<{
  counts: [text: string];
  written: [text: string];
  /** Emitted when every notification is received from now on, until `deaf`. */
  listening: [];
  deaf: [];
}> {
  readonly #options: ProcessNotificationsOptions;
  readonly #stopping = new AbortController();
  #listening: Promise<void> = Promise.resolve();
  #client: pg.PoolClient | null = null;
  /** The queries on the connection, one after the other. */
  #asked: Promise<unknown> = Promise.resolve();

  constructor(options: ProcessNotificationsOptions) {
    super();
    this.#options = options;
  }

  /** Listens until `stop`, and reconnects when the connection breaks. */
  start(): void {
    this.#listening = this.#listenOnAndOn();
  }

  /** Notifies all processes, including this one. @param text at most 7,999 bytes */
  async share(text: string): Promise<void> {
    await this.#options.sender.query('select pg_notify($1, $2)', [CHANNEL, text]);
  }

  /**
   * Runs a query on the listening connection, which is never busy. Earlier notifications have arrived before
   * the result, because PostgreSQL sends them first.
   */
  async ask<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    const client = this.#client;
    if (client === null) throw new Error('Other processes are not heard for now');
    const ask = () => client.query<Row>(query);
    const answer = this.#asked.then(ask, ask);
    this.#asked = answer;
    return answer;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#listening;
    await this.#options.listening.end();
  }

  async #listenOnAndOn(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#listen().catch(this.#options.onError);
      await sleep(LISTEN_AGAIN_AFTER_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Resolves when listening is stopped, or rejects if the connection breaks. */
  async #listen(): Promise<void> {
    const { signal } = this.#stopping;
    const client = await this.#options.listening.connect();
    try {
      client.on('notification', ({ channel, payload = '' }) =>
        this.emit(channel === WRITTEN_CHANNEL ? 'written' : 'counts', payload),
      );
      await client.query(`listen ${CHANNEL}; listen ${WRITTEN_CHANNEL}`);
      this.#client = client;
      this.emit('listening');
      await new Promise<void>((resolve, reject) => {
        client.once('error', reject);
        if (signal.aborted) resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    } finally {
      this.#client = null;
      this.emit('deaf');
      client.release(true);
    }
  }
}

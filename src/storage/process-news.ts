import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const CHANNEL = 'dakiya_news';
const LISTEN_AGAIN_AFTER_MS = 1_000;

export interface ProcessNewsOptions {
  /** Of one connection past any pooler, which this keeps. */
  readonly listening: pg.Pool;
  readonly telling: pg.Pool;
  /** Told where nothing can be heard for now; it is tried again. */
  readonly onError: (error: unknown) => void;
}

/**
 * What processes tell one another, through the database that they share. Nothing is kept: what is told while somebody's
 * connection is away, they do not hear. So it is for what would only come later otherwise, or be less exact.
 */
export class ProcessNews extends EventEmitter<{ told: [text: string] }> {
  readonly #options: ProcessNewsOptions;
  readonly #stopping = new AbortController();
  #listening: Promise<void> = Promise.resolve();

  constructor(options: ProcessNewsOptions) {
    super();
    this.#options = options;
  }

  /** Listens until `stop`, again and again where the connection breaks. */
  start(): void {
    this.#listening = this.#listenOnAndOn();
  }

  /** Tells all processes, this one among them. @param text at most 7,999 bytes */
  async tell(text: string): Promise<void> {
    await this.#options.telling.query('select pg_notify($1, $2)', [CHANNEL, text]);
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

  /** Resolves at the stop, or rejects where the connection breaks. */
  async #listen(): Promise<void> {
    const { signal } = this.#stopping;
    const client = await this.#options.listening.connect();
    try {
      client.on('notification', ({ payload = '' }) => this.emit('told', payload));
      await client.query(`listen ${CHANNEL}`);
      await new Promise<void>((resolve, reject) => {
        client.once('error', reject);
        if (signal.aborted) resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    } finally {
      client.release(true);
    }
  }
}

/** Requests may take this long to finish, once no more are taken. */
const FINISH_WITHIN_MS = 6_000;
const CLOSE_IDLE_EVERY_MS = 100;
/** All that was opened is closed within this time, or left as it stands: a killed process loses nothing either. */
const CLOSE_WITHIN_MS = 10_000;
/** A Ctrl-C reaches us twice under npm: from the terminal and, at once, passed on by npm. */
const SAME_SIGNAL_WITHIN_MS = 2_000;

/** Something that was opened and has to be closed in order. */
export interface Closable {
  close(): Promise<void>;
}

/**
 * The end of the process, in order: what was opened last is closed first. SIGTERM, SIGINT and SIGHUP ask
 * for it at any time, also while the service still starts; a second signal, but not the same one passed on
 * by npm, does not wait.
 */
export class Shutdown {
  readonly #asked = new AbortController();
  readonly #open: Closable[] = [];
  #beforeClosing: () => Promise<void> = async () => undefined;
  #askedAt: number | null = null;
  #started = false;

  /** Aborted once a stop is asked for: whatever still starts gives up. */
  get signal(): AbortSignal {
    return this.#asked.signal;
  }

  /** Hears the signals from now on. */
  listen(): void {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => this.#ask());
  }

  /** Remembers to close it, before all that was opened earlier. */
  opened<T extends Closable>(closable: T): T {
    this.#open.push(closable);
    return closable;
  }

  /** Does this first, whatever time it takes. */
  first(work: () => Promise<void>): void {
    this.#beforeClosing = work;
  }

  /** The start is over: from now on a stop that is asked for is carried out at once. */
  async started(): Promise<void> {
    this.#started = true;
    if (this.#askedAt !== null) await this.#finish();
  }

  /** Closes everything, once; a start that failed does so itself. */
  async close(): Promise<void> {
    for (let closable = this.#open.pop(); closable !== undefined; closable = this.#open.pop()) {
      await closable.close();
    }
  }

  #ask(): void {
    if (this.#askedAt !== null) {
      if (performance.now() - this.#askedAt > SAME_SIGNAL_WITHIN_MS) process.exit(1);
      return;
    }
    this.#askedAt = performance.now();
    this.#asked.abort();
    if (this.#started) void this.#finish();
  }

  async #finish(): Promise<void> {
    await this.#beforeClosing();
    setTimeout(() => process.exit(1), CLOSE_WITHIN_MS);
    await this.close();
    process.exit(0);
  }
}

/** Closes a server: it stops accepting, and what is running finishes, for a while. */
export function closingServer(server: {
  close(): Promise<void>;
  server: { closeAllConnections(): void; closeIdleConnections(): void };
}): Closable {
  return {
    close: async () => {
      const overdue = setTimeout(() => server.server.closeAllConnections(), FINISH_WITHIN_MS);
      // A connection whose last request was under way when the server was told to close is idle only later.
      const idle = setInterval(() => server.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
      await server.close();
      clearTimeout(overdue);
      clearInterval(idle);
    },
  };
}

/** What is running may take this long to finish once a stop is asked for. */
const FINISH_WITHIN_MS = 10_000;
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
      if (Date.now() - this.#askedAt > SAME_SIGNAL_WITHIN_MS) process.exit(1);
      return;
    }
    this.#askedAt = Date.now();
    this.#asked.abort();
    if (this.#started) void this.#finish();
  }

  async #finish(): Promise<void> {
    await this.close();
    process.exit(0);
  }
}

/** Closes a server: it stops accepting, and what is running finishes, for a while. */
export function closingServer(server: {
  close(): Promise<void>;
  server: { closeAllConnections(): void };
}): Closable {
  return {
    close: async () => {
      const overdue = setTimeout(() => server.server.closeAllConnections(), FINISH_WITHIN_MS);
      await server.close();
      clearTimeout(overdue);
    },
  };
}

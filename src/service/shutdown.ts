/** The time that requests get to finish after the server has stopped accepting connections. */
const FINISH_WITHIN_MS = 6_000;
const CLOSE_IDLE_EVERY_MS = 100;
/** The time until the process ends with something still open. A killed process loses nothing either. */
const CLOSE_WITHIN_MS = 10_000;
/** Under npm, Ctrl-C arrives twice: from the terminal, and at the same time forwarded by npm. */
const SAME_SIGNAL_WITHIN_MS = 2_000;

/** Something open that must be closed in order. */
export interface Closable {
  close(): Promise<void>;
}

/**
 * Shuts the process down: what was opened last is closed first. SIGTERM, SIGINT and SIGHUP start the
 * shutdown, even during the start. A second signal ends the process at once, unless npm forwarded it.
 */
export class Shutdown {
  readonly #asked = new AbortController();
  readonly #open: Closable[] = [];
  #beforeClosing: () => Promise<void> = async () => undefined;
  #askedAt: number | null = null;
  #started = false;
  #exitCode = 0;

  get exitCode(): number {
    return this.#exitCode;
  }

  /** Aborted when a stop is requested, so that an unfinished start gives up. */
  get signal(): AbortSignal {
    return this.#asked.signal;
  }

  listen(): void {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => this.#ask());
  }

  /** Registers something to close; it is closed before everything that was opened earlier. */
  opened<T extends Closable>(closable: T): T {
    this.#open.push(closable);
    return closable;
  }

  /** Sets the work that the shutdown does first, with no time limit. */
  first(work: () => Promise<void>): void {
    this.#beforeClosing = work;
  }

  /** Marks the end of the start: from now on a requested stop is carried out at once. */
  async started(): Promise<void> {
    this.#started = true;
    if (this.#askedAt !== null) await this.#finish();
  }

  /** Ends the process with a sentence and exit code 1, and serves no further requests. */
  fail(sentence: string): void {
    if (this.#exitCode === 1) return;
    process.stderr.write(`${sentence}\n`);
    this.#exitCode = 1;
    this.#beforeClosing = async () => undefined;
    this.#ask();
  }

  /** Closes everything, once. A failed start calls this directly. */
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
    process.exit(this.#exitCode);
  }
}

/** Makes a server closable: it stops accepting connections, and running requests may finish for a while. */
export function closingServer(
  server: {
    close(): Promise<void>;
    server: { closeAllConnections(): void; closeIdleConnections(): void };
  },
  finishWithinMs = FINISH_WITHIN_MS,
): Closable {
  return {
    close: async () => {
      const overdue = setTimeout(() => server.server.closeAllConnections(), finishWithinMs);
      // A connection whose last request was running when the server was closed becomes idle later.
      const idle = setInterval(() => server.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
      await server.close();
      clearTimeout(overdue);
      clearInterval(idle);
    },
  };
}

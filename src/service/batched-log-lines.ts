/** The destination of log lines: the object that pino opens for a file descriptor. */
export interface LineDestination {
  write(text: string): unknown;
  flushSync(): void;
}

/** The size at which the text is written at once; a few lines would cost almost as much. */
const ENOUGH = 32 * 1024;
const LONGEST_WAIT_MS = 100;

/**
 * Collects log lines and writes them together. Another thread does each write, and waking that thread took
 * longer than making fifteen lines. Pino's destination can collect too, but at each line it measures
 * everything that it holds.
 */
export class BatchedLogLines implements LineDestination {
  readonly #destination: LineDestination;
  #text = '';
  #timer: NodeJS.Timeout | null = null;

  constructor(destination: LineDestination) {
    this.#destination = destination;
  }

  write(line: string): void {
    this.#text += line;
    if (this.#text.length >= ENOUGH) this.handOn();
    else this.#timer ??= setTimeout(this.handOn, LONGEST_WAIT_MS).unref();
  }

  flush(): void {
    this.handOn();
  }

  /** Writes everything and waits for it, because the process ends. */
  flushSync(): void {
    this.handOn();
    this.#destination.flushSync();
  }

  readonly handOn = (): void => {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const text = this.#text;
    this.#text = '';
    if (text !== '') this.#destination.write(text);
  };
}

/** The destination of log lines: what pino opens for a file descriptor. */
export interface LineDestination {
  write(text: string): unknown;
  flushSync(): void;
}

/** Written at once; a write of this size costs hardly more than one of a few lines. */
const ENOUGH = 32 * 1024;
/** The longest delay of a line. */
const LONGEST_WAIT_MS = 100;

/**
 * Collects log lines and writes them together. Each write is done by another thread, and waking that thread
 * took longer than making fifteen lines. The destination can collect too, but measures everything that it
 * holds at each line.
 */
export class BatchedLogLines implements LineDestination {
  readonly #destination: LineDestination;
  #text = '';
  #timer: NodeJS.Timeout | null = null;

  constructor(destination: LineDestination) {
    this.#destination = destination;
  }

  /** For pino: adds a line. */
  write(line: string): void {
    this.#text += line;
    if (this.#text.length >= ENOUGH) this.handOn();
    else this.#timer ??= setTimeout(this.handOn, LONGEST_WAIT_MS).unref();
  }

  /** For pino: hands everything to the destination. */
  flush(): void {
    this.handOn();
  }

  /** Like `flush`, and waits until everything is written, because the process ends. */
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

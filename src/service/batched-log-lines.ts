/** Where lines go: what pino opens for a file descriptor. */
export interface LineDestination {
  write(text: string): unknown;
  flushSync(): void;
}

/** Handed on at once; a write of so many characters costs hardly more than one of a few lines. */
const ENOUGH = 32 * 1024;
/** Nobody waits longer for a line. */
const LONGEST_WAIT_MS = 100;

/**
 * Gathers lines of the log and hands them on together. Each write is done by another thread, and to wake that took
 * longer than to make fifteen lines. The destination can gather too, but measures all that it has at each line.
 */
export class BatchedLogLines implements LineDestination {
  readonly #destination: LineDestination;
  #text = '';
  #timer: NodeJS.Timeout | null = null;

  constructor(destination: LineDestination) {
    this.#destination = destination;
  }

  /** For pino: takes a line. */
  write(line: string): void {
    this.#text += line;
    if (this.#text.length >= ENOUGH) this.handOn();
    else this.#timer ??= setTimeout(this.handOn, LONGEST_WAIT_MS).unref();
  }

  /** For pino: nothing is kept any longer. */
  flush(): void {
    this.handOn();
  }

  /** As `flush`, and all of it is written: the process ends. */
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

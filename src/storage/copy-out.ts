import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type pg from 'pg';

/** The length field of PostgreSQL's messages. It follows a letter, and its value includes its own bytes. */
const LENGTH_BYTES = 4;
/** The messages during a COPY: rows, their format, and notices. */
const WHILE_COPIED = new Set([...'dHNSA'].map((letter) => letter.charCodeAt(0)));

/** The number of parts that may wait for the reader. */
const PARTS_AHEAD = 16;

/**
 * Reads a `COPY ... to stdout` as it arrives from the socket: all of PostgreSQL's messages, not only rows,
 * split at any byte. The reader parses them, because one object for each of millions of messages took as long
 * as all other work.
 */
export class CopyOut extends Readable implements pg.Submittable {
  readonly #text: string;
  #socket: Socket | null = null;
  /** The usual handler of the connection's data. */
  #usual: (bytes: Buffer) => void = () => undefined;
  /** The current message: the missing bytes of its length, the length so far, and the remaining bytes. */
  #lengthLeft = 0;
  #length = 0;
  #left = 0;

  constructor(text: string) {
    super({ objectMode: true, highWaterMark: PARTS_AHEAD });
    this.#text = text;
  }

  submit(connection: pg.Connection): void {
    const socket = connection.stream as Socket;
    const [usual, ...others] = socket.listeners('data') as ((bytes: Buffer) => void)[];
    if (usual === undefined || others.length > 0) throw new Error('A connection is read by one');
    this.#socket = socket;
    this.#usual = usual;
    socket.off('data', usual);
    socket.on('data', this.#take);
    connection.query(this.#text);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.push(null);
  }

  handleError(error: Error): void {
    this.destroy(error);
  }

  override _read(): void {
    this.#socket?.resume();
  }

  readonly #take = (bytes: Buffer): void => {
    const end = this.#copiedUntil(bytes);
    if (end > 0 && !this.push(bytes.subarray(0, end))) this.#socket?.pause();
    if (end < bytes.length) this.#handBack(bytes.subarray(end));
  };

  /** The position of the first message that is not part of the COPY. */
  #copiedUntil(bytes: Buffer): number {
    let at = 0;
    while (at < bytes.length) {
      if (this.#left > 0) {
        const more = Math.min(this.#left, bytes.length - at);
        this.#left -= more;
        at += more;
        continue;
      }
      if (this.#lengthLeft === 0) {
        if (!WHILE_COPIED.has(bytes[at] as number)) return at;
        this.#lengthLeft = LENGTH_BYTES;
        this.#length = 0;
        at += 1;
      }
      for (; this.#lengthLeft > 0 && at < bytes.length; at += 1) {
        this.#length = this.#length * 256 + (bytes[at] as number);
        this.#lengthLeft -= 1;
      }
      if (this.#lengthLeft === 0) this.#left = this.#length - LENGTH_BYTES;
    }
    return at;
  }

  #handBack(rest: Buffer): void {
    const socket = this.#socket as Socket;
    this.#socket = null;
    socket.off('data', this.#take);
    socket.on('data', this.#usual);
    this.#usual(rest);
    socket.resume();
  }
}

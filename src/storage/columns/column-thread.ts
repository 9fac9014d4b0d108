import { Worker } from 'node:worker_threads';
import { ColumnTable, type TablePart } from '../../columns/column-table.ts';
import { DoesNotFit } from '../../columns/does-not-fit.ts';
import type { Builder } from './load-columns.ts';
import { LAYOUT, MEANT, SHIPMENT_COLUMNS } from './shipment-columns.ts';

/** A message to the thread. The thread answers every message except `begin`. */
export type BuilderQuestion =
  | { readonly work: 'begin'; readonly nth: number; readonly types: readonly number[] }
  | { readonly work: 'take'; readonly room: ArrayBuffer; readonly size: number }
  | { readonly work: 'finish' };

/**
 * One of three: the bytes so far and the number of the returned buffer; the next part of the result, which is
 * null after the last part; or the value that does not fit.
 */
export type BuilderAnswer =
  | { readonly bytes: number; readonly room: ArrayBuffer }
  | { readonly part: TablePart | null }
  | { readonly doesNotFit: string };

/** A socket delivers about 15 kB at once. Passing each piece separately doubled the time. */
const ROOM_BYTES = 2 ** 18;
/** The number of buffers that may be on their way to the thread. */
const ROOMS_AHEAD = 4;

/**
 * Builds columns in a worker thread. It passes the socket's data to the thread in a few buffers that go back
 * and forth. It receives the result in parts: lists as they are in memory, and words in thousands.
 */
export class ColumnThread implements Builder {
  readonly #worker: Worker;
  /** The callers that wait for an answer, in order. */
  readonly #askers: { resolve: (answer: BuilderAnswer) => void; reject: (error: unknown) => void }[] = [];
  /** The buffers that are on their way, oldest first. */
  readonly #ahead: Promise<unknown>[] = [];
  readonly #rooms: ArrayBuffer[] = [];
  /** The next buffer, and its filled length. */
  #room = new Uint8Array(ROOM_BYTES);
  #size = 0;
  #bytes = 0;
  /** The reason why the thread has ended; null while it runs. */
  #end: unknown = null;

  /** @param program the worker's script, which the build places in the same folder as this one */
  constructor(program = new URL('./column-worker.js', import.meta.url)) {
    this.#worker = new Worker(program, { execArgv: [], workerData: LAYOUT });
    this.#worker.on('message', (answer: BuilderAnswer) => {
      const asker = this.#askers.shift();
      if ('doesNotFit' in answer) asker?.reject(new DoesNotFit(answer.doesNotFit));
      else asker?.resolve(answer);
    });
    // An answer that cannot be deserialized is lost, so all callers must be told.
    this.#worker.on('messageerror', (error) => this.#giveUp(error));
    this.#worker.on('error', (error) => this.#giveUp(error));
    this.#worker.on('exit', () => this.#giveUp(new Error('The thread that puts columns together has ended')));
  }

  begin(nth: number, types: readonly number[]): void {
    this.#handOver();
    this.#send({ work: 'begin', nth, types });
  }

  async take(part: Buffer): Promise<number> {
    for (let from = 0; from < part.length; ) {
      const some = part.subarray(from, from + ROOM_BYTES - this.#size);
      this.#room.set(some, this.#size);
      this.#size += some.length;
      from += some.length;
      if (this.#size === ROOM_BYTES) this.#handOver();
    }
    while (this.#ahead.length > ROOMS_AHEAD) await this.#ahead.shift();
    return this.#bytes;
  }

  async finish(): Promise<ColumnTable> {
    this.#handOver();
    await Promise.all(this.#ahead);
    const table = new ColumnTable(SHIPMENT_COLUMNS, MEANT);
    for (;;) {
      const answer = await this.#ask({ work: 'finish' });
      if (!('part' in answer) || answer.part === null) return table;
      table.take(answer.part);
    }
  }

  close(): void {
    void this.#worker.terminate();
  }

  #handOver(): void {
    const { buffer: room } = this.#room;
    const taken = this.#ask({ work: 'take', room, size: this.#size }).then((answer) => {
      if (!('bytes' in answer)) return;
      this.#bytes = answer.bytes;
      this.#rooms.push(answer.room);
    });
    // The error is handled when the promise is awaited.
    taken.catch(() => undefined);
    this.#ahead.push(taken);
    this.#room = new Uint8Array(this.#rooms.pop() ?? new ArrayBuffer(ROOM_BYTES));
    this.#size = 0;
  }

  #send(question: BuilderQuestion): void {
    this.#worker.postMessage(question, question.work === 'take' ? [question.room] : []);
  }

  #ask(question: BuilderQuestion): Promise<BuilderAnswer> {
    if (this.#end !== null) return Promise.reject(this.#end);
    return new Promise((resolve, reject) => {
      this.#askers.push({ resolve, reject });
      this.#send(question);
    });
  }

  #giveUp(why: unknown): void {
    this.#end ??= why;
    for (const { reject } of this.#askers.splice(0)) reject(this.#end);
  }
}

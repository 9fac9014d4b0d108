import type { ListingColumns } from '../storage/columns/listing-columns.ts';
import { FairQueue, type QueueClient, tooManyOfAll } from './fair-queue.ts';

export interface Asker {
  readonly accountId: string;
  /** Aborted when the client has left or the answer takes too long. */
  readonly signal: AbortSignal;
}

/** A client that receives a file while the file is made. */
export interface Client {
  /** Aborted when the client has left. */
  readonly signal: AbortSignal;
  /** Ends the answer of a client that does not read it. */
  readonly dismiss: () => void;
}

export interface LongWorkOptions {
  /** The number of database connections that this process may open. */
  readonly connections: number;
  readonly readWithinMs?: number;
  /** How long a request may wait in the queue and for the database; 9 s by default. */
  readonly answerWithinMs?: number;
}

/** Connections that it always leaves to others. */
const KEPT_CONNECTIONS = 3;
/** Small, because the service, PostgreSQL and all other requests often share the cores of one machine. */
const MOST_AT_ONCE = 2;
const WAITING_PER_ACCOUNT = 100;
/** How long a request may wait in the queue and for the database, so that it has an answer within 10 s. */
const ANSWER_MS = 9_000;
/** The number of files in progress; a file takes up to a megabyte. */
const FILES_AT_ONCE = 16;
const FILES_PER_ACCOUNT = 4;
/** The number of pictures at once; a picture takes up to 12 MB, and its server may be slow. */
const PICTURES_AT_ONCE = 4;
const PICTURES_PER_ACCOUNT = 2;
const PICTURES_WAITING = 200;
/** The limits of one turn of a file, so that others do not wait long. */
const SLICE_MS = 200;
const SLICE_BYTES = 256 * 1024;
/** The time to read a part of about half a megabyte: a client that reads 10 kB/s gets the whole file. */
const READ_WITHIN_MS = 60_000;

/**
 * Runs work that takes longer with more shipments or a larger request: pages and counts without counters,
 * exports, labels. Accounts take fair turns, and enough connections stay free for everything else. Work is
 * dropped when its client has left.
 */
export class LongWork {
  readonly #turns: FairQueue;
  /** The queue of patient work, which may hold a connection from start to end, even during its pauses. */
  readonly #patient: FairQueue;
  /** Files in progress; a file takes memory while its client reads. */
  readonly #files: FairQueue;
  /** Pictures from other servers. They have a separate queue, because they need no database connection. */
  readonly #pictures: FairQueue;
  readonly #readWithinMs: number;
  readonly #answerWithinMs: number;

  constructor({ connections, readWithinMs = READ_WITHIN_MS, answerWithinMs = ANSWER_MS }: LongWorkOptions) {
    const spare = Math.floor((connections - KEPT_CONNECTIONS) / 2);
    const atOnce = Math.max(1, Math.min(spare, MOST_AT_ONCE));
    const waitingPerSharer = WAITING_PER_ACCOUNT;
    this.#turns = new FairQueue({ waitingPerSharer, atOnce, perSharer: Math.max(1, atOnce - 1) });
    const patientPerSharer = Math.max(1, Math.floor(spare / 2));
    this.#patient = new FairQueue({
      waitingPerSharer,
      atOnce: Math.max(1, spare),
      perSharer: patientPerSharer,
    });
    this.#files = new FairQueue({ waitingPerSharer, atOnce: FILES_AT_ONCE, perSharer: FILES_PER_ACCOUNT });
    this.#pictures = new FairQueue({
      waitingPerSharer,
      waiting: PICTURES_WAITING,
      atOnce: PICTURES_AT_ONCE,
      perSharer: PICTURES_PER_ACCOUNT,
    });
    this.#readWithinMs = readWithinMs;
    this.#answerWithinMs = answerWithinMs;
  }

  /** Does work when its turn comes. @throws as `FairQueue.enter`; Problem `unavailable` if it is too slow */
  run<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    return this.#answeredInTime(asker, (taker) => this.#turns.take(taker, work));
  }

  /**
   * Fetches and encodes a picture from another server, in one turn of the pictures' queue.
   *
   * @param work gets a signal that is aborted when the client has left or the work takes too long
   * @throws as `run`; Problem `unavailable` if too many pictures wait
   */
  ofPicture<T>(asker: Asker, work: (taker: QueueClient) => Promise<T>): Promise<T> {
    return this.#answeredInTime(asker, (taker) => this.#pictures.take(taker, () => work(taker)));
  }

  /**
   * Does work for a client that waits as long as needed, for example for the check of a file. Only the wait
   * for the first turn is limited. The work must call `rest` often, so that others get turns while it
   * continues.
   *
   * @param work `rest` gives the turn to others after a while, and throws if the client has left
   * @throws as `run`, before the work begins
   */
  async patiently<T>(asker: Asker, work: (rest: () => Promise<void>) => Promise<T>): Promise<T> {
    const { accountId, signal } = asker;
    const place = await this.#answeredInTime(asker, (patience) => this.#enterPatiently(patience));
    let { leave } = place;
    let until = performance.now() + SLICE_MS;
    const rest = async () => {
      signal.throwIfAborted();
      if (performance.now() < until) return;
      leave();
      leave = () => undefined;
      leave = await this.#turns.enter({ sharer: accountId, signal }, true);
      until = performance.now() + SLICE_MS;
    };
    try {
      return await work(rest);
    } finally {
      leave();
      place.end();
    }
  }

  /** @returns `leave` ends the first turn, `end` the place in the queue of patient work */
  async #enterPatiently(taker: QueueClient): Promise<{ leave: () => void; end: () => void }> {
    const end = await this.#patient.enter(taker);
    try {
      return { leave: await this.#turns.enter(taker), end };
    } catch (error) {
      end();
      throw error;
    }
  }

  /**
   * Sends a file while it is made. The turn of each part ends before the client gets the part, so a slow
   * client holds only memory. A client that reads nothing for too long is disconnected.
   *
   * @param pieces made one after the other; not started if the file is refused
   * @throws as `run`, only before the first part
   */
  async *inParts(
    reader: Asker & Client,
    pieces: AsyncGenerator<Buffer | string, void, undefined>,
  ): AsyncGenerator<Buffer, void, undefined> {
    const later = { sharer: reader.accountId, signal: reader.signal };
    let leave: () => void = () => undefined;
    try {
      let slice = await this.#answeredInTime(reader, async (taker) => {
        leave = await this.#files.enter(taker);
        return this.#turns.take(taker, () => sliceOf(pieces, 0));
      });
      for (;;) {
        if (slice.bytes.length > 0) {
          const unread = setTimeout(reader.dismiss, this.#readWithinMs);
          try {
            yield slice.bytes;
          } finally {
            clearTimeout(unread);
          }
        }
        if (slice.isDone) return;
        slice = await this.#turns.take(later, () => sliceOf(pieces, SLICE_MS), true);
      }
    } finally {
      // A query to a database that hangs ends later.
      void pieces.return().then(leave, leave);
    }
  }

  /**
   * Waits for the result or the timeout. After the timeout, the work may continue; it frees its place when it
   * ends.
   *
   * @throws Problem `unavailable`
   */
  async #answeredInTime<T>(
    { accountId, signal }: Asker,
    work: (taker: QueueClient) => Promise<T>,
  ): Promise<T> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(tooManyOfAll()), this.#answerWithinMs);
    const isLate = new Promise<never>((_, reject) => {
      late.signal.addEventListener('abort', () => reject(late.signal.reason));
    });
    const taker = { sharer: accountId, signal: AbortSignal.any([signal, late.signal]) };
    try {
      return await Promise.race([work(taker), isLate]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Collects the pieces of one turn; at least one piece. */
async function sliceOf(
  pieces: AsyncGenerator<Buffer | string, void, undefined>,
  milliseconds: number,
): Promise<{ bytes: Buffer; isDone: boolean }> {
  const until = performance.now() + milliseconds;
  const parts: Buffer[] = [];
  let size = 0;
  do {
    const next = await pieces.next();
    if (next.done) return { bytes: Buffer.concat(parts), isDone: true };
    const part = typeof next.value === 'string' ? Buffer.from(next.value) : next.value;
    parts.push(part);
    size += part.length;
  } while (size < SLICE_BYTES && performance.now() < until);
  return { bytes: Buffer.concat(parts), isDone: false };
}

/** What answers large lists. */
export interface ListingParts {
  readonly longWork: LongWork;
  /** The shipments of large accounts, kept in memory. */
  readonly columns: ListingColumns;
}

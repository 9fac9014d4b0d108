import { Problem } from '../problems/problem.ts';
import { FairQueue, type QueueClient } from './fair-queue.ts';

export interface Asker {
  readonly accountId: string;
  /** Aborted when nobody waits for the answer any more, or it takes too long. */
  readonly signal: AbortSignal;
}

/** A client that receives a file while it is made. */
export interface Client {
  /** Aborted when the client has left. */
  readonly signal: AbortSignal;
  /** Ends the answer, because the client does not read it. */
  readonly dismiss: () => void;
}

export interface LongWorkOptions {
  /** The number of database connections that this process may open. */
  readonly connections: number;
  readonly readWithinMs?: number;
}

/** The workers of the job queue and the caches listen on one each. */
const LISTENING_CONNECTIONS = 3;
/** One machine often shares its cores between the service, PostgreSQL and all other requests. */
const MOST_AT_ONCE = 2;
const WAITING_PER_ACCOUNT = 100;
/** The time for the queue and the database: a request has an answer within 10 s. */
const ANSWER_MS = 9_000;
const RETRY_AFTER_SECONDS = 5;
/** Each takes up to a megabyte. */
const FILES_AT_ONCE = 16;
const FILES_PER_ACCOUNT = 4;
/** Each takes up to 12 MB, and waits for a server that may be slow. */
const PICTURES_AT_ONCE = 4;
const PICTURES_PER_ACCOUNT = 2;
const PICTURES_WAITING = 200;
/** A turn of a file lasts at most this long, or this many bytes, so that others wait only shortly. */
const SLICE_MS = 200;
const SLICE_BYTES = 256 * 1024;
/** A part is about half a megabyte: a client that reads 10 kB/s gets all of it. */
const READ_WITHIN_MS = 60_000;

/**
 * Work whose cost grows with an account's shipments or with the request: pages and counts without counters,
 * exports, labels. It takes turns that are shared fairly among accounts, and leaves connections for
 * everything else. Work that nobody waits for any more is dropped.
 */
export class LongWork {
  readonly #turns: FairQueue;
  /** The queue of patient work, which may hold a connection from start to end, even while it pauses. */
  readonly #patient: FairQueue;
  /** Files in progress, because each takes memory while its client reads. */
  readonly #files: FairQueue;
  /** Pictures from elsewhere; a separate queue, because they need no database connection. */
  readonly #pictures: FairQueue;
  readonly #readWithinMs: number;

  constructor({ connections, readWithinMs = READ_WITHIN_MS }: LongWorkOptions) {
    const spare = Math.floor((connections - LISTENING_CONNECTIONS) / 2);
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
  }

  /** Does work when its turn comes. @throws as `FairQueue.enter`; Problem `unavailable` if too slow */
  run<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    return answeredInTime(asker, (taker) => this.#turns.take(taker, work));
  }

  /**
   * Fetches and encodes a picture from elsewhere in one turn of that queue.
   *
   * @param work gets a signal for its end: nobody waits any more, or it takes too long
   * @throws as `run`; Problem `unavailable` if too many wait
   */
  ofPicture<T>(asker: Asker, work: (taker: QueueClient) => Promise<T>): Promise<T> {
    return answeredInTime(asker, (taker) => this.#pictures.take(taker, () => work(taker)));
  }

  /**
   * Work whose client waits however long it takes, such as the check of a file that it has sent: only the
   * wait for the first turn is limited. It must ask for rest often, so that turns are shared while it
   * continues.
   *
   * @param work `rest` gives the turn to others when it has lasted for a while; it throws if the client has
   * left
   * @throws as `run`, before the work begins
   */
  async patiently<T>(asker: Asker, work: (rest: () => Promise<void>) => Promise<T>): Promise<T> {
    const { accountId, signal } = asker;
    const place = await answeredInTime(asker, (patience) => this.#enterPatiently(patience));
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

  /** @returns `leave` ends the first turn, `end` all of it */
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
   * A file that is sent while it is made. Each part is made in a turn that ends before the client gets the
   * part, so that a slow client holds only memory; a client that reads nothing for too long is disconnected.
   *
   * @param pieces made one after the other; not begun if the file is refused
   * @throws as `run`, only before the first part
   */
  async *inParts(
    reader: Asker & Client,
    pieces: AsyncGenerator<Buffer | string, void, undefined>,
  ): AsyncGenerator<Buffer, void, undefined> {
    const later = { sharer: reader.accountId, signal: reader.signal };
    let leave: () => void = () => undefined;
    try {
      let slice = await answeredInTime(reader, async (taker) => {
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
}

/**
 * Waits for the result, or for the timeout. The work itself may end later, and frees its place then.
 *
 * @throws Problem `unavailable`
 */
async function answeredInTime<T>(
  { accountId, signal }: Asker,
  work: (taker: QueueClient) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tooLong()), ANSWER_MS);
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

function tooLong(): Problem {
  return new Problem('unavailable', 'Too many long requests are running; please try again shortly', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

/** The part of the work for one turn; at least one piece. */
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

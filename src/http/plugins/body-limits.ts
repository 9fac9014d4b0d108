import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../problems/problem.ts';
import { FairQueue } from '../../usecases/fair-queue.ts';
import { clientOf } from '../streamed-answer.ts';
import { BODY_ROOM_FULL, TOO_MUCH_AT_ONCE, TOO_MUCH_RETRY_SECONDS } from './before-routing.ts';
import { isForm, takesFile } from './bodies.ts';
import { BodyRoom, type RoomBody } from './body-room.ts';
import { callerNetwork } from './caller-address.ts';
import { BODY_TOO_LARGE } from './problems.ts';

const KB = 1024;
const MB = 1024 * KB;

/** The limit in bytes until the sender is known. */
export const LARGEST_BODY_OF_UNKNOWN = 16 * KB;
/**
 * The limit for a request with a credential, unless the route sets another limit. Larger JSON bodies of one
 * account are handled one at a time.
 */
const LARGEST_BODY = 64 * KB;
/** For routes that take lists of items, ids or texts: an order of 1,000 items, a job of 10,000 ids. */
export const LARGE_BODY = 2 * MB;
/** The most memory of a file, which is stored as it arrives. */
const MOST_OF_A_FILE = MB;
/** The most memory of a form, which is read in parts; files have their own limit. */
const MOST_OF_A_FORM = 5 * MB;
/** Customers' photos are larger; only one at a time is in memory. */
const MOST_OF_PHOTOS = 13 * MB;

const OF_UNKNOWN = { all: 32 * MB, each: MB };
const OF_BUYERS = { all: 40 * MB, each: MOST_OF_PHOTOS };
const OF_ACCOUNTS = { all: 64 * MB, each: 16 * MB };

/**
 * On a connection of 64 kbit/s, as at the edge of a mobile network, a logo of 2 MB takes 260 s. Node.js
 * itself ends longer requests.
 */
export const LONGEST_REQUEST_MS = 300_000;
/** The time for a small body: every body from an unknown sender, and most JSON. */
const LONGEST_SMALL_BODY_MS = 30_000;
/** JSON of an account gets one more second for each 4 kB that have arrived: 32 kbit/s. */
const SLOWEST_BYTES_PER_SECOND = 4 * KB;
/** The longest time in which no byte arrives. */
const LONGEST_SILENCE_MS = 30_000;
const LOOK_EVERY_MS = 1_000;
/** The longest pause of an account after a large body: the clock also goes on while the machine sleeps. */
const LONGEST_PAUSE_MS = 5_000;

interface Sender {
  readonly room: BodyRoom;
  readonly name: string;
}

/** A body that takes room until its request is answered. */
interface UnderWay {
  readonly raw: IncomingMessage;
  readonly inRoom: RoomBody;
  readonly beganAt: number;
  /** The additional milliseconds for each received byte; infinite if the request ends only when the sender stops sending. */
  readonly msPerByte: number;
  bytesRead: number;
  silentSince: number;
}

export interface BodyLimitsOptions {
  /** A monotonic clock in milliseconds. */
  readonly monotonicMs: () => number;
}

/**
 * Limits the memory for bodies, and the time to receive them. Bodies are read after the credential is
 * checked: a sender is then known, or counts as unknown. There are separate rooms for accounts, for customers
 * with a pass, and for unknown senders. A refused body is not read but discarded: many clients read the answer only when they have
 * sent everything, and then use the connection again.
 *
 * Register it before the routes.
 */
export function addBodyLimits(app: FastifyInstance, { monotonicMs }: BodyLimitsOptions): void {
  app.decorateRequest('passHolder', null);
  const ofUnknown = new BodyRoom(OF_UNKNOWN);
  const ofBuyers = new BodyRoom(OF_BUYERS);
  const ofAccounts = new BodyRoom(OF_ACCOUNTS);
  const senderOf = (request: FastifyRequest): Sender => {
    const account = accountOf(request);
    if (account !== undefined) return { room: ofAccounts, name: account };
    if (request.passHolder !== null) return { room: ofBuyers, name: request.passHolder };
    return { room: ofUnknown, name: callerNetwork(request) };
  };
  const largeTurns = new FairQueue({
    atOnce: Number.POSITIVE_INFINITY,
    perSharer: 1,
    waitingPerSharer: Number.POSITIVE_INFINITY,
  });
  /**
   * The bodies, indexed by connection, because a connection may have several unanswered requests. In one
   * `Set` of all bodies, many additions and removals leave old tables that keep their members alive, so
   * garbage collection took three times as long.
   */
  const underWay = new Map<Socket, UnderWay[]>();
  app.server.on('connection', (socket) => {
    const bodies: UnderWay[] = [];
    underWay.set(socket, bodies);
    socket.on('close', () => {
      underWay.delete(socket);
      // If an answer is queued behind another, it gets no event when the connection ends.
      for (const { inRoom } of bodies) inRoom.giveBack();
    });
  });

  app.addHook('preParsing', (request, reply, payload, done) => {
    const bytes = bytesToCome(request);
    if (bytes === 0) {
      done(null, payload);
      return;
    }
    const { room, name } = senderOf(request);
    const isForAll = room === ofUnknown;
    const isKnownForm = !isForAll && isForm(request);
    const largest = request.routeOptions.bodyLimit;
    if (Number.isFinite(bytes) && bytes > largest && !isKnownForm) {
      done(new Problem('too_large', BODY_TOO_LARGE));
      return;
    }
    const { raw } = request;
    const inRoom = room.open(name, () => app.server.emit('clientError', roomIsFull(), raw.socket));
    if (inRoom === null) {
      done(tooMuch());
      return;
    }
    const now = monotonicMs();
    const isJson = !isKnownForm && !takesFile(request);
    const body: UnderWay = {
      raw,
      inRoom,
      beganAt: now,
      msPerByte: isForAll ? 0 : isJson ? 1_000 / SLOWEST_BYTES_PER_SECOND : Number.POSITIVE_INFINITY,
      bytesRead: raw.socket.bytesRead,
      silentSince: now,
    };
    const bodies = underWay.get(raw.socket);
    bodies?.push(body);
    reply.raw.on('close', () => {
      bodies?.splice(bodies.indexOf(body), 1);
      inRoom.giveBack();
    });
    // Node.js discards what nobody began to read, and only that.
    reply.raw.on('finish', () => raw.resume());
    const ofForm = room === ofBuyers ? MOST_OF_PHOTOS : MOST_OF_A_FORM;
    const most = isKnownForm ? ofForm : isJson ? largest : MOST_OF_A_FILE;
    const whenAllHasCome = (goOn: () => void) => {
      const begin = () => {
        inRoom.startWork();
        goOn();
      };
      if (!isJson || isForAll || inRoom.bytes <= LARGEST_BODY) begin();
      else {
        const work = { monotonicMs, begin };
        takeTurn(largeTurns, name, reply, work).catch(() => undefined);
      }
    };
    // Counts the bytes that arrived while the credential was checked.
    inRoom.grow(Math.min(raw.readableLength, most));
    if (raw.complete) {
      whenAllHasCome(() => done(null, payload));
      return;
    }
    countWhatComes(raw, inRoom, { most, whenAllHasCome });
    done(null, payload);
  });

  const timer = setInterval(() => {
    const now = monotonicMs();
    for (const [socket, bodies] of underWay) {
      if (bodies.some((body) => isTooSlow(body, now))) app.server.emit('clientError', tooSlow(), socket);
    }
  }, LOOK_EVERY_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Returns the account of a credential or of a shop, or a courier's own credential, which belongs to no account. */
function accountOf({ account, push, shopHook, checkout, carrier }: FastifyRequest): string | undefined {
  return (account ?? push ?? shopHook ?? checkout)?.accountId ?? carrier?.credentialId;
}

interface Counting {
  /** The most bytes of the body that are ever in memory. */
  readonly most: number;
  /** Called before the last part is passed on; `goOn` passes it on. */
  readonly whenAllHasCome: (goOn: () => void) => void;
}

/**
 * Counts a body's bytes when the HTTP parser puts them into memory, whichever way a route reads them. A
 * listener would start the reading, and a stream in between would copy every small body.
 */
function countWhatComes(raw: IncomingMessage, inRoom: RoomBody, { most, whenAllHasCome }: Counting): void {
  const push = raw.push.bind(raw);
  raw.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (chunk !== null) {
      const bytes = Math.min(chunk.length, most - inRoom.bytes);
      if (bytes > 0) inRoom.grow(bytes);
      return push(chunk, encoding);
    }
    whenAllHasCome(() => push(null));
    return false;
  };
}

interface LargeWork extends BodyLimitsOptions {
  /** Reads the body, and begins its work. */
  readonly begin: () => void;
}

/**
 * Waits until the sender has no other large body in progress, and begins. The turn ends after the answer, and after a pause as long as
 * the reading stopped the whole process: others come in between, however fast the sender is.
 */
async function takeTurn(
  turns: FairQueue,
  sharer: string,
  reply: FastifyReply,
  { monotonicMs, begin }: LargeWork,
): Promise<void> {
  const end = await turns.enter({ sharer, signal: clientOf(reply).signal });
  if (reply.raw.destroyed) {
    end();
    return;
  }
  const begunAt = monotonicMs();
  let stoppedMs = 0;
  // Immediates run once nothing is left to do without waiting.
  setImmediate(() => {
    stoppedMs = Math.min(monotonicMs() - begunAt, LONGEST_PAUSE_MS);
  });
  reply.raw.once('close', () => setTimeout(end, stoppedMs).unref());
  begin();
}

/** Lets routes of this scope take larger bodies, because their senders are known. Register it before them. */
export function takeBodiesOfKnown(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    if (route.config?.access !== 'public') route.bodyLimit ??= LARGEST_BODY;
  });
}

/** Returns the length from the headers; infinite if they do not tell it, 0 without a body. */
function bytesToCome({ method, headers }: FastifyRequest): number {
  if (method === 'GET' || method === 'HEAD') return 0;
  return headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : Number.POSITIVE_INFINITY;
}

function isTooSlow(body: UnderWay, now: number): boolean {
  const { complete, socket } = body.raw;
  if (complete) return false;
  const { bytesRead } = socket;
  if (bytesRead !== body.bytesRead) {
    body.bytesRead = bytesRead;
    body.silentSince = now;
  }
  if (now - body.silentSince >= LONGEST_SILENCE_MS) return true;
  const { beganAt, inRoom, msPerByte } = body;
  return (
    msPerByte < Number.POSITIVE_INFINITY && now - beganAt >= LONGEST_SMALL_BODY_MS + inRoom.bytes * msPerByte
  );
}

/** Returns the error that Node.js uses for slow requests, so that the same code answers both. */
function tooSlow(): Error {
  return Object.assign(new Error('the body is too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}

function roomIsFull(): Error {
  return Object.assign(new Error('the room for bodies is full'), { code: BODY_ROOM_FULL });
}

function tooMuch(): Problem {
  return new Problem('unavailable', TOO_MUCH_AT_ONCE, { retryAfterSeconds: TOO_MUCH_RETRY_SECONDS });
}

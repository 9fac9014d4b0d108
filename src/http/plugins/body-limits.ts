import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../problems/problem.ts';
import { isForm, takesFile } from './bodies.ts';
import { BodyShares } from './body-shares.ts';
import { callerAddress } from './caller-address.ts';

const KB = 1024;
const MB = 1024 * KB;

/** Until it is known who sends it (contract: amendments). */
export const LARGEST_BODY_OF_UNKNOWN = 16 * KB;
/** Of whoever has a credential, where a route does not say another size. */
const LARGEST_BODY = MB;
/** What a file that is kept as it comes has in memory. */
const MOST_OF_A_FILE = MB;
/** A form is read in parts, and its files are kept up to their own limit: more than this of it is never in memory. */
const MOST_OF_A_FORM = 5 * MB;
/** Customers' photos are larger; one at a time is in memory. */
const MOST_OF_PHOTOS = 13 * MB;

const OF_UNKNOWN = { all: 32 * MB, each: MB };
const OF_KNOWN = { all: 64 * MB, each: 16 * MB };

/**
 * A connection of 64 kbit/s, as a phone has at the edge of a network, sends a logo of 2 MB in 260 s. Node.js itself cuts
 * off what takes longer.
 */
export const LONGEST_REQUEST_MS = 300_000;
/** A body from nobody known is small. */
const LONGEST_BODY_OF_UNKNOWN_MS = 30_000;
/** Without a single byte. */
const LONGEST_SILENCE_MS = 30_000;
const LOOK_EVERY_MS = 1_000;
const RETRY_AFTER_SECONDS = 5;

/** A body that holds its share. */
interface UnderWay {
  readonly request: FastifyRequest;
  readonly giveBack: () => void;
  readonly endsAt: number;
  bytesRead: number;
  silentSince: number;
}

export interface BodyLimitsOptions {
  /** Milliseconds since any moment, by a clock that nobody sets. */
  readonly monotonicMs: () => number;
}

/**
 * Bounds what bodies hold of the memory, and for how long. Bodies are read after the credential is checked, so that its
 * sender is known, or is nobody. What is refused here is not read: Node.js drops it as it comes.
 *
 * Register it before the routes.
 */
export function addBodyLimits(app: FastifyInstance, { monotonicMs }: BodyLimitsOptions): void {
  app.decorateRequest('passHolder', null);
  const unknown = new BodyShares(OF_UNKNOWN);
  const known = new BodyShares(OF_KNOWN);
  /**
   * By connection, of which one may bring several that are not answered yet. Not one `Set` of all bodies: what many go
   * through leaves tables behind that keep its old members, and the collector took three times as long.
   */
  const underWay = new Map<Socket, UnderWay[]>();
  app.server.on('connection', (socket) => {
    const bodies: UnderWay[] = [];
    underWay.set(socket, bodies);
    socket.on('close', () => {
      underWay.delete(socket);
      // An answer that waits behind another is not told of the end.
      for (const { giveBack } of bodies) giveBack();
    });
  });

  app.addHook('preParsing', (request, reply, payload, done) => {
    const bytes = bytesToCome(request);
    if (bytes === 0) {
      done(null, payload);
      return;
    }
    const holder = request.passHolder;
    const sender = request.account?.accountId ?? request.carrier?.credentialId ?? holder;
    const isKnownForm = sender !== null && isForm(request);
    const largest = request.routeOptions.bodyLimit;
    if (Number.isFinite(bytes) && bytes > largest && !isKnownForm) {
      done(new Problem('too_large', 'The body is larger than this endpoint takes'));
      return;
    }
    const ofForm = holder === null ? MOST_OF_A_FORM : MOST_OF_PHOTOS;
    const inMemory = isKnownForm ? ofForm : takesFile(request) ? MOST_OF_A_FILE : largest;
    const share = Math.min(bytes, inMemory);
    const giveBack = (sender === null ? unknown : known).take(sender ?? callerAddress(request), share);
    if (giveBack === null) {
      done(tooMuch());
      return;
    }
    const now = monotonicMs();
    const body: UnderWay = {
      request,
      giveBack,
      endsAt: sender === null ? now + LONGEST_BODY_OF_UNKNOWN_MS : Number.POSITIVE_INFINITY,
      bytesRead: request.raw.socket.bytesRead,
      silentSince: now,
    };
    const bodies = underWay.get(request.raw.socket);
    bodies?.push(body);
    reply.raw.on('close', () => {
      bodies?.splice(bodies.indexOf(body), 1);
      giveBack();
    });
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

/** Lets the routes of this scope, which know who sends, take larger bodies. Register it before them. */
export function takeBodiesOfKnown(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    if (route.config?.access !== 'public') route.bodyLimit ??= LARGEST_BODY;
  });
}

/** As the headers say; infinite where only the end will tell, 0 where none is read. */
function bytesToCome({ method, headers }: FastifyRequest): number {
  if (method === 'GET' || method === 'HEAD') return 0;
  return headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : Number.POSITIVE_INFINITY;
}

function isTooSlow(body: UnderWay, now: number): boolean {
  const { complete, socket } = body.request.raw;
  if (complete) return false;
  const { bytesRead } = socket;
  if (bytesRead !== body.bytesRead) {
    body.bytesRead = bytesRead;
    body.silentSince = now;
  }
  return now >= body.endsAt || now - body.silentSince >= LONGEST_SILENCE_MS;
}

/** As Node.js says it of whole requests, so that it is answered in the same place. */
function tooSlow(): Error {
  return Object.assign(new Error('the body is too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}

function tooMuch(): Problem {
  return new Problem('unavailable', 'Too much is being sent at once; please try again shortly', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { isInNetworks, isPublic, type Network } from './networks.ts';
import { type ResolveName, resolveName } from './resolve-name.ts';
import { unreachable } from './unreachable.ts';

/** Why nothing was sent, or no answer came, in words for whoever gave the address: what follows its name. */
export class NoAnswerError extends Error {
  /** False where certainly nothing reached the other side. */
  readonly mayHaveArrived: boolean;

  constructor(sentence: string, options: { cause?: unknown; mayHaveArrived?: boolean } = {}) {
    super(sentence, options);
    this.name = 'NoAnswerError';
    this.mayHaveArrived = options.mayHaveArrived ?? false;
  }
}

/** A request to send. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** From now to the end of what is read of the answer. */
  readonly timeoutMs: number;
  /** The longest body to accept; null if only the head is wanted. */
  readonly longestBody: number | null;
  /** Doing it twice is as doing it once, or as good: it is sent again where the other side hung up on a kept connection. */
  readonly isSafeToRepeat: boolean;
  /** Gives it up. */
  readonly signal: AbortSignal;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** Empty where only the head was wanted. */
  readonly body: Buffer;
}

/** Networks that the operator allows beside the public internet, by plain `http:` too. */
export interface OutgoingOptions {
  readonly allow: readonly Network[];
  /** Another than the machine's, for tests. */
  readonly resolve?: ResolveName;
}

/** A connection waits so long for the next request: less than servers keep one. */
const IDLE_MS = 1_000;
/** Where only the head is wanted, so much of what follows is passed over to keep the connection; then it is cut. */
const PASSED_OVER_BYTES = 16 * 1024;
const PASSED_OVER_MS = 1_000;
/** Answers such as 103 before the answer: a flood of them would keep the whole process busy. */
const MOST_INTERIM_ANSWERS = 10;
/** The number of addresses of a name to try. */
const ADDRESSES_TRIED = 4;
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL']);
const CUT = new Set(['ECONNRESET', 'EPIPE']);

/**
 * Requests to addresses that others have given us, as the endpoints of merchants. A name is resolved once, every
 * address of it is judged, and the connection goes to an address that was judged: a name that changes its answer
 * in between leads nowhere else. Redirects are not followed.
 */
export class OutgoingRequests {
  readonly #allow: readonly Network[];
  readonly #resolve: ResolveName;
  /** Names that are being asked for: whoever wants one meanwhile waits for the same answer. */
  readonly #asked = new Map<string, Promise<string[]>>();
  readonly #http = new http.Agent({ keepAlive: true, timeout: IDLE_MS });
  readonly #https = new https.Agent({ keepAlive: true, timeout: IDLE_MS });

  constructor({ allow, resolve = resolveName }: OutgoingOptions) {
    this.#allow = allow;
    this.#resolve = resolve;
  }

  /**
   * The addresses that an address of others leads to.
   *
   * @throws NoAnswerError where it may not be sent to, or has none
   */
  async addressesOf(url: URL): Promise<string[]> {
    const name = hostOf(url);
    const addresses = await this.#ask(name);
    if (addresses.length === 0) throw new NoAnswerError(`leads nowhere: ${name} was not found`);
    for (const address of addresses) {
      if (isInNetworks(address, this.#allow)) continue;
      if (!isPublic(address)) {
        throw new NoAnswerError('leads to an address that is not of the public internet');
      }
      if (url.protocol !== 'https:') throw new NoAnswerError('must start with https://');
    }
    // Machines without IPv6 are more than servers without IPv4.
    return addresses.toSorted((a, b) => isIP(a) - isIP(b));
  }

  /** @throws NoAnswerError */
  async send(request: OutgoingRequest): Promise<OutgoingAnswer> {
    const { url, timeoutMs, signal } = request;
    const way = new Way();
    const overdue = setTimeout(() => {
      way.giveUp(new NoAnswerError(`did not answer within ${timeoutMs / 1000} s`));
    }, timeoutMs);
    const leave = () => way.giveUp(signal.reason);
    signal.addEventListener('abort', leave);
    try {
      signal.throwIfAborted();
      const addresses = await way.unlessGivenUp(this.addressesOf(url));
      return await this.#sendToFirst(addresses.slice(0, ADDRESSES_TRIED), request, way);
    } catch (error) {
      const cause = way.givenUp ?? (error as Error);
      const why = cause instanceof NoAnswerError ? cause.message : whyNot(cause);
      throw new NoAnswerError(why, { cause, mayHaveArrived: way.isConnected });
    } finally {
      clearTimeout(overdue);
      signal.removeEventListener('abort', leave);
    }
  }

  /** Ends the connections that wait. */
  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  #ask(name: string): Promise<string[]> {
    const underWay = this.#asked.get(name);
    if (underWay !== undefined) return underWay;
    const answer = this.#resolve(name).finally(() => this.#asked.delete(name));
    this.#asked.set(name, answer);
    return answer;
  }

  async #sendToFirst(
    addresses: readonly string[],
    request: OutgoingRequest,
    way: Way,
  ): Promise<OutgoingAnswer> {
    let failure: unknown;
    for (const address of addresses) {
      try {
        return await this.#sendTo(address, request, way, true);
      } catch (error) {
        failure = error;
        if (way.isConnected || !NOT_CONNECTED.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      }
    }
    throw failure;
  }

  #sendTo(address: string, request: OutgoingRequest, way: Way, mayReuse: boolean): Promise<OutgoingAnswer> {
    const { method, url, headers, body, longestBody, isSafeToRepeat } = request;
    const isTls = url.protocol === 'https:';
    const name = hostOf(url);
    const keeping = isTls ? this.#https : this.#http;
    return new Promise((resolve, reject) => {
      const sent = (isTls ? https : http).request({
        method,
        host: address,
        port: url.port === '' ? (isTls ? 443 : 80) : Number(url.port),
        path: `${url.pathname}${url.search}`,
        headers: {
          ...headers,
          host: url.host,
          ...(body === null ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
        agent: mayReuse ? keeping : false,
        ...(isTls && isIP(name) === 0 ? { servername: name } : {}),
      });
      way.endsBy((why) => sent.destroy(why));
      sent.on('socket', (socket) => {
        const connected = () => {
          way.isConnected = true;
        };
        if (sent.reusedSocket) connected();
        else socket.once(isTls ? 'secureConnect' : 'connect', connected);
      });
      let interim = 0;
      sent.on('information', () => {
        interim += 1;
        if (interim > MOST_INTERIM_ANSWERS) sent.destroy(new NoAnswerError('sent too many interim answers'));
      });
      sent.on('response', (answer) => {
        const head = { status: answer.statusCode ?? 0, headers: answer.headers };
        if (longestBody === null) {
          passOver(answer);
          resolve({ ...head, body: NO_BODY });
        } else read(answer, longestBody).then((whole) => resolve({ ...head, body: whole }), reject);
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // A server that had waited long enough cut the connection in the moment in which we used it.
        const mayRepeat = isSafeToRepeat && sent.reusedSocket && CUT.has(error.code ?? '');
        if (mayRepeat) resolve(this.#sendTo(address, request, way, false));
        else reject(error);
      });
      sent.end(body ?? undefined);
    });
  }
}

/**
 * The progress of a request, and the ways to abort it. Combining time and the caller's signal into a new signal for each
 * request took as long as the request itself.
 */
class Way {
  /** From here on it may arrive. */
  isConnected = false;
  /** Why it was given up. */
  givenUp: Error | null = null;
  #end: (why: Error) => void = () => undefined;

  /** Sets how the current step is ended. */
  endsBy(end: (why: Error) => void): void {
    this.#end = end;
  }

  giveUp(why: Error): void {
    this.givenUp = why;
    this.#end(why);
  }

  /** Stops waiting for work that cannot be ended. */
  unlessGivenUp<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.endsBy(reject);
      work.then(resolve, reject);
    });
  }
}

const NO_BODY = Buffer.alloc(0);

/** The host of an address, without the brackets of an IPv6 one. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function whyNot(error: NodeJS.ErrnoException): string {
  const isOfTls = /CERT|TLS|SSL/.test(error.code ?? '');
  return isOfTls ? `has no valid certificate (${error.code})` : unreachable('', error).trim();
}

/** The body, where it is whole and not too long. */
async function read(answer: http.IncomingMessage, longest: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > longest) throw new NoAnswerError(`answered with more than ${longest} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads on for a moment so that the connection can be used again; what takes longer is cut. */
function passOver(answer: http.IncomingMessage): void {
  let bytes = 0;
  const tooLong = setTimeout(() => answer.destroy(), PASSED_OVER_MS).unref();
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > PASSED_OVER_BYTES) answer.destroy();
  });
  answer.on('close', () => clearTimeout(tooLong));
  answer.on('error', () => undefined);
}

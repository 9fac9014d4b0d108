import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { type Sentence, say } from '../problems/sentence.ts';
import { isInNetworks, isPublic, type Network } from './networks.ts';
import { type ResolveName, resolveName } from './resolve-name.ts';
import { unreachable } from './unreachable.ts';

/** No answer came. The sentence is the end of one that begins with the address's name. */
export class NoAnswerError extends Error {
  readonly sentence: Sentence;
  /** False if it is certain that nothing reached the other side. */
  readonly mayHaveArrived: boolean;

  constructor(sentence: Sentence, options: { cause?: unknown; mayHaveArrived?: boolean } = {}) {
    super(sentence.text, options);
    this.name = 'NoAnswerError';
    this.sentence = sentence;
    this.mayHaveArrived = options.mayHaveArrived ?? false;
  }
}

/** The answer is longer than it may be; it was not read to its end. The cause of a `NoAnswerError`. */
export class LongAnswerError extends NoAnswerError {}

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The time limit for the whole request, until the answer is read. */
  readonly timeoutMs: number;
  /** The longest body to accept; null if only the head is wanted. */
  readonly longestBody: number | null;
  /** True if repeating does no harm: it is sent again if the other side closed a kept connection. */
  readonly isSafeToRepeat: boolean;
  readonly signal: AbortSignal;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** Empty if only the head was wanted. */
  readonly body: Buffer;
}

/** Options. `allow`: networks allowed in addition to the public internet, also with `http:`. */
export interface OutgoingOptions {
  readonly allow: readonly Network[];
  /** Replaces the machine's resolver, for tests. */
  readonly resolve?: ResolveName;
}

/** Idle connections are closed after this time, before most servers would close them. */
const IDLE_MS = 1_000;
/** If only the head is wanted, up to this much of the body is dropped before the connection closes. */
const PASSED_OVER_BYTES = 16 * 1024;
const PASSED_OVER_MS = 1_000;
/** The limit of interim answers such as 103 for each request: a flood would keep the whole process busy. */
const MOST_INTERIM_ANSWERS = 10;
/** The most addresses of one name to try. */
const ADDRESSES_TRIED = 4;
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL']);
const CUT = new Set(['ECONNRESET', 'EPIPE']);

/**
 * Sends requests to addresses that others gave us, such as merchants' endpoints. A name is resolved once, all
 * its addresses are checked, and the connection goes to a checked address, so a later change of the DNS
 * answer has no effect. Redirects are not followed.
 */
export class OutgoingRequests {
  readonly #allow: readonly Network[];
  readonly #resolve: ResolveName;
  /** Names that are being resolved; further requests for a name wait for the same answer. */
  readonly #asked = new Map<string, Promise<string[]>>();
  readonly #http = new http.Agent({ keepAlive: true, timeout: IDLE_MS });
  readonly #https = new https.Agent({ keepAlive: true, timeout: IDLE_MS });

  constructor({ allow, resolve = resolveName }: OutgoingOptions) {
    this.#allow = allow;
    this.#resolve = resolve;
  }

  /** Returns the IP addresses of a URL. @throws NoAnswerError if an address is not allowed or none exists */
  async addressesOf(url: URL): Promise<string[]> {
    const name = hostOf(url);
    const addresses = await this.#ask(name);
    if (addresses.length === 0)
      throw new NoAnswerError(say('leads_nowhere', 'leads nowhere: {host} was not found', { host: name }));
    for (const address of addresses) {
      if (isInNetworks(address, this.#allow)) continue;
      if (!isPublic(address)) {
        throw new NoAnswerError(
          say('leads_to_private_address', 'leads to an address that is not of the public internet'),
        );
      }
      if (url.protocol !== 'https:')
        throw new NoAnswerError(say('must_start_with_https', 'must start with https://'));
    }
    // IPv4 first: there are more machines without IPv6 than servers without IPv4.
    return addresses.toSorted((a, b) => isIP(a) - isIP(b));
  }

  /** @throws NoAnswerError */
  async send(request: OutgoingRequest): Promise<OutgoingAnswer> {
    const { url, timeoutMs, signal } = request;
    const way = new Way();
    const overdue = setTimeout(() => {
      const sentence = say('did_not_answer_within', 'did not answer within {seconds} s', {
        seconds: timeoutMs / 1000,
      });
      way.giveUp(new NoAnswerError(sentence));
    }, timeoutMs);
    const leave = () => way.giveUp(signal.reason);
    signal.addEventListener('abort', leave);
    try {
      signal.throwIfAborted();
      const addresses = await way.unlessGivenUp(this.addressesOf(url));
      return await this.#sendToFirst(addresses.slice(0, ADDRESSES_TRIED), request, way);
    } catch (error) {
      const cause = way.givenUp ?? (error as Error);
      const why = cause instanceof NoAnswerError ? cause.sentence : whyNot(cause);
      throw new NoAnswerError(why, { cause, mayHaveArrived: way.isConnected });
    } finally {
      clearTimeout(overdue);
      signal.removeEventListener('abort', leave);
    }
  }

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
        if (interim > MOST_INTERIM_ANSWERS) sent.destroy(new NoAnswerError(TOO_MANY_INTERIM));
      });
      sent.on('response', (answer) => {
        const head = { status: answer.statusCode ?? 0, headers: answer.headers };
        if (longestBody === null) {
          passOver(answer);
          resolve({ ...head, body: NO_BODY });
        } else read(answer, longestBody).then((whole) => resolve({ ...head, body: whole }), reject);
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The server closed the idle connection at the moment when we used it.
        const mayRepeat = isSafeToRepeat && sent.reusedSocket && CUT.has(error.code ?? '');
        if (mayRepeat) resolve(this.#sendTo(address, request, way, false));
        else reject(error);
      });
      sent.end(body ?? undefined);
    });
  }
}

/**
 * The progress of a request, and the function that aborts it. A new signal for each request, which combines a
 * timeout and the caller's signal, took as long as the request itself.
 */
class Way {
  /** True once the request may reach the other side. */
  isConnected = false;
  /** The reason for giving up; null while the request runs. */
  givenUp: Error | null = null;
  #end: (why: Error) => void = () => undefined;

  /** Sets the function that aborts the current step. */
  endsBy(end: (why: Error) => void): void {
    this.#end = end;
  }

  giveUp(why: Error): void {
    this.givenUp = why;
    this.#end(why);
  }

  /** Waits for work that cannot be aborted, until the request is given up. */
  unlessGivenUp<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.endsBy(reject);
      work.then(resolve, reject);
    });
  }
}

const NO_BODY = Buffer.alloc(0);
const TOO_MANY_INTERIM = say('too_many_interim_answers', 'sent too many interim answers');

/** The host of a URL, without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function whyNot(error: NodeJS.ErrnoException): Sentence {
  const { code = '' } = error;
  const isOfTls = /CERT|TLS|SSL/.test(code);
  return isOfTls
    ? say('no_valid_certificate', 'has no valid certificate ({code})', { code })
    : unreachable(error);
}

/** Reads the body; fails if it is incomplete or too long. */
async function read(answer: http.IncomingMessage, longest: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > longest)
      throw new LongAnswerError(
        say('answered_too_much', 'answered with more than {bytes} bytes', { bytes: longest }),
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads a short rest of the body so that the connection can be used again; a longer body is cut off. */
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

import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { isInNetworks, isPublic, type Network } from './networks.ts';
import { type ResolveName, resolveName } from './resolve-name.ts';
import { unreachable } from './unreachable.ts';

/** Why nothing was sent, or no answer came, in words for whoever gave the address: what follows its name. */
export class NoAnswerError extends Error {
  constructor(sentence: string, options: { cause?: unknown } = {}) {
    super(sentence, options);
    this.name = 'NoAnswerError';
  }
}

/** What is sent. */
export interface OutgoingPost {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** From now to the head of the answer. */
  readonly timeoutMs: number;
  /** Gives it up. */
  readonly signal: AbortSignal;
}

/** The head of an answer; what follows it is not read. */
export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
}

/** Networks that the operator allows beside the public internet, by plain `http:` too. */
export interface OutgoingOptions {
  readonly allow: readonly Network[];
  /** Another than the machine's, for tests. */
  readonly resolve?: ResolveName;
}

/** A connection waits so long for the next request: less than servers keep one. */
const IDLE_MS = 1_000;
/** So much of what follows the head is passed over to keep the connection; then it is cut. */
const PASSED_OVER_BYTES = 16 * 1024;
const PASSED_OVER_MS = 1_000;
/** Answers such as 103 before the answer: a flood of them would keep the whole process busy. */
const MOST_INTERIM_ANSWERS = 10;
/** Of the addresses of a name, so many are tried where none takes the connection. */
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
    const addresses = await this.#resolve(name);
    if (addresses.length === 0) throw new NoAnswerError(`leads nowhere: ${name} was not found`);
    for (const address of addresses) {
      if (isInNetworks(address, this.#allow)) continue;
      if (!isPublic(address)) {
        throw new NoAnswerError('leads to an address that is not of the public internet');
      }
      if (url.protocol !== 'https:') throw new NoAnswerError('must start with https://');
    }
    // Machines without IPv6 are more than servers without IPv4.
    return addresses.sort((a, b) => isIP(a) - isIP(b));
  }

  /** @throws NoAnswerError */
  async post(request: OutgoingPost): Promise<OutgoingAnswer> {
    const overdue = AbortSignal.timeout(request.timeoutMs);
    const signal = AbortSignal.any([overdue, request.signal]);
    try {
      const addresses = await unlessAborted(this.addressesOf(request.url), signal);
      return await this.#postToFirst(addresses.slice(0, ADDRESSES_TRIED), { ...request, signal });
    } catch (error) {
      if (error instanceof NoAnswerError) throw error;
      const why = overdue.aborted
        ? `did not answer within ${request.timeoutMs / 1000} s`
        : whyNot(error as Error);
      throw new NoAnswerError(why, { cause: error });
    }
  }

  /** Ends the connections that wait. */
  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  async #postToFirst(addresses: readonly string[], request: OutgoingPost): Promise<OutgoingAnswer> {
    let failure: unknown;
    for (const address of addresses) {
      try {
        return await this.#postTo(address, request, true);
      } catch (error) {
        failure = error;
        if (!NOT_CONNECTED.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      }
    }
    throw failure;
  }

  #postTo(address: string, request: OutgoingPost, mayReuse: boolean): Promise<OutgoingAnswer> {
    const { url, headers, body, signal } = request;
    const isTls = url.protocol === 'https:';
    const name = hostOf(url);
    const keeping = isTls ? this.#https : this.#http;
    return new Promise((resolve, reject) => {
      const sent = (isTls ? https : http).request({
        method: 'POST',
        host: address,
        port: url.port === '' ? (isTls ? 443 : 80) : Number(url.port),
        path: `${url.pathname}${url.search}`,
        headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) },
        agent: mayReuse ? keeping : false,
        signal,
        ...(isTls && isIP(name) === 0 ? { servername: name } : {}),
      });
      let interim = 0;
      sent.on('information', () => {
        interim += 1;
        if (interim > MOST_INTERIM_ANSWERS) sent.destroy(new NoAnswerError('sent too many interim answers'));
      });
      sent.on('response', (answer) => {
        passOver(answer);
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers });
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // A server that had waited long enough cut the connection in the moment in which we used it.
        if (sent.reusedSocket && CUT.has(error.code ?? '')) resolve(this.#postTo(address, request, false));
        else reject(error);
      });
      sent.end(body);
    });
  }
}

/** The host of an address, without the brackets of an IPv6 one. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function whyNot(error: NodeJS.ErrnoException): string {
  const isOfTls = /CERT|TLS|SSL/.test(error.code ?? '');
  return isOfTls ? `has no valid certificate (${error.code})` : unreachable('', error).trim();
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

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { AccountContext } from '../../usecases/service.ts';
import type { AnswersTogether } from './answers-together.ts';
import { sentCredential } from './credential.ts';
import type { RequestTimer } from './metrics.ts';
import type { RequestCounts } from './rate-limit.ts';
import { requestIdOf } from './request-id.ts';
import { requestFacts } from './request-log.ts';

/** A route that can answer a plain request at once, from what is in memory. */
export interface ShortRoute {
  /** The whole path of its `POST`, as it is registered. */
  readonly path: string;
  /**
   * The JSON text of the answer 200, in ASCII, from the request's body as it came; null, or an error, where the
   * request needs anything more than that: something to wait for, or a problem to tell. It must change nothing.
   */
  answer(account: AccountContext, body: Buffer): string | null;
}

export interface ShortWayOptions {
  readonly routes: readonly ShortRoute[];
  /** The account of a credential that is in the cache and allowed, else null. */
  readonly credentials: { known(text: string): AccountContext | null };
  /** Null where requests are not limited. */
  readonly counts: RequestCounts | null;
  readonly time: RequestTimer;
  readonly together: AnswersTogether;
  readonly logger: Logger;
}

/** Larger bodies take more than one read, and are not plain. */
const LARGEST_BODY_BYTES = 8 * 1024;
const JSON_BODY = /^application\/json(?:; ?charset=utf-8)?$/i;

/** A request whose body has come, or a first part of it. */
interface Arrived {
  readonly route: ShortRoute;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly startedAt: number;
}

/**
 * Answers plain requests beside the framework, with what the framework's way would answer, header by header: a
 * test holds the two together. Whatever is not plain is handed on with its body untouched, so that there is one
 * place only where problems are told and one that waits.
 *
 * Those that arrive in one turn of the event loop are read and quoted at its end, one after the other, and then
 * written. Code that has just run is at hand in the processor's caches: a request takes a tenth less of it than
 * where each is quoted as it arrives.
 *
 * It is there for `POST /rates`, of which a checkout sends one for each basket. What was measured, and what was
 * rejected, is in docs/decisions/2026-11-21-short-way.md.
 */
export function addShortWay(app: FastifyInstance, options: ShortWayOptions): void {
  const routes = new Map(options.routes.map((route) => [route.path, route]));
  const listeners = app.server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  const longWay = (request: IncomingMessage, response: ServerResponse) => {
    for (const listener of listeners) listener.call(app.server, request, response);
  };
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  let arrived: Arrived[] = [];
  const answerAll = () => {
    const turn = arrived;
    arrived = [];
    for (const one of turn) {
      const body = one.request.read() as Buffer | null;
      if (body !== null) {
        if (isWhole(body, one.request) && answer(one, body, options)) continue;
        one.request.unshift(body);
      }
      longWay(one.request, one.response);
    }
    options.together.writeAll();
  };
  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const route = routes.get(request.url ?? '');
    if (route === undefined || isClosing || !mayBePlain(request)) {
      longWay(request, response);
      return;
    }
    const startedAt = performance.now();
    request.once('readable', () => {
      arrived.push({ route, request, response, startedAt });
      if (arrived.length === 1) setImmediate(answerAll);
    });
  });
}

function mayBePlain({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'POST' &&
    isOneRead(Number(headers['content-length'])) &&
    JSON_BODY.test(headers['content-type'] ?? '') &&
    headers['content-encoding'] === undefined
  );
}

/** An empty body would be at its end by the time it is handed on, and a body in chunks has no length. */
function isOneRead(length: number): boolean {
  return length > 0 && length <= LARGEST_BODY_BYTES;
}

function isWhole(body: Buffer, { headers }: IncomingMessage): boolean {
  return body.length === Number(headers['content-length']);
}

/** Whether it could be answered here. Where not, nothing has happened. */
function answer(
  { route: { path, answer }, request, response, startedAt }: Arrived,
  body: Buffer,
  { credentials, counts, time, together, logger }: ShortWayOptions,
): boolean {
  const account = credentials.known(sentCredential(request));
  if (account === null) return false;
  const text = textOrNull(answer, account, body);
  if (text === null) return false;
  if (counts?.isFull(account.credentialId)) return false;
  const id = requestIdOf(request);
  const headers = ['x-request-id', id];
  if (counts !== null) {
    for (const [name, value] of counts.headers(counts.count(account.credentialId))) headers.push(name, value);
  }
  headers.push(
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    // Of ASCII. To count bytes, the text would be copied into one piece here, and again with the headers.
    String(text.length),
  );
  response.on('finish', () => {
    const milliseconds = performance.now() - startedAt;
    time('POST', path, 200, milliseconds);
    logger.info(
      {
        request_id: id,
        ...requestFacts('POST', path, 200, milliseconds, account.accountId, account.credentialId),
      },
      'request',
    );
  });
  together.hold(response, () => {
    response.writeHead(200, headers);
    response.end(text, 'latin1');
  });
  return true;
}

/** What is thrown here is thrown again on the long way, and told there. */
function textOrNull(answer: ShortRoute['answer'], account: AccountContext, body: Buffer): string | null {
  try {
    return answer(account, body);
  } catch {
    return null;
  }
}

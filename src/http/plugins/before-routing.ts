import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import { Problem, type ProblemCode, problemDetail } from '../../problems/problem.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import { API_PREFIX } from '../api-prefix.ts';
import { errorBody, noSuchPath, sendProblem } from './problems.ts';
import { newRequestId } from './request-id.ts';

/** The time to receive the headers, which have at most 16 kB. */
const LONGEST_HEADERS_MS = 30_000;
/** The interval of checks for connections that take too long. */
const CONNECTIONS_LOOKED_AT_EVERY_MS = 5_000;

/**
 * Returns server options for early refusals, before a route or even a request exists: they get the usual
 * bodies and a request id. Without these options, the framework and Node.js send other bodies or none.
 */
export function beforeRouting(): FastifyHttpOptions<Server> {
  return {
    rewriteUrl: ({ url }) => routedAddress(url ?? ''),
    http: {
      // The service does not use the host.
      requireHostHeader: false,
      headersTimeout: LONGEST_HEADERS_MS,
      connectionsCheckingInterval: CONNECTIONS_LOOKED_AT_EVERY_MS,
    },
    // The path cannot be decoded, or a part of it is longer than any id.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      sendProblem(request, reply, new Problem('not_found', noSuchPath(request), { cause: error }));
    },
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, newRequestId()),
  };
}

const SHORT_PREFIX = /^\/api\/v1(?=[/?]|$)/;

/**
 * Returns the address that decides the route. Repeated slashes in the path become one, because clients append
 * paths to a base URL that ends in a slash. `/api/v1` becomes `/custom/api/v1`.
 */
export function routedAddress(url: string): string {
  if (!url.startsWith('/')) return url;
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  const plain = path.includes('//') ? path.replace(/\/{2,}/g, '/') : path;
  const routed = plain.startsWith('/api/v1') ? plain.replace(SHORT_PREFIX, API_PREFIX) : plain;
  return routed === path ? url : end === -1 ? routed : routed + url.slice(end);
}

/** Ignores an `Expect` other than `100-continue`. */
export function passOverExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
}

interface Refusal {
  readonly status: number;
  readonly code: ProblemCode;
  readonly sentence: Sentence;
  readonly retryAfterSeconds?: number;
}

/** The code of the error that cuts off a body because the room for bodies is full. */
export const BODY_ROOM_FULL = 'ERR_BODY_ROOM_FULL';
export const TOO_MUCH_AT_ONCE = say(
  'too_much_at_once',
  'Too much data is being sent at once; please try again shortly',
);
export const TOO_MUCH_RETRY_SECONDS = 5;

/** The answers to requests that end before they are complete, indexed by the error's code. */
const UNREADABLE: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'too_large',
    sentence: say('headers_too_large', 'The headers of the request are larger than 16 kB together'),
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'unreadable',
    sentence: say('request_too_slow', 'The request took too long to arrive'),
  },
  [BODY_ROOM_FULL]: {
    status: 503,
    code: 'unavailable',
    sentence: TOO_MUCH_AT_ONCE,
    retryAfterSeconds: TOO_MUCH_RETRY_SECONDS,
  },
};
const NOT_HTTP: Refusal = {
  status: 400,
  code: 'unreadable',
  sentence: say('not_http', 'The request is not valid HTTP'),
};

function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, code, sentence, retryAfterSeconds } = UNREADABLE[error.code ?? ''] ?? NOT_HTTP;
  const body = JSON.stringify(errorBody([problemDetail(null, code, sentence)]));
  if (socket.writable) {
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      `X-Request-Id: ${requestId}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`]),
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}

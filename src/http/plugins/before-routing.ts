import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import { Problem } from '../../domain/errors.ts';
import { errorBody, noSuchPath, sendProblem } from './problems.ts';
import { newRequestId } from './request-id.ts';

/**
 * What is refused before there is a route, or even a request, gets the same bodies and a request id like
 * everything else (contract: rules for every endpoint). Without these options the framework and Node.js
 * answer in shapes of their own, or with no body.
 */
export function beforeRouting(): FastifyHttpOptions<Server> {
  return {
    // Nothing asks for the host.
    http: { requireHostHeader: false },
    // A path that cannot be decoded, or with a part longer than any id.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      sendProblem(request, reply, new Problem('not_found', noSuchPath(request), { cause: error }));
    },
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, newRequestId()),
  };
}

/** Passes over an `Expect` other than `100-continue`: nothing is promised by it, and nothing refused. */
export function passOverExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
}

/** What Node.js's parser gives up on, by the error's code. */
const UNREADABLE: Record<string, { status: number; sentence: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, sentence: 'The headers of the request are larger than 16 kB together' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, sentence: 'The request took too long to arrive' },
};
const NOT_HTTP = { status: 400, sentence: 'The request is not valid HTTP' };

function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, sentence } = UNREADABLE[error.code ?? ''] ?? NOT_HTTP;
  const body = JSON.stringify(errorBody('', [sentence]));
  if (socket.writable) {
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      `X-Request-Id: ${requestId}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}

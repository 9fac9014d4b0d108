import type { FastifyInstance } from 'fastify';

/** Sets `nosniff` on every answer, and `no-store` on JSON answers unless their route sets its own caching. */
export function addAnswerHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('x-content-type-options', 'nosniff');
    const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json');
    if (isJson && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done(null, payload);
  });
}

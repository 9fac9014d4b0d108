import type { FastifyInstance } from 'fastify';

/** Keeps JSON answers out of caches, unless their route says otherwise, and browsers from taking them for anything else. */
export function addJsonHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (String(reply.getHeader('content-type') ?? '').startsWith('application/json')) {
      reply.header('x-content-type-options', 'nosniff');
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    }
    done(null, payload);
  });
}

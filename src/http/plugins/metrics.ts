import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client';
import { Problem } from '../../domain/errors.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** Counts and times requests, and answers `/metrics` in the Prometheus format. */
export function addMetrics(
  app: FastifyInstance,
  options: { token: string | null; registry: Registry },
): void {
  const { registry } = options;
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of the request to the last of the answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS,
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    durations.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', { schema: { hide: true }, config: { access: 'public' } }, async (request, reply) => {
    if (!mayRead(request, options.token)) throw new Problem('not_found', 'No such path: GET /metrics');
    reply.header('content-type', registry.contentType);
    return registry.metrics();
  });
}

/**
 * The token's bearer, or a caller on this machine. A proxy on this machine speaks for others, so a
 * forwarded request is not local.
 */
function mayRead(request: FastifyRequest, token: string | null): boolean {
  const sent = Buffer.from(request.headers.authorization?.replace(/^bearer +/i, '') ?? '');
  if (token !== null) {
    const wanted = Buffer.from(token);
    if (sent.length === wanted.length && timingSafeEqual(sent, wanted)) return true;
  }
  const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded;
  return forwarded === undefined && LOOPBACK.test(request.raw.socket.remoteAddress ?? '');
}

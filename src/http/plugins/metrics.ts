import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client';
import { Problem } from '../../problems/problem.ts';
import { isForwarded } from './forwarded.ts';
import { noSuchPath } from './problems.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
/** The host in a request from this machine, with or without a port. */
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

type RequestTimer = (method: string, route: string, status: number, milliseconds: number) => void;

/** Counts and times requests, and serves `/metrics` in the Prometheus format. */
export function addMetrics(
  app: FastifyInstance,
  options: { token: string | null; registry: Registry },
): void {
  const { registry } = options;
  collectDefaultMetrics({ register: registry });
  const time = requestTimer(registry);
  app.addHook('onResponse', (request, reply, done) => {
    time(request.method, request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime);
    done();
  });
  app.get('/metrics', { schema: { hide: true }, config: { access: 'public' } }, async (request, reply) => {
    if (!mayRead(request, options.token)) throw new Problem('not_found', noSuchPath(request));
    reply.header('content-type', registry.contentType);
    return registry.metrics();
  });
}

/** Caches the series, because finding a series by its labels for every request cost more than counting. */
function requestTimer(registry: Registry): RequestTimer {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of the request to the last byte of the answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS,
    registers: [registry],
  });
  const kept = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>();
  return (method, route, status, milliseconds) => {
    const key = `${status} ${method} ${route}`;
    let series = kept.get(key);
    if (series === undefined) {
      series = durations.labels(method, route, String(status));
      kept.set(key, series);
    }
    series.observe(milliseconds / 1000);
  };
}

/**
 * Allows a caller who has the token or is on this machine. A proxy on this machine forwards for others, so a
 * request does not count if it has a forwarding header or another host.
 */
function mayRead(request: FastifyRequest, token: string | null): boolean {
  const sent = Buffer.from(request.headers.authorization?.replace(/^bearer +/i, '') ?? '');
  if (token !== null) {
    const wanted = Buffer.from(token);
    if (sent.length === wanted.length && timingSafeEqual(sent, wanted)) return true;
  }
  const { headers, socket } = request.raw;
  return (
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(headers.host ?? 'localhost') &&
    !isForwarded(headers)
  );
}

import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../../domain/errors.ts';

const WINDOW_MS = 5 * 60 * 1000;
const CALLERS_REMEMBERED = 50_000;

/**
 * At most `limit` requests per credential in 5 minutes, counted in this process; per address where a
 * route asks for no credential. 0 switches it off. Register it after the credential plugin.
 */
export async function addRateLimit(app: FastifyInstance, limit: number): Promise<void> {
  if (limit === 0) return;
  await app.register(rateLimit, {
    global: true,
    max: limit,
    timeWindow: WINDOW_MS,
    cache: CALLERS_REMEMBERED,
    enableDraftSpec: true,
    keyGenerator: (request) => (request.account ?? request.carrier)?.credentialId ?? request.ip,
    errorResponseBuilder: (_request, context) =>
      new Problem('rate_limited', `Too many requests: at most ${context.max} in 5 minutes`, {
        retryAfterSeconds: context.ttl / 1000,
      }),
  });
}

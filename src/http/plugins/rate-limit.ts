import type { FastifyInstance } from 'fastify';
import { callerAddress } from './caller-address.ts';
import { CallerLimit } from './caller-limit.ts';

/** Returns a limit that counts every request of a caller in 5 minutes. */
export function requestLimit(limit: number, monotonicMs: () => number): CallerLimit {
  return new CallerLimit({
    limit,
    sentence: `Too many requests: at most ${limit} in 5 minutes`,
    monotonicMs,
    isShared: true,
  });
}

/**
 * Limits the requests in 5 minutes for each credential, or for each address on routes without credentials.
 * The operator's commands are not limited.
 * Register it after the credential plugin.
 */
export function addRateLimit(app: FastifyInstance, requests: CallerLimit): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.account?.actor.kind === 'operator') {
      done();
      return;
    }
    const caller =
      (request.account ?? request.carrier ?? request.checkout)?.credentialId ?? callerAddress(request);
    const counted = requests.count(caller);
    reply.header('ratelimit-limit', String(requests.limit));
    reply.header('ratelimit-remaining', String(Math.max(0, requests.limit - counted.count)));
    reply.header('ratelimit-reset', String(Math.ceil(counted.secondsLeft)));
    done(counted.isBeyond ? requests.tooMany(counted.secondsLeft) : undefined);
  });
}

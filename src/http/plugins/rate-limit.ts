import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Sentence, say } from '../../problems/sentence.ts';
import { callerAddress } from './caller-address.ts';
import { CallerLimit, type Counted } from './caller-limit.ts';
import { credentialIdOf } from './credential.ts';

/**
 * How many times the limit a shop may ask at checkout, because each of its customers asks with its one key. One customer has the
 * limit itself.
 */
const TIMES_AT_CHECKOUT = 10;

/** The header in which a shop names the customer who looks at a cart. */
export const SHOP_CUSTOMER = 'shop-customer';

/** Returns a limit that counts every request of a caller in 5 minutes. */
export function requestLimit(limit: number, monotonicMs: () => number): CallerLimit {
  return new CallerLimit({
    limit,
    sentence: tooManyRequests(limit),
    monotonicMs,
    isShared: true,
  });
}

function tooManyRequests(limit: number): Sentence {
  return say('too_many_requests', 'Too many requests: at most {most} in 5 minutes', { most: limit });
}

/** One of those whom a request counts for, and how many times the limit they may send. */
interface Caller {
  readonly name: string;
  readonly times: number;
}

/**
 * Limits the requests in 5 minutes for each credential, or for each address on routes without credentials. The address to which a
 * partner pushes is a credential too: partners call for all their customers from a few addresses. The operator's commands are not
 * limited.
 * Register it after the credential plugin.
 */
export function addRateLimit(app: FastifyInstance, requests: CallerLimit): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.account?.actor.kind === 'operator') {
      done();
      return;
    }
    for (const { name, times } of callersOf(request)) {
      const counted = requests.count(name);
      const limit = requests.limit * times;
      noteLimit(reply, limit, counted);
      // What a customer sends beyond the limit does not count for the shop.
      if (counted.count > limit) {
        done(requests.tooMany(counted.secondsLeft, tooManyRequests(limit)));
        return;
      }
    }
    done();
  });
}

/** The customer of a shop comes first, then the shop. */
function callersOf(request: FastifyRequest): Caller[] {
  const name = credentialIdOf(request);
  if (name === undefined) return [{ name: callerAddress(request), times: 1 }];
  if (!request.checkout) return [{ name, times: 1 }];
  const shop = { name, times: TIMES_AT_CHECKOUT };
  const customer = request.headers[SHOP_CUSTOMER];
  if (customer === undefined || customer === '') return [shop];
  // Hashed, because a header may have 16 kB, which is too much to store.
  return [{ name: hash('sha256', `${name} ${customer}`, 'base64url'), times: 1 }, shop];
}

function noteLimit(reply: FastifyReply, limit: number, { count, secondsLeft }: Counted): void {
  reply.header('ratelimit-limit', String(limit));
  reply.header('ratelimit-remaining', String(Math.max(0, limit - count)));
  reply.header('ratelimit-reset', String(Math.ceil(secondsLeft)));
}

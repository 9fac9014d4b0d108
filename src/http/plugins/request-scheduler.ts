import type { FastifyInstance, FastifyRequest } from 'fastify';
import { credentialIdOf } from './credential.ts';

/** The most requests of one sender in each round. */
const AT_ONCE = 32;

/**
 * Starts requests after all connections have been read, a few requests of each sender in each round.
 * Otherwise a sender with hundreds of simultaneous requests would delay everybody. Requests that start
 * together run the same code one after another, which takes a third less time than one by one.
 */
export class RequestScheduler {
  #waiting: { readonly sender: string; readonly begin: () => void }[] = [];

  /** Starts a request in one of the next rounds. The requests of one sender stay in order. */
  enter(sender: string, begin: () => void): void {
    if (this.#waiting.length === 0) setImmediate(this.#next);
    this.#waiting.push({ sender, begin });
  }

  readonly #next = (): void => {
    const waiting = this.#waiting;
    this.#waiting = [];
    const begun = new Map<string, number>();
    for (const { sender, begin } of waiting) {
      const count = begun.get(sender) ?? 0;
      begun.set(sender, count + 1);
      if (count < AT_ONCE) begin();
      else this.enter(sender, begin);
    }
  };
}

/** Schedules the scope's requests fairly. Add it where senders are known, before any work for them. */
export function addRequestScheduler(scope: FastifyInstance): void {
  const turns = new RequestScheduler();
  scope.addHook('onRequest', (request, _reply, done) => {
    const sender = senderOf(request);
    if (sender === undefined) done();
    else turns.enter(sender, () => beginFor(request, done));
  });
}

function senderOf(request: FastifyRequest): string | undefined {
  return request.account?.accountId ?? credentialIdOf(request);
}

/** Skips a request if its client left while the request waited. */
function beginFor({ raw }: FastifyRequest, done: () => void): void {
  if (!raw.socket.destroyed) done();
}

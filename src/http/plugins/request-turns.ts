import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Some 2 ms of work. With 16, the p99 of others was 3.3 times what it is alone; with 5 it is 2.5 times (docs/benchmarks.md). */
const AT_ONCE = 5;

/**
 * Begins so many requests of one sender, and leaves the rest of them until all other connections have been looked at: a
 * sender with hundreds of requests at once would else hold up everybody until the last of them has begun.
 */
export class RequestTurns {
  /** Of each sender, since the connections were last looked at. */
  readonly #begun = new Map<string, number>();
  #waiting: { readonly sender: string; readonly begin: () => void }[] = [];
  #isNextDue = false;

  /** Begins it now, or in a later turn; those of one sender in the order in which they came. */
  enter(sender: string, begin: () => void): void {
    if (!this.#isNextDue) {
      this.#isNextDue = true;
      setImmediate(this.#next);
    }
    const begun = this.#begun.get(sender) ?? 0;
    if (begun >= AT_ONCE) {
      this.#waiting.push({ sender, begin });
      return;
    }
    this.#begun.set(sender, begun + 1);
    begin();
  }

  readonly #next = (): void => {
    this.#isNextDue = false;
    this.#begun.clear();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { sender, begin } of waiting) this.enter(sender, begin);
  };
}

/** Shares turns out among the senders of this scope. Add it where they are known, and before anything is done for them. */
export function addRequestTurns(scope: FastifyInstance): void {
  const turns = new RequestTurns();
  scope.addHook('onRequest', (request, _reply, done) => {
    const sender = senderOf(request);
    if (sender === undefined) done();
    else turns.enter(sender, () => beginFor(request, done));
  });
}

function senderOf({ account, carrier }: FastifyRequest): string | undefined {
  return account?.accountId ?? carrier?.credentialId;
}

/** Nothing is begun for a client that left while it waited. */
function beginFor({ raw }: FastifyRequest, done: () => void): void {
  if (!raw.socket.destroyed) done();
}

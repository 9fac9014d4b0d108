import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Of a sender in one turn. Quotes are through before it; what takes longer ends its turn by time. */
const AT_ONCE = 16;
/** From the first of a sender's requests in a turn until no more of them begin. */
const TURN_MS = 1;

/**
 * Begins a few requests of one sender, and leaves the rest of them until all other connections have been looked at: a
 * sender with hundreds of requests at once would else hold up everybody until the last of them has begun.
 */
export class RequestTurns {
  /** Of each sender, since the connections were last looked at. */
  readonly #begun = new Map<string, { count: number; readonly since: number }>();
  #waiting: { readonly sender: string; readonly begin: () => void }[] = [];
  #isNextDue = false;

  readonly #now: () => number;

  /** @param now milliseconds of a clock that nobody sets */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Begins it now, or in a later turn; those of one sender in the order in which they came. */
  enter(sender: string, begin: () => void): void {
    if (!this.#isNextDue) {
      this.#isNextDue = true;
      setImmediate(this.#next);
    }
    const begun = this.#begun.get(sender);
    if (begun === undefined) {
      this.#begun.set(sender, { count: 1, since: this.#now() });
    } else if (begun.count >= AT_ONCE || this.#now() - begun.since >= TURN_MS) {
      this.#waiting.push({ sender, begin });
      return;
    } else {
      begun.count += 1;
    }
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

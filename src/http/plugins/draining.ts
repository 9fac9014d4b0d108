import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    readonly draining: Draining;
  }
}

/** A load balancer that polls `/ready` reads it at least twice in this time. */
const READ_LATELY_MS = 60_000;

/**
 * The phase before a process stops: it reports that it is not ready but still serves, so that a load balancer
 * sends requests elsewhere before any request is refused.
 */
export class Draining {
  #isDraining = false;
  /** The last two times when `/ready` was read, from `performance.now()`. */
  #reads: readonly number[] = [];

  get isDraining(): boolean {
    return this.#isDraining;
  }

  noteRead(): void {
    this.#reads = [...this.#reads.slice(-1), performance.now()];
  }

  /** Reports from now on that the process is not ready. Waits only if a load balancer reads this. */
  async begin(milliseconds: number): Promise<void> {
    this.#isDraining = true;
    if (this.#isRead()) await sleep(milliseconds);
  }

  #isRead(): boolean {
    const [before, last] = this.#reads;
    return last !== undefined && before !== undefined && performance.now() - before < READ_LATELY_MS;
  }
}

/** Makes each answer end its connection during draining. */
export function addDraining(app: FastifyInstance, draining: Draining): void {
  app.decorate('draining', draining);
  app.server.prependListener('request', (_request, response) => {
    if (draining.isDraining) response.shouldKeepAlive = false;
  });
}

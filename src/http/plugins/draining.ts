import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    readonly draining: Draining;
  }
}

/** Whoever reads `/ready` again and again, as balancers do, reads it twice in this time. */
const READ_LATELY_MS = 60_000;

/**
 * The time before a process stops, in which it says that it is not ready and serves on: a balancer sends its
 * requests elsewhere before any is refused.
 */
export class Draining {
  #isDraining = false;
  /** When `/ready` was read the last time, and the time before, by `performance.now()`. */
  #reads: readonly number[] = [];

  get isDraining(): boolean {
    return this.#isDraining;
  }

  noteRead(): void {
    this.#reads = [...this.#reads.slice(-1), performance.now()];
  }

  /** Says that the process is not ready from now on, and waits where somebody reads that. */
  async begin(milliseconds: number): Promise<void> {
    this.#isDraining = true;
    if (this.#isRead()) await sleep(milliseconds);
  }

  #isRead(): boolean {
    const [before, last] = this.#reads;
    return last !== undefined && before !== undefined && performance.now() - before < READ_LATELY_MS;
  }
}

/** Meanwhile each answer ends its connection. */
export function addDraining(app: FastifyInstance, draining: Draining): void {
  app.decorate('draining', draining);
  app.server.prependListener('request', (_request, response) => {
    if (draining.isDraining) response.shouldKeepAlive = false;
  });
}

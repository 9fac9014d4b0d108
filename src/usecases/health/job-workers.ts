import type { InFlight } from '../booking/in-flight.ts';
import type { Trouble } from './trouble.ts';

/** An end of a worker that nobody asked for. */
interface WorkerEnd {
  readonly at: Date;
  readonly why: string;
  /** Tells whether the worker has not started again yet. */
  readonly isDown: boolean;
}

/** An end is told for this long after the worker has started again. */
const TOLD_FOR_MS = 60 * 60 * 1000;

/** The workers of this process that take jobs of the queue, each by what it does. */
export class JobWorkers {
  /** The names under which they lock jobs. */
  readonly names = new Set<string>();
  readonly #ends = new Map<string, WorkerEnd>();

  noteEnd(what: string, at: Date, why: unknown): void {
    this.#ends.set(what, { at, why: why instanceof Error ? why.message : String(why), isDown: true });
  }

  noteStart(what: string): void {
    const end = this.#ends.get(what);
    if (end !== undefined) this.#ends.set(what, { ...end, isDown: false });
  }

  /** What the workers do that have ended and not started again yet. */
  get down(): string[] {
    return [...this.#ends].filter(([, { isDown }]) => isDown).map(([what]) => what);
  }

  troubles(now: Date): Trouble[] {
    return [...this.#ends].flatMap(([what, { at, why, isDown }]) => {
      if (!isDown && now.getTime() - at.getTime() > TOLD_FOR_MS) return [];
      const next = isDown ? 'does not run again yet' : 'was started again';
      return [
        {
          sentence: `The worker for ${what} ended at ${at.toISOString()} and ${next}: ${why}`,
          remedy: 'check that the database answers, and look in the log for "job queue"',
        },
      ];
    });
  }
}

/** This process and its work, which other processes and repeated requests may wait for. */
export interface ProcessParts {
  readonly processId: string;
  readonly jobWorkers: JobWorkers;
  /** `fails` is true if the last heartbeat could not be written. */
  readonly writing: { fails: boolean };
  /** Work that this process has begun and must finish before it ends. */
  readonly inFlight: InFlight;
  /** The time that a repeated request waits for the first request with its idempotency key. */
  readonly repeatWaitMs: number;
  /** The time that a request waits for another one that is making an order with its id. */
  readonly makingWaitMs: number;
}

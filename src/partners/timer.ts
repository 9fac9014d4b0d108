import { setTimeout } from 'node:timers/promises';

/** How time passes for what waits. Tests let it pass without waiting. */
export interface Timer {
  /** Milliseconds of a monotonic clock. */
  ms(): number;
  /** Rejects once the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const REAL_TIMER: Timer = {
  ms: () => performance.now(),
  sleep: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
};

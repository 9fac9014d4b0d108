import { setTimeout as delay } from 'node:timers/promises';
import { type Claim, isPassing } from './claim.ts';
import { enter, releaseClaim, stopIfUnused, type Visit } from './entrance.ts';
import { probePostgresql, stopPostmaster } from './postmaster.ts';
import { trimLog } from './server-log.ts';
import { signOut } from './service-mark.ts';

export type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  fields?: Record<string, unknown>,
) => void;

const FIRST_BACKOFF_MS = 50;
const LONGEST_BACKOFF_MS = 10_000;
/** After this time without trouble, the next trouble counts as the first again. */
const CALM_AFTER_MS = 30_000;
const CHECK_EVERY_MS = 2_000;
/**
 * Longer than a service takes to finish its requests. If a supervisor signals every process at once,
 * PostgreSQL waits for our connections while we finish, and must not be restarted meanwhile.
 */
const FOREIGN_STOP_AFTER_MS = 15_000;

/**
 * Holds the claim of this process. A service's keeper notices at once when PostgreSQL is gone, because the
 * claim's connection breaks, and starts it again until it is told to stop.
 */
export class Keeper {
  private readonly visit: Visit;
  private readonly log: Log;
  private readonly stopping: AbortController;
  /** Null while PostgreSQL is away. */
  private claim: Claim | null = null;
  private recovery: Promise<void> = Promise.resolve();
  private stopped: Promise<void> | null = null;
  private checking: NodeJS.Timeout | undefined;
  private foreignStopSince = 0;
  private backoff = 0;
  private upSince = 0;

  constructor(visit: Visit, claim: Claim, stopping: AbortController, log: Log) {
    this.visit = visit;
    this.log = log;
    this.stopping = stopping;
    this.hold(claim);
    if (visit.role === 'service')
      this.checking = setInterval(() => void this.check(), CHECK_EVERY_MS).unref();
  }

  /** Gives up the claim, and stops PostgreSQL if this process was the last user. */
  stop(): Promise<void> {
    this.stopped ??= this.finish();
    return this.stopped;
  }

  private hold(claim: Claim): void {
    this.claim = claim;
    this.upSince = performance.now();
    void claim.ended.then(() => {
      if (this.stopping.signal.aborted) return;
      this.claim = null;
      if (this.visit.role === 'service') this.recovery = this.recover();
    });
  }

  private async recover(): Promise<void> {
    const { signal } = this.stopping;
    const begun = performance.now();
    this.log('warn', 'PostgreSQL went away; bringing it back');
    if (begun - this.upSince > CALM_AFTER_MS) this.backoff = 0;
    while (!signal.aborted) {
      await delay(this.backoff, undefined, { signal }).catch(() => undefined);
      this.backoff = Math.min(Math.max(this.backoff * 2, FIRST_BACKOFF_MS), LONGEST_BACKOFF_MS);
      try {
        this.hold((await enter(this.visit, false)).claim);
        this.log('info', 'PostgreSQL is back', { afterMs: Math.round(performance.now() - begun) });
        return;
      } catch (error) {
        if (signal.aborted) return;
        this.log('error', 'PostgreSQL cannot be brought back yet', { err: error, nextTryInMs: this.backoff });
      }
    }
  }

  private async finish(): Promise<void> {
    const { place, role } = this.visit;
    this.stopping.abort();
    clearInterval(this.checking);
    await this.recovery;
    try {
      const stoppedIt = this.claim === null ? null : await releaseClaim(place, this.claim).catch(unlessAway);
      if (stoppedIt === null) await stopIfUnused(place);
      if (stoppedIt === false && role === 'service') {
        this.log('info', 'PostgreSQL goes on, for a command still uses it');
      }
    } finally {
      if (role === 'service') await signOut(place);
    }
  }

  private async check(): Promise<void> {
    try {
      await trimLog(this.visit.place.log);
      await this.hastenForeignStop();
    } catch (error) {
      this.log('warn', 'PostgreSQL cannot be checked', { err: error });
    }
  }

  /**
   * Ends a stop that somebody else requested with `kill <process>`. Such a PostgreSQL refuses new connections
   * and waits forever until ours end; after a fast stop it can be started again.
   */
  private async hastenForeignStop(): Promise<void> {
    const sight = await probePostgresql(this.visit.place);
    const stopping = this.claim !== null && sight.state === 'changing' && sight.doing === 'stopping';
    if (!stopping) this.foreignStopSince = 0;
    else if (this.foreignStopSince === 0) this.foreignStopSince = performance.now();
    else if (
      performance.now() - this.foreignStopSince > FOREIGN_STOP_AFTER_MS &&
      !this.stopping.signal.aborted
    ) {
      this.log('warn', 'PostgreSQL was told to stop by somebody else; stopping it at once, to bring it back');
      await stopPostmaster(this.visit.place);
    }
  }
}

function unlessAway(error: unknown): null {
  if (isPassing(error)) return null;
  throw error;
}

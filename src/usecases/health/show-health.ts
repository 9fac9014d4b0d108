import {
  countJobsGivenUp,
  countProcesses,
  countPutOff,
  type Failures,
  listCourierFailures,
  listMessageFailures,
  readWaiting,
  WORK,
  type Work,
} from '../../storage/health/backlog.ts';
import { ERRAND_ROUNDS } from '../errand-rounds.ts';
import type { Service } from '../service.ts';

export { WORK, type Work } from '../../storage/health/backlog.ts';

export interface WaitingWork {
  readonly count: number;
  /** The time that the oldest work has waited; 0 if nothing waits. */
  readonly seconds: number;
}

export interface Health extends Backlog {
  readonly processes: number;
  /** Failures of the last hour, for each courier. */
  readonly courierFailures: readonly Failures[];
  /** Failures of messages in the last hour, for each channel. */
  readonly messageFailures: readonly Failures[];
  /** The errands that an error of this service has put off, for each kind that has some. */
  readonly putOff: readonly Failures[];
  /** The bytes of the log that the replica is behind, or why it cannot be asked; null without a replica. */
  readonly replica: { readonly behindBytes: number } | { readonly whyAway: string } | null;
}

const LATELY_MS = 60 * 60 * 1000;

/** The waiting work of all accounts and processes. */
export interface Backlog {
  readonly waiting: Readonly<Record<Work, WaitingWork>>;
  /** Jobs of the queue that failed too often and are no longer tried. */
  readonly jobsGivenUp: number;
}

/**
 * Reads the waiting work with one statement after the other: a monitor that asks every second must not take
 * the connections of requests.
 */
export async function showBacklog({ database, now }: Service): Promise<Backlog> {
  const waiting: [Work, WaitingWork][] = [];
  for (const work of WORK) {
    const { count, since } = await readWaiting(database, work, now());
    const waits = since === null ? 0 : now().getTime() - since.getTime();
    waiting.push([work, { count, seconds: Math.max(0, waits) / 1000 }]);
  }
  return {
    waiting: Object.fromEntries(waiting) as Backlog['waiting'],
    jobsGivenUp: await countJobsGivenUp(database),
  };
}

/** Reads the health of the service, over all accounts and processes. */
export async function showHealth(service: Service): Promise<Health> {
  const { database, now } = service;
  const since = new Date(now().getTime() - LATELY_MS);
  return {
    ...(await showBacklog(service)),
    processes: await countProcesses(database),
    courierFailures: await listCourierFailures(database, since),
    messageFailures: await listMessageFailures(database, since),
    putOff: await showPutOff(service),
    replica: await showReplica(service),
  };
}

async function showPutOff({ database }: Service): Promise<Failures[]> {
  const found: Failures[] = [];
  for (const [what, { table }] of Object.entries(ERRAND_ROUNDS)) {
    found.push({ what, ...(await countPutOff(database, table)) });
  }
  return found.filter(({ count }) => count > 0);
}

async function showReplica({ database }: Service): Promise<Health['replica']> {
  if (database.replica === null) return null;
  try {
    return { behindBytes: await database.replica.behindBytes() };
  } catch (error) {
    return { whyAway: (error as Error).message };
  }
}

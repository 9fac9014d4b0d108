import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartupError } from '../problems/startup-error.ts';
import { type BinariesPackage, majorVersion, usableBinaries } from './binaries.ts';
import { AnotherService, Claim, isPassing, type Role } from './claim.ts';
import { checkVersion, closeCluster, createCluster } from './cluster.ts';
import { prepareRules } from './password.ts';
import type { ClusterPlace } from './place.ts';
import { probePostgresql, startPostmaster, stopPostmaster } from './postmaster.ts';
import { isRoot } from './server-user.ts';
import { otherService, writeServiceMark } from './service-mark.ts';
import { removeSocketFolder } from './socket-folder.ts';
import { tryLock } from './start-lock.ts';
import type { StartOptions } from './start-options.ts';

export interface Visit extends StartOptions {
  readonly place: ClusterPlace;
  readonly role: Role;
  readonly binaries: BinariesPackage;
  readonly systemFolder: string;
}

export interface Entrance {
  readonly claim: Claim;
  readonly socketFolder: string;
}

/** The time limit for a server that says it is ready but accepts no connection. */
const OUT_OF_REACH_AFTER_MS = 20_000;
const STOPPING_GIVEN_UP_AFTER_MS = 60_000;
/** The waiting time grows up to this, because twenty waiting processes must not slow down the working one. */
const LONGEST_PATIENCE_MS = 100;
const REJOINING_GIVEN_UP_AFTER_MS = 10_000;

/**
 * Gets PostgreSQL running, no matter who starts it, and takes a claim on it. Any number of processes may
 * enter and leave at the same time: each process checks the state, does the next possible step, and checks
 * again.
 *
 * @param mayCreate whether a missing database may be created; false if there was a database before
 * @throws StartupError, or the signal's reason
 */
export async function enter(visit: Visit, mayCreate: boolean): Promise<Entrance> {
  const { place, role, signal } = visit;
  const since = { refused: 0, stopping: 0 };
  for (let patience = 10; ; patience = Math.min(patience * 1.25, LONGEST_PATIENCE_MS)) {
    signal.throwIfAborted();
    if (role === 'service') await refuseSecondServer(place);
    const sight = await probePostgresql(place);
    if (sight.state === 'down') {
      if (await startExclusively(visit, mayCreate)) continue;
    } else if (sight.state === 'up') {
      try {
        return { claim: await takeClaim(visit, sight.socketFolder), socketFolder: sight.socketFolder };
      } catch (error) {
        if (!isPassing(error) || overdue(since, 'refused', OUT_OF_REACH_AFTER_MS))
          throw claimFailure(place, error);
      }
    } else if (sight.doing === 'stopping' && overdue(since, 'stopping', STOPPING_GIVEN_UP_AFTER_MS)) {
      throw new StartupError(
        `PostgreSQL (process ${sight.pid}) has been stopping for a minute: wait for it, or stop what still uses it`,
      );
    }
    await delay(patience);
  }
}

/** Gives up a claim; the last user stops PostgreSQL. Returns true if this process stopped it. */
export async function releaseClaim(place: ClusterPlace, claim: Claim): Promise<boolean> {
  try {
    if (!(await claim.isLast())) return false;
    await stopPostmaster(place);
    await tidy(place);
    return true;
  } finally {
    await claim.end();
  }
}

/** Leaves when the claim was lost or never taken: stops PostgreSQL if nobody uses it. */
export async function stopIfUnused(place: ClusterPlace): Promise<void> {
  const until = performance.now() + REJOINING_GIVEN_UP_AFTER_MS;
  while (performance.now() < until) {
    const sight = await probePostgresql(place);
    if (sight.state === 'down') return;
    try {
      if (sight.state === 'up')
        return void (await releaseClaim(place, await Claim.take(place, sight.socketFolder, 'command')));
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
    await delay(10);
  }
}

/** Starts PostgreSQL; returns false if another process is starting it. */
async function startExclusively(visit: Visit, mayCreate: boolean): Promise<boolean> {
  const { place, binaries, systemFolder, progress, signal } = visit;
  const release = await tryLock(join(place.folder, 'start.lock'));
  if (release === null) return false;
  try {
    if ((await probePostgresql(place)).state !== 'down') return true;
    const exists = await checkVersion(place, majorVersion(binaries));
    if (!exists && !mayCreate) {
      throw new StartupError(`The database in ${place.folder} has gone: put it back or restore a backup`);
    }
    const copies = isRoot() ? systemFolder : join(place.folder, 'programs');
    const programs = await usableBinaries(binaries, place.user, copies, progress);
    if (!exists) {
      progress(`Making the database in ${place.folder} (first start only)`);
      await createCluster(place, programs, visit);
    }
    await closeCluster(place);
    await prepareRules(place);
    signal.throwIfAborted();
    return await startPostmaster(place, programs, visit);
  } finally {
    await release();
  }
}

async function takeClaim({ place, role }: Visit, socketFolder: string): Promise<Claim> {
  const claim = await Claim.take(place, socketFolder, role);
  if (role === 'command') return claim;
  try {
    await refuseSecondServer(place);
    await writeServiceMark(place);
    return claim;
  } catch (error) {
    await releaseClaim(place, claim);
    throw error;
  }
}

/** Removes the socket's folder, unless another process is about to use it again. */
async function tidy(place: ClusterPlace): Promise<void> {
  const release = await tryLock(join(place.folder, 'start.lock'));
  if (release === null) return;
  if ((await probePostgresql(place)).state === 'down') await removeSocketFolder(place);
  await release();
}

async function refuseSecondServer(place: ClusterPlace): Promise<void> {
  const other = await otherService(place);
  if (other !== null) throw anotherService(place, other.pid);
}

function anotherService(place: ClusterPlace, pid: number | null): StartupError {
  const who = pid === null ? 'Another Dakiya service' : `Another Dakiya service (process ${pid})`;
  return new StartupError(
    `${who} runs on the data folder ${place.folder}: stop it first, or set DATA_DIR to another folder`,
  );
}

function claimFailure(place: ClusterPlace, error: unknown): StartupError {
  if (error instanceof StartupError) return error;
  if (error instanceof AnotherService) return anotherService(place, error.pid);
  return new StartupError(
    `The embedded PostgreSQL in ${place.folder} runs but takes no connection (${(error as Error).message}): stop its processes and start again; its log is ${place.log}`,
    { cause: error },
  );
}

/** Tells whether a state has lasted too long. The first call starts the measured time. */
function overdue<K extends string>(since: Record<K, number>, what: K, afterMs: number): boolean {
  since[what] ||= performance.now();
  return performance.now() - since[what] > afterMs;
}

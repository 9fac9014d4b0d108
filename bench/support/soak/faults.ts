import { execFile } from 'node:child_process';
import { open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { RunningService } from '../server-process.ts';
import type { PlayedCourier } from './courier.ts';

const run = promisify(execFile);

/** The duration of a fault that does not end by itself. */
export const LASTS_MS = 20_000;
/** Longer than the service's timeout for a courier. */
const SLOW_MS = 30_000;
const CLOCK_STEP_SECONDS = 3_600;

/** The targets of faults. */
export interface Victims {
  readonly service: RunningService;
  readonly connection: pg.ClientConfig;
  readonly courier: PlayedCourier;
  /** The courier's response time without faults. */
  readonly courierMs: number;
  /** A small file system with only the database; null if it cannot be created, which requires root. */
  readonly disk: string | null;
  /** The clock of the service; null without libfaketime. */
  readonly clock: ServiceClock | null;
}

/**
 * Each causes its fault and ends it.
 *
 * @returns when its effect was over, by `performance.now()`: recovery is counted from then on
 */
export const FAULTS: Readonly<Record<string, (victims: Victims) => Promise<number>>> = {
  'service killed': async ({ service }) => {
    const begun = performance.now();
    await service.end('SIGKILL');
    await service.start();
    return begun;
  },
  'database killed': async ({ connection }) => {
    const [postmaster = 0] = await serverProcesses(connection);
    process.kill(postmaster, 'SIGKILL');
    return performance.now();
  },
  'database frozen': async ({ connection }) => {
    const processes = await serverProcesses(connection);
    for (const pid of processes) process.kill(pid, 'SIGSTOP');
    await wait(LASTS_MS);
    for (const pid of processes) process.kill(pid, 'SIGCONT');
    return performance.now();
  },
  'disk full': async ({ disk }) => {
    const filler = join(disk ?? '', 'filler');
    await fill(filler);
    await wait(LASTS_MS);
    await rm(filler);
    return performance.now();
  },
  'courier slow': async ({ courier, courierMs }) => {
    await courier.tell('faults', { kind: 'slow', milliseconds: SLOW_MS });
    await wait(LASTS_MS);
    await courier.tell('faults', { clear: true });
    await courier.tell('faults', { kind: 'slow', milliseconds: courierMs });
    return performance.now();
  },
  'clock an hour ahead': async ({ clock }) => clock?.stepFor(CLOCK_STEP_SECONDS) ?? performance.now(),
  'clock an hour behind': async ({ clock }) => clock?.stepFor(-CLOCK_STEP_SECONDS) ?? performance.now(),
};

/** The names of the faults that are possible here. */
export function possibleFaults({ disk, clock }: Pick<Victims, 'disk' | 'clock'>): string[] {
  return Object.keys(FAULTS).filter((fault) => {
    if (fault === 'disk full') return disk !== null;
    return clock !== null || !fault.startsWith('clock');
  });
}

/** Writes until the disk is full. */
async function fill(path: string): Promise<void> {
  const block = Buffer.alloc(4 * 1024 * 1024);
  const file = await open(path, 'w');
  try {
    for (;;) await file.write(block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await file.close();
  }
}

/** @returns whether a file system of that size exists now; requires root and Linux */
export async function mountDisk(folder: string, megabytes: number): Promise<boolean> {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]);
    return true;
  } catch {
    return false;
  }
}

export async function unmountDisk(folder: string): Promise<void> {
  await run('umount', [folder]);
}

/** The clock that a process started with `environment` sees: libfaketime reads its offset from a file. */
export class ServiceClock {
  readonly environment: NodeJS.ProcessEnv;
  readonly #file: string;

  private constructor(library: string, file: string) {
    this.#file = file;
    this.environment = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** @returns null if libfaketime is not installed (`apt-get install faketime`) */
  static async open(folder: string): Promise<ServiceClock | null> {
    for (const machine of ['x86_64', 'aarch64']) {
      const library = `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`;
      if ((await stat(library).catch(() => null)) === null) continue;
      const file = join(folder, 'clock');
      await writeFile(file, '+0s');
      return new ServiceClock(library, file);
    }
    return null;
  }

  /** Moves the clock, and back again. @returns when it was right again */
  async stepFor(seconds: number): Promise<number> {
    await writeFile(this.#file, `${seconds < 0 ? '' : '+'}${seconds}s`);
    await wait(LASTS_MS);
    await writeFile(this.#file, '+0s');
    return performance.now();
  }
}

/** The postmaster, followed by its processes. */
async function serverProcesses(connection: pg.ClientConfig): Promise<number[]> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ file: string }>("select pg_read_file('postmaster.pid') as file");
  await client.end();
  const postmaster = Number.parseInt(rows[0]?.file ?? '', 10);
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const fields = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return Number(/\) \S (\d+)/.exec(fields)?.[1]) === postmaster ? [pid] : [];
    }),
  );
  return [postmaster, ...parents.flat()];
}

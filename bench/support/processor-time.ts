import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Linux counts in hundredths of a second. */
const MS_A_TICK = 10;

/**
 * The processor time in ms of a process and everything that it has started, including ended processes; null
 * except on Linux.
 */
export function processorTimeOf(pid: number | undefined): { own: number; others: number } | null {
  if (process.platform !== 'linux' || pid === undefined) return null;
  const times = new Map<number, ProcessTime>();
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name)) {
      const found = timeOf(name);
      if (found !== null) times.set(Number(name), found);
    }
  }
  const isBelow = (child: number): boolean => {
    const parent = times.get(child)?.parent ?? 0;
    return parent === pid || (parent > 1 && isBelow(parent));
  };
  const own = times.get(pid);
  let others = own?.endedMs ?? 0;
  for (const [child, { ms, endedMs }] of times) if (isBelow(child)) others += ms + endedMs;
  return { own: own?.ms ?? 0, others };
}

interface ProcessTime {
  readonly parent: number;
  readonly ms: number;
  /**
   * Of ended child processes: the time of a connection's server process would otherwise be lost when it ends.
   */
  readonly endedMs: number;
}

/** The postmaster of an embedded PostgreSQL; undefined if none runs. */
export function postmasterOf(dataDir: string): number | undefined {
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  const file = files.find((name) => name.endsWith('postmaster.pid'));
  return file === undefined ? undefined : Number.parseInt(readFileSync(join(dataDir, file), 'utf8'), 10);
}

/** Null for one that has ended meanwhile. */
function timeOf(pid: string): ProcessTime | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may contain blanks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = (field: number) => Number(fields[field]);
    return {
      parent: Number(fields[1]),
      ms: (ticks(11) + ticks(12)) * MS_A_TICK,
      endedMs: (ticks(13) + ticks(14)) * MS_A_TICK,
    };
  } catch {
    return null;
  }
}

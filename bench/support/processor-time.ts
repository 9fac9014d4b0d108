import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Linux counts in hundredths of a second. */
const MS_A_TICK = 10;

/** The processor time in ms that a process and all that it has started have taken, those that have ended left out; null but on Linux. */
export function processorTimeOf(pid: number | undefined): { own: number; others: number } | null {
  if (process.platform !== 'linux' || pid === undefined) return null;
  const times = new Map<number, { parent: number; ms: number }>();
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
  let others = 0;
  for (const [child, { ms }] of times) if (isBelow(child)) others += ms;
  return { own: times.get(pid)?.ms ?? 0, others };
}

/** The server of an embedded PostgreSQL; undefined where none runs. */
export function postmasterOf(dataDir: string): number | undefined {
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  const file = files.find((name) => name.endsWith('postmaster.pid'));
  return file === undefined ? undefined : Number.parseInt(readFileSync(join(dataDir, file), 'utf8'), 10);
}

/** Null for one that has ended meanwhile. */
function timeOf(pid: string): { parent: number; ms: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may hold blanks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * MS_A_TICK };
  } catch {
    return null;
  }
}

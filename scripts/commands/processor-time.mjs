import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const TICKS = 100;

/**
 * Seconds of processor time of the programs that this process started, and of theirs, so far.
 *
 * @returns {number | null} null where the system does not say
 */
export function secondsOfPrograms() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(13, 15);
    return (Number(user) + Number(system)) / TICKS;
  } catch {
    return null;
  }
}

/** What `workOnce` takes on the machine of the budgets, in seconds of processor time. */
const REFERENCE_SECONDS = 0.35;

/** Work of the kinds that tests do: objects, text and hashes. */
function workOnce() {
  let text = '';
  for (let round = 0; round < 600; round += 1) {
    const rows = Array.from({ length: 2000 }, (_, at) => ({ at, name: `row ${at}`, price: at * round }));
    text = createHash('sha256')
      .update(JSON.stringify(rows) + text)
      .digest('hex');
  }
}

/**
 * How much slower than the machine of the budgets this one is now: 2 if it takes twice the processor time. Never less than
 * 1: one thread on an idle processor can be twice as fast as each of two on a busy one, which is how tests run.
 *
 * @returns {number}
 */
export function slowness() {
  const seconds = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage();
    workOnce();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  return Math.max(1, Math.min(...seconds) / REFERENCE_SECONDS);
}

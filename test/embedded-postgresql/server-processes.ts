import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** The process id of the PostgreSQL that runs on a folder. */
export function postmasterOf(folder: string): number {
  return Number(readFileSync(join(folder, 'postgresql/postmaster.pid'), 'utf8').split('\n')[0]);
}

/** The processes of PostgreSQL that work in a folder, whoever started them. */
export function serverProcesses(folder: string): number[] {
  if (process.platform !== 'linux') {
    return execFileSync('ps', ['-A', '-ww', '-o', 'pid=,command='], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes(`-D ${join(folder, 'postgresql')}`))
      .map((line) => Number.parseInt(line, 10));
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && workingFolder(name)?.startsWith(join(folder, 'postgresql')))
    .map(Number);
}

/** Kills processes as in a power cut, except that the disk's cache survives. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // It may have ended by itself after its server was killed.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

function workingFolder(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/** Identifies a process, even if a later process gets the same process id. */
export interface ProcessMark {
  readonly pid: number;
  /** The start time of the process in the system's format; it is only compared. */
  readonly began: string;
}

/** Returns the mark of a running process; null if it does not run, or has ended but was not reaped. */
export function processMark(pid: number): ProcessMark | null {
  const began = process.platform === 'linux' ? beganOnLinux(pid) : beganByPs(pid);
  return began === null ? null : { pid, began };
}

export function stillRuns(mark: ProcessMark): boolean {
  return processMark(mark.pid)?.began === mark.began;
}

/** Tells whether the process belongs to another container. Such a process may or may not still run. */
export function isOutOfSight(mark: ProcessMark): boolean {
  const [boot, space] = mark.began.split('/');
  const [ourBoot, ourSpace] = ownMark().began.split('/');
  return space !== undefined && boot === ourBoot && space !== ourSpace;
}

export function ownMark(): ProcessMark {
  const mark = processMark(process.pid);
  if (mark === null) throw new Error('this process is not in the process table');
  return mark;
}

/** Returns the mark as one line for a file. */
export function writeMark({ pid, began }: ProcessMark): string {
  return `${pid} ${began}\n`;
}

/** Reads a line of `writeMark`; null for anything else, such as a file that a crash left empty. */
export function readMark(text: string): ProcessMark | null {
  const [, pid, began] = /^(\d+) (.+)\n$/.exec(text) ?? [];
  return pid === undefined || began === undefined ? null : { pid: Number(pid), began };
}

function beganOnLinux(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets, which may itself contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state] = fields;
    const ticksAfterBoot = fields[19];
    if (state === 'Z' || state === 'X' || ticksAfterBoot === undefined) return null;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${readlinkSync('/proc/self/ns/pid')}/${ticksAfterBoot}`;
  } catch {
    return null;
  }
}

function beganByPs(pid: number): string | null {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    return line === '' || line.startsWith('Z') ? null : line.replace(/^\S+\s+/, '');
  } catch {
    return null;
  }
}

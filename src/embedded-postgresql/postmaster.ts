import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { constants, open, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { serverFailure } from './failure.ts';
import { rulesFileOf } from './password.ts';
import type { ClusterPlace } from './place.ts';
import { serverSettings } from './postgresql-settings.ts';
import { type ProcessMark, processMark, stillRuns } from './process-mark.ts';
import { codeOf, spawnOptions } from './run-program.ts';
import { openLog, readLog, reasonIn } from './server-log.ts';
import { prepareSocketFolder, socketFile } from './socket-folder.ts';
import type { StartOptions } from './start-options.ts';

/** The state of a PostgreSQL as seen from outside. */
export type Sight =
  | { readonly state: 'down' }
  /** Starting, recovering or stopping. */
  | { readonly state: 'changing'; readonly pid: number; readonly doing: 'starting' | 'stopping' }
  | { readonly state: 'up'; readonly socketFolder: string };

interface PidFile {
  readonly pid: number;
  readonly socketFolder: string;
  readonly status: string;
}

/** The time for an orderly stop. After it, PostgreSQL stops at once, and recovers at its next start. */
const STOP_WITHIN_MS = 60_000;
/** Processes of a killed server end by themselves within this time, except during a long statement. */
const ORPHANS_END_WITHIN_MS = 500;
const ORPHANS_GIVEN_UP_AFTER_MS = 30_000;
/** A process id that no system uses. */
const NO_PROCESS = 2 ** 31 - 2;

/** Checks whether PostgreSQL runs, no matter who started it. It normally reads only one file. */
export async function probePostgresql(place: ClusterPlace): Promise<Sight> {
  const file = await readPidFile(place);
  if (file === null) return { state: 'down' };
  const { pid, socketFolder, status } = file;
  if (isPostmaster(pid, place)) {
    if (status === 'ready') return { state: 'up', socketFolder };
    return { state: 'changing', pid, doing: status === 'stopping' ? 'stopping' : 'starting' };
  }
  // The process is not visible but answers: it runs in another container that uses the same folder.
  if (socketFolder !== '' && (await answers(socketFolder))) return { state: 'up', socketFolder };
  return { state: 'down' };
}

/**
 * Starts PostgreSQL and waits until it accepts connections, even if it recovers for a long time. The caller
 * holds the start lock and has seen the state `down`. After a crash it waits for the old server's processes
 * to end.
 *
 * @returns false if another process was faster
 * @throws StartupError with PostgreSQL's reason
 */
export async function startPostmaster(
  place: ClusterPlace,
  binaries: string,
  options: StartOptions,
): Promise<boolean> {
  await disownPidFile(place);
  const begun = performance.now();
  for (;;) {
    const reason = await launch(place, binaries, options);
    if (reason === null) return true;
    options.signal.throwIfAborted();
    if (/lock file .* already exists/.test(reason)) return false;
    const waited = performance.now() - begun;
    const orphaned = /shared memory block .*still in use/.test(reason) && waited < ORPHANS_GIVEN_UP_AFTER_MS;
    if (!orphaned) throw await serverFailure(place, reason);
    if (waited > ORPHANS_END_WITHIN_MS) dismissOrphans(place);
    await delay(25);
  }
}

/** Stops PostgreSQL in an orderly way and waits until its last process has ended. */
export async function stopPostmaster(place: ClusterPlace): Promise<void> {
  const file = await readPidFile(place);
  const server = file === null ? null : processMark(file.pid);
  if (server === null || !isPostmaster(server.pid, place)) return;
  send(server.pid, 'SIGINT');
  if (await gone(server, STOP_WITHIN_MS)) return;
  send(server.pid, 'SIGQUIT');
  await gone(server, STOP_WITHIN_MS);
}

/** Starts PostgreSQL once. Returns null when it accepts connections, or the reason why it ended. */
async function launch(
  place: ClusterPlace,
  binaries: string,
  { progress, signal, durable }: StartOptions,
): Promise<string | null> {
  const socketFolder = await prepareSocketFolder(place);
  const settings = { ...serverSettings(socketFolder, { durable }), hba_file: rulesFileOf(place) };
  const { handle, start } = await openLog(place.log, place.user);
  let child: ChildProcess;
  let ended: { reason: string | null };
  try {
    // The listener is attached without an `await` before it, so that an early exit is not missed.
    child = spawnServer(place, binaries, settings, handle.fd);
    ended = whyItEnded(child);
  } catch (error) {
    return codeOf(error);
  } finally {
    await handle.close();
  }
  const interrupt = () => child.kill('SIGINT');
  signal.addEventListener('abort', interrupt);
  if (signal.aborted) interrupt();
  const recovering = setTimeout(() => progress('PostgreSQL is recovering after it was cut off'), 2_000);
  try {
    while (ended.reason === null && !(await isReady(place, child.pid))) await delay(5);
  } finally {
    clearTimeout(recovering);
    signal.removeEventListener('abort', interrupt);
  }
  if (ended.reason === null) return null;
  return reasonIn(await readLog(place.log, start)) || ended.reason;
}

function spawnServer(
  place: ClusterPlace,
  binaries: string,
  settings: Record<string, string>,
  log: number,
): ChildProcess {
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(binaries, 'bin', 'postgres'), ['-D', place.cluster, ...args], {
    ...spawnOptions(place.user),
    stdio: ['ignore', log, log],
  });
  child.unref();
  return child;
}

/** Returns an object in which the reason is filled in when the process ends. */
function whyItEnded(child: ChildProcess): { reason: string | null } {
  const ended: { reason: string | null } = { reason: null };
  child.on('error', (error) => {
    ended.reason = codeOf(error);
  });
  child.on('exit', (code, killedBy) => {
    ended.reason ??= `it ended with ${killedBy ?? `code ${code}`}`;
  });
  return ended;
}

async function isReady(place: ClusterPlace, pid: number | undefined): Promise<boolean> {
  const file = await readPidFile(place);
  return file !== null && file.pid === pid && file.status === 'ready';
}

async function readPidFile(place: ClusterPlace): Promise<PidFile | null> {
  let text: string;
  try {
    text = await readFile(pidFileOf(place), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const [pid = '', , , , socketFolder = '', , , status = ''] = text.split('\n');
  return { pid: Number(pid), socketFolder, status: status.trim() };
}

/**
 * Overwrites the process id in the pid file of a killed server with an id that no process has. After a reboot
 * (or in a container) another process may have the old id, and PostgreSQL would refuse to start. The file
 * itself stays, because its shared memory key guards against processes that still run.
 */
async function disownPidFile(place: ClusterPlace): Promise<void> {
  const file = await readPidFile(place);
  if (file === null) return;
  // A crash or a full disk left it empty; a running server would have written its process id.
  if (!(file.pid > 0)) return rm(pidFileOf(place), { force: true });
  if (!isAlive(file.pid) || isPostmaster(file.pid, place)) return;
  const handle = await open(pidFileOf(place), constants.O_RDWR | constants.O_NOFOLLOW);
  try {
    const [, ...rest] = (await handle.readFile('utf8')).split('\n');
    await handle.truncate();
    await handle.write([NO_PROCESS, ...rest].join('\n'), 0);
  } finally {
    await handle.close();
  }
}

function pidFileOf(place: ClusterPlace): string {
  return join(place.cluster, 'postmaster.pid');
}

/** Tells whether the process is PostgreSQL on this folder. An id is no proof, because ids are reused. */
function isPostmaster(pid: number, place: ClusterPlace): boolean {
  return pid > 0 && (process.platform === 'linux' ? worksIn(pid, place) : wasStartedFor(pid, place));
}

/** Tells whether a process works in the data folder, as every process of this PostgreSQL does. */
function worksIn(pid: number | string, place: ClusterPlace): boolean {
  try {
    const program = readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '');
    if (basename(program) !== 'postgres') return false;
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(place.cluster)];
    return its.ino === ours.ino && its.dev === ours.dev;
  } catch {
    return false;
  }
}

function wasStartedFor(pid: number, place: ClusterPlace): boolean {
  try {
    const command = execFileSync('ps', ['-ww', '-o', 'stat=,command=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    return !command.startsWith('Z') && command.includes(`/postgres -D ${place.cluster} `);
  } catch {
    return false;
  }
}

/** Stops the remaining processes of a killed server at once, as PostgreSQL does after a crash. */
function dismissOrphans(place: ClusterPlace): void {
  if (process.platform !== 'linux') return;
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name) && worksIn(name, place)) send(Number(name), 'SIGQUIT');
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Waits until the process has ended. A process that is exiting still holds files, but shows no program. */
async function gone(server: ProcessMark, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs;
  while (stillRuns(server)) {
    if (performance.now() > until) return false;
    await delay(5);
  }
  return true;
}

function answers(socketFolder: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketFile(socketFolder));
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

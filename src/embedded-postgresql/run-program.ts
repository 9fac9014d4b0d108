import { type SpawnOptions, spawn } from 'node:child_process';
import { isRoot, type ServerUser } from './server-user.ts';

export interface ProgramResult {
  /** The exit code; null when the program could not be started or was killed. */
  readonly code: number | null;
  /** The program's output, both streams in order. */
  readonly output: string;
  /** The system's error code, such as `EACCES`, if the program could not be started; null if it ran. */
  readonly failure: string | null;
}

/**
 * Returns options for starting PostgreSQL's programs: their user; a separate session, so that Ctrl-C in the
 * terminal reaches only us; a folder that everybody can enter; and an empty environment, because variables
 * such as PGDATA or LC_ALL would change the programs' behaviour.
 */
export function spawnOptions(user: ServerUser): SpawnOptions {
  return {
    ...(isRoot() ? { uid: user.uid, gid: user.gid } : {}),
    cwd: '/',
    detached: true,
    env: { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin' },
  };
}

/**
 * Runs a short program to its end. The program and its child processes are killed when we exit or the signal
 * aborts.
 *
 * @throws the signal's reason if it was aborted before
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: { user: ServerUser; input?: string; signal?: AbortSignal | undefined },
): Promise<ProgramResult> {
  options.signal?.throwIfAborted();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const end = (code: number | null, failure: string | null) => {
      process.off('exit', kill);
      options.signal?.removeEventListener('abort', kill);
      resolve({ code, output: Buffer.concat(chunks).toString('utf8'), failure });
    };
    const kill = () => {
      if (child?.pid !== undefined) killGroup(child.pid);
    };
    const child = attempt(
      () => spawn(program, args, { ...spawnOptions(options.user), stdio: 'pipe' }),
      (failure) => end(null, failure),
    );
    if (child === null) return;
    process.on('exit', kill);
    options.signal?.addEventListener('abort', kill);
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => end(null, codeOf(error)));
    child.on('close', (code) => end(code, null));
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(options.input ?? '');
  });
}

/** Returns the system's code of an error, such as `EACCES`, or its message if it has no code. */
export function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}

/** Calls `failed` if `spawn` throws. Other failures of `spawn` are emitted as events. */
function attempt<T>(start: () => T, failed: (failure: string) => void): T | null {
  try {
    return start();
  } catch (error) {
    failed(codeOf(error));
    return null;
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

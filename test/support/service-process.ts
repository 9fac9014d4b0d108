import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import type { TestDatabase } from './database.ts';
import { SHORT_LIVED } from './short-lived.ts';

/** A program of the built release (`dist/`) in its own process. */
export interface ProgramRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The service in its own process, once it is ready. */
export interface ServiceProcess {
  readonly url: string;
  /** The demo account's key, if one was made. */
  readonly apiKey: string | null;
  /** The output until the keys are printed. */
  readonly said: string;
  readonly child: ChildProcess;
  /** Everything it has written to stderr, which is its log. */
  log(): string;
  /** Sends a signal and waits until the process ends. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** The environment that makes a program use a test's database. */
export function databaseEnvironment({ connection }: TestDatabase): NodeJS.ProcessEnv {
  if (typeof connection === 'string') return { DATABASE_URL: connection };
  const { host, port, user, database, password = '' } = connection;
  return {
    DATABASE_URL: `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
  };
}

/** A folder without a PID file. */
export function newRunFolder(): string {
  return join(inject('runFolder'), randomUUID());
}

/**
 * Starts `main.js` or `cli.js` of the build in a folder. `RUN_DIR` in the environment tells it about other
 * processes.
 *
 * @param release folder of the release whose build is used
 */
export function startProgram(
  program: 'main' | 'cli',
  environment: NodeJS.ProcessEnv,
  words: readonly string[] = [],
  folder: string = process.cwd(),
  release: string = PACKAGE_ROOT,
): ChildProcess {
  const entry = join(release, 'dist', `${program}.js`);
  const script = `import(${JSON.stringify(entry)}).then(({ main }) => main(process.argv.slice(1)))`;
  return spawn(process.execPath, [...SHORT_LIVED, '-e', script, '--', ...words], {
    cwd: folder,
    env: { ...programEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function programEnvironment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    PORT: '0',
    DATABASE_CONNECTIONS: '5',
    DRAIN_SECONDS: '0',
    RUN_DIR: newRunFolder(),
  };
}

/** Runs a program to its end. */
export async function runProgram(
  program: 'main' | 'cli',
  environment: NodeJS.ProcessEnv,
  words: readonly string[] = [],
  folder?: string,
): Promise<ProgramRun> {
  const child = startProgram(program, environment, words, folder);
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout: stdout(), stderr: stderr() };
}

/**
 * Tries to start the service for each environment, one after the other in one process, which is much
 * faster than a process for each. That process ends by itself, so a failed start leaves nothing open.
 */
export async function tryStarts(environments: readonly NodeJS.ProcessEnv[]): Promise<ProgramRun[]> {
  const script = `const { main } = await import(${JSON.stringify(join(PACKAGE_ROOT, 'dist/main.js'))});
    const usual = process.env;
    for (const environment of JSON.parse(process.argv[1])) {
      process.env = { ...usual, ...environment };
      process.exitCode = undefined;
      await main();
      for (const stream of [process.stdout, process.stderr]) stream.write('\\0' + process.exitCode + '\\0');
    }`;
  const args = [...SHORT_LIVED, '--input-type=module', '-e', script, JSON.stringify(environments)];
  const child = spawn(process.execPath, args, {
    env: { ...programEnvironment(), LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  await once(child, 'close');
  const [said, complained] = [stdout(), stderr()].map((text) => text.split('\0'));
  return environments.map((_, index) => ({
    code: Number(said?.[2 * index + 1]),
    stdout: said?.[2 * index] ?? '',
    stderr: complained?.[2 * index] ?? '',
  }));
}

/**
 * Starts the service and waits until it says that it is ready. With `release`, the service of another
 * release.
 */
export async function startServiceProcess(
  environment: NodeJS.ProcessEnv,
  release?: string,
): Promise<ServiceProcess> {
  const child = startProgram('main', environment, [], undefined, release);
  const log = collect(child.stderr);
  let url = '';
  let apiKey: string | null = null;
  let said = '';
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    url = /ready at (\S+)/.exec(line)?.[1] ?? url;
    apiKey = /KEY=(dky_\S+)/.exec(line)?.[1] ?? apiKey;
    said += `${line}\n`;
    if (/KEY=|API key +(?:npm|those|you have)/.test(line)) break;
  }
  if (url === '') throw new Error(`The service did not start: ${log()}`);
  child.stdout?.resume();
  return {
    url,
    apiKey,
    said,
    child,
    log,
    end: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const gone = once(child, 'exit');
      child.kill(signal);
      return (await gone)[0] as number | null;
    },
  };
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  let text = '';
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

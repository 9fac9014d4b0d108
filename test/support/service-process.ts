import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import type { TestDatabase } from './database.ts';

/** A program of the built release (`dist/`) in a process of its own. */
export interface ProgramRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The service in a process of its own, once it is ready. */
export interface ServiceProcess {
  readonly url: string;
  /** The demo account's key, where one was made. */
  readonly apiKey: string | null;
  readonly child: ChildProcess;
  /** Everything it has written to stderr: its log. */
  log(): string;
  /** Sends a signal and waits for the end. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** The environment that makes a program use a test's database. */
export function databaseEnvironment({ connection }: TestDatabase): NodeJS.ProcessEnv {
  if (typeof connection === 'string') return { DATABASE_URL: connection };
  const { host, port, user, database } = connection;
  return {
    DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
  };
}

/** Starts `main.js` or `cli.js` of the build. */
export function startProgram(
  program: 'main' | 'cli',
  environment: NodeJS.ProcessEnv,
  words: readonly string[] = [],
): ChildProcess {
  const entry = join(PACKAGE_ROOT, 'dist', `${program}.js`);
  const script = `import(${JSON.stringify(entry)}).then(({ main }) => main(process.argv.slice(1)))`;
  return spawn(process.execPath, ['-e', script, '--', ...words], {
    env: { PATH: process.env.PATH, PORT: '0', DATABASE_CONNECTIONS: '4', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a program to its end. */
export async function runProgram(
  program: 'main' | 'cli',
  environment: NodeJS.ProcessEnv,
  words: readonly string[] = [],
): Promise<ProgramRun> {
  const child = startProgram(program, environment, words);
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout: stdout(), stderr: stderr() };
}

/** Starts the service and waits until it says that it is ready. */
export async function startServiceProcess(environment: NodeJS.ProcessEnv): Promise<ServiceProcess> {
  const child = startProgram('main', environment);
  const log = collect(child.stderr);
  let url = '';
  let apiKey: string | null = null;
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    url = /ready at (\S+)/.exec(line)?.[1] ?? url;
    apiKey = /API key +(dky_\S+)/.exec(line)?.[1] ?? apiKey;
    if (url !== '' && /API key/.test(line)) break;
  }
  if (url === '') throw new Error(`The service did not start: ${log()}`);
  child.stdout?.resume();
  return {
    url,
    apiKey,
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

import { type ChildProcess, fork, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { PACKAGE_ROOT } from '../../src/package-root.ts';

export const API = '/custom/api/v1';

/** An account of a running service. */
export interface Client {
  readonly url: string;
  readonly apiKey: string;
}

/** The service as a user runs it, in a process and with an embedded database of its own. */
export interface RunningService extends Client {
  readonly accountId: string;
  readonly dataDir: string;
  /** The current process; another one after `start`. */
  readonly process: ChildProcess;
  /** Runs an operator command next to it. @returns its output; rejects if it fails */
  command(...words: string[]): Promise<string>;
  /** Ends the process, and keeps its data. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Starts it again with the same data. It must have a fixed `PORT`. */
  start(): Promise<void>;
  /** Ends it, and removes its data. */
  stop(): Promise<void>;
}

/** A bare server for comparison, in a process of its own. */
export interface RunningBaseline {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the built service (`dist/`) with a new data folder and a free port, without demo data and with an
 * account of its own, and otherwise with the default settings, except for a rate limit too high to be
 * reached.
 *
 * @param keptDataDir a data folder to use, and to keep
 */
export async function startService(
  settings: NodeJS.ProcessEnv = {},
  keptDataDir: string | null = null,
): Promise<RunningService> {
  const dataDir = keptDataDir ?? (await mkdtemp(join(tmpdir(), 'dakiya-bench-')));
  const own = { DATA_DIR: dataDir, DEMO: '0', PORT: '0', RATE_LIMIT: '1000000000', DATABASE_URL: '' };
  const environment = { ...process.env, ...own, ...settings };
  let child: ChildProcess;
  const start = async (): Promise<string> => {
    const started = spawnProgram('main', [], environment);
    child = started;
    for await (const line of createInterface({ input: started.stdout })) {
      const url = /ready at (\S+)/.exec(line)?.[1];
      if (url === undefined) continue;
      started.stdout.resume();
      return url;
    }
    throw new Error('The service did not start');
  };
  const url = await start();
  const command = async (...words: string[]) => {
    const run = spawnProgram('cli', words, environment);
    const [output] = await Promise.all([text(run.stdout), once(run, 'exit')]);
    if (run.exitCode !== 0) throw new Error(`The command failed: ${words.join(' ')}`);
    return output;
  };
  const account = JSON.parse(await command('account', 'create', 'Bench', '--json'));
  return {
    url,
    apiKey: account.api_key,
    accountId: account.account_id,
    command,
    dataDir,
    get process() {
      return child;
    },
    end: (signal) => endProcess(child, signal),
    start: async () => {
      await start();
    },
    stop: async () => {
      await endProcess(child);
      if (keptDataDir === null) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts a built program, `main` or `cli`, with a pipe for its output. */
export function spawnProgram(
  name: 'main' | 'cli',
  words: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
) {
  const program = join(PACKAGE_ROOT, `dist/${name}.js`);
  const script = `import('${program}').then(({ main }) => main(process.argv.slice(1)))`;
  return spawn(process.execPath, ['-e', script, '--', ...words], {
    cwd: PACKAGE_ROOT,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** Starts a module of `bench/baselines`, which sends its port when it listens. */
export async function startBaseline(name: string, options: object = {}): Promise<RunningBaseline> {
  const module = join(PACKAGE_ROOT, `dist-bench/bench/baselines/${name}.js`);
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit', 'ipc'];
  const child = fork(module, [JSON.stringify(options)], { stdio });
  const [port] = (await once(child, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, stop: () => endProcess(child) };
}

export async function endProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** Sends a body to the API. @returns its answer; rejects if it is refused */
export async function post<Answer>({ url, apiKey }: Client, path: string, body: object): Promise<Answer> {
  const response = await fetch(`${url}${API}${path}`, {
    method: 'POST',
    headers: { authorization: apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** Ports on which nothing listens. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

/** The service as a user runs it, in a process and with an embedded database of its own. */
export interface RunningService {
  readonly url: string;
  readonly apiKey: string;
  readonly accountId: string;
  readonly dataDir: string;
  /** The current process; another one after `killAndStart`. */
  readonly process: ChildProcess;
  /** Runs an operator command next to it. @returns its output */
  command(...words: string[]): Promise<string>;
  /** Kills it with -9, and starts it again at once with the same data. It must have a fixed `PORT`. */
  killAndStart(): Promise<void>;
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
 * @param root the project's folder
 * @param keptDataDir a data folder to use, and to keep
 */
export async function startService(
  root: string,
  settings: NodeJS.ProcessEnv = {},
  keptDataDir: string | null = null,
): Promise<RunningService> {
  const dataDir = keptDataDir ?? (await mkdtemp(join(tmpdir(), 'dakiya-bench-')));
  const program = (name: string, words: readonly string[]) =>
    spawn(
      process.execPath,
      [
        '-e',
        `import('${join(root, `dist/${name}.js`)}').then(({ main }) => main(process.argv.slice(1)))`,
        '--',
        ...words,
      ],
      {
        cwd: root,
        env: {
          ...process.env,
          DATA_DIR: dataDir,
          DEMO: '0',
          PORT: '0',
          RATE_LIMIT: '1000000000',
          DATABASE_URL: '',
          ...settings,
        },
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
  let child: ChildProcess;
  const start = async (): Promise<string> => {
    const started = program('main', []);
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
  const command = (...words: string[]) => text(program('cli', words).stdout);
  const { account_id: accountId, api_key: apiKey } = JSON.parse(
    await command('account', 'create', 'Bench', '--json'),
  ) as { account_id: string; api_key: string };
  return {
    url,
    apiKey,
    accountId,
    command,
    dataDir,
    get process() {
      return child;
    },
    killAndStart: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      await start();
    },
    stop: async () => {
      await stopProcess(child);
      if (keptDataDir === null) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts a module of `bench/baselines`, which sends its port when it listens. */
export async function startBaseline(module: URL, options: object): Promise<RunningBaseline> {
  const child = fork(module, [JSON.stringify(options)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [port] = (await once(child, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, stop: () => stopProcess(child) };
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

/** A port on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

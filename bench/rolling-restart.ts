import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { PACKAGE_ROOT } from '../src/package-root.ts';
import { atRate } from './support/at-rate.ts';
import { databaseUrl, openScratchPostgres } from './support/databases.ts';
import { API, freePorts, type RunningService, startService } from './support/server-process.ts';
import { orderBodies, QUOTE_BODY } from './support/shop.ts';

export const name = 'Rolling restart and kill -9';

const PER_SECOND = Number(process.env.RESTART_RATE ?? 300);
const HAPROXY = '/usr/sbin/haproxy';
/** HAProxy checks twice a second. */
const SEEN_WITHIN_MS = 2_000;

/** What is missing for this benchmark; null for nothing. */
export function missing(): string | null {
  return existsSync(HAPROXY) ? null : `there is no ${HAPROXY}`;
}

/** The load balancer, and an account behind it. */
interface Target {
  readonly port: number;
  readonly agent: Agent;
  readonly apiKey: string;
  readonly order: () => string;
}

/** The results of the requests of a period. */
interface Count {
  readonly sent: number;
  readonly failures: { readonly why: string; readonly sentAt: number }[];
  /** Order ids that were answered as booked. */
  readonly booked: string[];
}

/**
 * Four processes on one PostgreSQL behind HAProxy with `deploy/haproxy/dakiya.cfg`; requests are sent at a
 * constant rate, whether or not answers arrive: of ten, one books, five request a quote, four list
 * warehouses.
 */
export async function run(): Promise<string> {
  const postgres = await openScratchPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'dakiya-haproxy-'));
  const [port = 0, ...ports] = await freePorts(5);
  const settings = (at: number) => ({
    DATABASE_URL: databaseUrl(postgres.connection),
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATABASE_CONNECTIONS: '10',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'silent',
    PORT: String(at),
    RUN_DIR: join(folder, String(at)),
  });
  const services: RunningService[] = [];
  const agent = new Agent({ keepAlive: true });
  let balancer: ChildProcess | null = null;
  try {
    for (const at of ports) services.push(await startService(settings(at)));
    const [first] = services;
    if (first === undefined) throw new Error('No process was started');
    balancer = await startHaproxy(folder, port, ports);
    const target = { port, agent, apiKey: first.apiKey, order: await orderBodies(first) };

    const restarts = startLoad(target);
    for (const service of services) {
      await wait(SEEN_WITHIN_MS);
      await service.end('SIGTERM');
      await service.start();
    }
    await wait(SEEN_WITHIN_MS);
    const restarted = await restarts.end();

    const kills = startLoad(target);
    const killedAt: number[] = [];
    for (const service of services.slice(0, 2)) {
      await wait(SEEN_WITHIN_MS);
      killedAt.push(performance.now());
      await service.end('SIGKILL');
      await wait(SEEN_WITHIN_MS);
      await service.start();
    }
    await wait(SEEN_WITHIN_MS);
    const killed = await kills.end();

    const lost = ({ booked }: Count) => notBooked(postgres.connection, booked);
    const late = killed.failures.filter(({ sentAt }) => !killedAt.some((at) => isInFlight(sentAt, at)));
    return [
      `${PER_SECOND} requests a second at a fixed rate through HAProxy to four processes. One in ten books an order.`,
      '',
      '| | requests | failed | orders acknowledged | lost |',
      '|---|---|---|---|---|',
      `| each process stopped and started again, one by one | ${restarted.sent} | ${told(restarted)} | ${restarted.booked.length} | ${await lost(restarted)} |`,
      `| two processes killed with SIGKILL, one by one | ${killed.sent} | ${told(killed)}, ${killed.failures.length - late.length} of them in progress when it was killed | ${killed.booked.length} | ${await lost(killed)} |`,
    ].join('\n');
  } finally {
    agent.destroy();
    balancer?.kill();
    for (const { stop } of services) await stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Requests sent within a second before a kill, or before it was noticed. */
function isInFlight(sentAt: number, killedAt: number): boolean {
  return sentAt > killedAt - 10_000 && sentAt < killedAt + 50;
}

function told({ failures }: Count): string {
  const reasons = [...new Set(failures.map(({ why }) => why))];
  return reasons.length === 0 ? '0' : `${failures.length} (${reasons.join('; ')})`;
}

/** Requests at a constant rate until it is ended. */
function startLoad(target: Target) {
  const count: Count = { sent: 0, failures: [], booked: [] };
  const load = atRate(PER_SECOND, async (turn) => {
    const sentAt = performance.now();
    await ask(target, turn % 10, count).catch(({ message: why }: Error) => {
      count.failures.push({ why, sentAt });
    });
  });
  return {
    end: async () => {
      await load.end();
      return { ...count, sent: load.begun };
    },
  };
}

async function ask(target: Target, turn: number, { booked }: Count): Promise<void> {
  if (turn === 0) {
    const order = target.order();
    await answerTo(target, 'POST', 'forward-order-orchestration', order);
    booked.push((JSON.parse(order) as { order_id: string }).order_id);
  } else if (turn < 6) await answerTo(target, 'POST', 'rates', QUOTE_BODY);
  else await answerTo(target, 'GET', 'warehouses');
}

async function answerTo(
  { port, agent, apiKey }: Target,
  method: string,
  path: string,
  body?: string,
): Promise<void> {
  const headers = { authorization: apiKey, 'content-type': 'application/json' };
  const sent = request({ host: '127.0.0.1', port, agent, method, path: `${API}/${path}`, headers });
  const [answer] = (await once(sent.end(body), 'response')) as [IncomingMessage];
  await answer.resume().toArray();
  if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.statusCode}`);
}

/** The number of given order ids that are not in the database. */
async function notBooked(connection: pg.ClientConfig, orderIds: readonly string[]): Promise<number> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ display_id: string }>('select display_id from dakiya.orders');
  await client.end();
  const found = new Set(rows.map(({ display_id }) => display_id));
  return orderIds.filter((id) => !found.has(id)).length;
}

async function startHaproxy(folder: string, port: number, ports: readonly number[]): Promise<ChildProcess> {
  let text = await readFile(join(PACKAGE_ROOT, 'deploy/haproxy/dakiya.cfg'), 'utf8');
  for (const [index, at] of [port, ...ports].entries()) {
    text = text.replaceAll(`127.0.0.1:${8080 + index}`, `127.0.0.1:${at}`);
  }
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, text);
  const balancer = spawn(HAPROXY, ['-db', '-f', file], { stdio: 'ignore' });
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => null);
    if (answer?.ok) return balancer;
    if (balancer.exitCode !== null) throw new Error('HAProxy did not start (apt-get install haproxy)');
    await wait(50);
  }
}

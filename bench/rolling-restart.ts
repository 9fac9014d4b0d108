import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { PACKAGE_ROOT } from '../src/package-root.ts';
import { orderBodies } from './support/order-bodies.ts';
import { QUOTE_BODY } from './support/quote-body.ts';
import { databaseUrl, openScratchPostgres } from './support/scratch-postgres.ts';
import { type RunningService, startService } from './support/server-process.ts';

export const name = 'Rolling restart and kill -9';

const PER_SECOND = Number(process.env.RESTART_RATE ?? 300);
const HAPROXY = '/usr/sbin/haproxy';
/** HAProxy checks twice a second. */
const SEEN_WITHIN_MS = 2_000;
const API = '/custom/api/v1';

/** What is missing for this benchmark; null for nothing. */
export function missing(): string | null {
  return existsSync(HAPROXY) ? null : `there is no ${HAPROXY}`;
}

/** The results of the requests of a period. */
interface Count {
  sent: number;
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
  const start = (at: number) => startService(PACKAGE_ROOT, settings(at));
  const services: RunningService[] = [];
  const agent = new Agent({ keepAlive: true });
  let balancer: ChildProcess | null = null;
  try {
    for (const at of ports) services.push(await start(at));
    const [first] = services;
    if (first === undefined) throw new Error('No process was started');
    balancer = await startHaproxy(folder, port, ports);
    const body = await orderBodies(first);
    const load = () => new Load({ port, agent, apiKey: first.apiKey, body });

    const restarts = load();
    for (const [index, at] of ports.entries()) {
      await wait(SEEN_WITHIN_MS);
      await services[index]?.stop();
      services[index] = await start(at);
    }
    await wait(SEEN_WITHIN_MS);
    const restarted = await restarts.end();

    const kills = load();
    const killedAt: number[] = [];
    for (const [index, at] of [...ports.entries()].slice(0, 2)) {
      await wait(SEEN_WITHIN_MS);
      killedAt.push(performance.now());
      services[index]?.process.kill('SIGKILL');
      await wait(SEEN_WITHIN_MS);
      services[index] = await start(at);
    }
    await wait(SEEN_WITHIN_MS);
    const killed = await kills.end();

    const lost = await notBooked(postgres.connection, [...restarted.booked, ...killed.booked]);
    const late = killed.failures.filter(({ sentAt }) => !killedAt.some((at) => isInFlight(sentAt, at)));
    return [
      `${PER_SECOND} requests a second at a fixed rate through HAProxy to four processes. One in ten books an order.`,
      '',
      '| | requests | failed | orders acknowledged | lost |',
      '|---|---|---|---|---|',
      `| each process stopped and started again, one by one | ${restarted.sent} | ${told(restarted)} | ${restarted.booked.length} | ${lost.filter((id) => restarted.booked.includes(id)).length} |`,
      `| two processes killed with SIGKILL, one by one | ${killed.sent} | ${told(killed)}, ${killed.failures.length - late.length} of them in progress when their process was killed | ${killed.booked.length} | ${lost.filter((id) => killed.booked.includes(id)).length} |`,
    ].join('\n');
  } finally {
    agent.destroy();
    balancer?.kill();
    for (const { process, stop } of services) if (process.signalCode === null) await stop();
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

/** Sends at a constant rate until it is stopped. */
class Load {
  readonly #count: Count = { sent: 0, failures: [], booked: [] };
  readonly #under = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  readonly #target: { port: number; agent: Agent; apiKey: string; body: () => string };

  constructor(target: { port: number; agent: Agent; apiKey: string; body: () => string }) {
    this.#target = target;
    const begun = performance.now();
    this.#timer = setInterval(() => {
      const due = ((performance.now() - begun) / 1000) * PER_SECOND;
      while (this.#count.sent < due) this.#send();
    }, 1);
  }

  async end(): Promise<Count> {
    clearInterval(this.#timer);
    await Promise.all(this.#under);
    return this.#count;
  }

  #send(): void {
    const sentAt = performance.now();
    const turn = this.#count.sent % 10;
    this.#count.sent += 1;
    const sending = this.#ask(turn).catch(({ message: why }: Error) => {
      this.#count.failures.push({ why, sentAt });
    });
    this.#under.add(sending);
    void sending.then(() => this.#under.delete(sending));
  }

  async #ask(turn: number): Promise<void> {
    if (turn === 0) {
      const order = this.#target.body();
      await this.#answerTo('POST', 'forward-order-orchestration', order);
      this.#count.booked.push((JSON.parse(order) as { order_id: string }).order_id);
    } else if (turn < 6) await this.#answerTo('POST', 'rates', QUOTE_BODY);
    else await this.#answerTo('GET', 'warehouses');
  }

  async #answerTo(method: string, path: string, body?: string): Promise<void> {
    const { port, agent, apiKey } = this.#target;
    const headers = { authorization: apiKey, 'content-type': 'application/json' };
    const sent = request({ host: '127.0.0.1', port, agent, method, path: `${API}/${path}`, headers });
    const [answer] = (await once(sent.end(body), 'response')) as [IncomingMessage];
    await answer.resume().toArray();
    if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.statusCode}`);
  }
}

/** The given order ids that are not in the database. */
async function notBooked(connection: pg.ClientConfig, orderIds: readonly string[]): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ display_id: string }>('select display_id from dakiya.orders');
  await client.end();
  const found = new Set(rows.map(({ display_id }) => display_id));
  return orderIds.filter((id) => !found.has(id));
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

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  for (const server of servers) server.close();
  return ports;
}

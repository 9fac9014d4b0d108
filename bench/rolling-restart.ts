import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, type RequestOptions, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { PACKAGE_ROOT } from '../src/package-root.ts';
import { databaseUrl, openScratchPostgres } from './support/scratch-postgres.ts';
import { type RunningService, startService } from './support/server-process.ts';

export const name = 'Rolling restart';

const REQUESTS = 2_000;
const BETWEEN_REQUESTS_MS = 20;
const LOOK_MS = 1_000;
/** A balancer's usual patience with a look at `/ready`. */
const LOOK_PATIENCE_MS = 900;
const QUOTE = JSON.stringify({
  journey_type: 'forward',
  origin_pincode: '110001',
  destination_pincode: '400001',
  dead_weight: 500,
  length: 10,
  width: 10,
  height: 10,
  payment_method: 'prepaid',
});

/** One of the two processes, as the balancer sees it. */
interface Backend {
  readonly settings: NodeJS.ProcessEnv;
  readonly agent: Agent;
  service: RunningService;
  port: string;
  isReady: boolean;
}

/**
 * Two processes on one PostgreSQL behind a balancer that looks at `/ready` every second and tries nothing
 * twice; each is stopped and started again while requests come.
 */
export async function run(): Promise<string> {
  const postgres = await openScratchPostgres();
  const backends: Backend[] = [];
  const clients = new Agent({ keepAlive: true });
  const balancer = createServer((incoming, outgoing) => {
    const ready = backends.filter(({ isReady }) => isReady);
    turn += 1;
    const backend = ready[turn % ready.length];
    if (backend === undefined) {
      outgoing.writeHead(503, 'No process is ready').end();
      return;
    }
    const { method, url: path, headers } = incoming;
    const onward = request({ port: backend.port, method, path, headers, agent: backend.agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', ({ message }) => outgoing.writeHead(502, message).end());
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
  let turn = 0;
  let looking: NodeJS.Timeout | undefined;
  try {
    await once(balancer, 'listening');
    const settings = { DATABASE_URL: databaseUrl(postgres.connection), LOG_LEVEL: 'silent' };
    for (let count = 0; count < 2; count += 1) {
      const service = await startService(PACKAGE_ROOT, settings);
      const { port } = new URL(service.url);
      backends.push({ settings, agent: new Agent({ keepAlive: true }), service, port, isReady: false });
    }
    await Promise.all(backends.map(look));
    looking = setInterval(() => void Promise.all(backends.map(look)), LOOK_MS);
    const restarts = restartEach(backends);
    const failures = await ask(
      (balancer.address() as AddressInfo).port,
      backends[0]?.service.apiKey,
      clients,
    );
    const stops = await restarts;
    const reasons = failures.length === 0 ? '' : ` (${[...new Set(failures)].join('; ')})`;
    return `${failures.length} of ${REQUESTS} requests failed${reasons}, one sent every ${BETWEEN_REQUESTS_MS} ms, while each of two processes was stopped (${stops.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(' and ')}, the time to drain included) and started again.`;
  } finally {
    clearInterval(looking);
    clients.destroy();
    balancer.close();
    for (const { service, agent } of backends) {
      agent.destroy();
      await service.stop();
    }
    await postgres.stop();
  }
}

async function look(backend: Backend): Promise<void> {
  const answer = answerTo({ port: backend.port, path: '/ready', timeout: LOOK_PATIENCE_MS });
  backend.isReady = await answer.then(
    ({ statusCode }) => statusCode === 200,
    () => false,
  );
}

/** Stops and starts one after the other, each when the one before is ready again; how long each stop took. */
async function restartEach(backends: readonly Backend[]): Promise<number[]> {
  const stops: number[] = [];
  for (const backend of backends) {
    await wait(3 * LOOK_MS);
    const begun = performance.now();
    await backend.service.stop();
    stops.push(performance.now() - begun);
    backend.service = await startService(PACKAGE_ROOT, backend.settings);
    backend.port = new URL(backend.service.url).port;
    while (!backend.isReady) await wait(100);
  }
  return stops;
}

/** Sends the requests, in turns a quote and a list, and tells why each that had no 200 failed. */
async function ask(port: number, apiKey = '', agent: Agent): Promise<string[]> {
  const answers: Promise<string>[] = [];
  for (let sent = 0; sent < REQUESTS; sent += 1) {
    const path = (noun: string) => `/custom/api/v1/${noun}`;
    const answer =
      sent % 2 === 0
        ? answerTo(
            {
              port,
              agent,
              method: 'POST',
              path: path('rates'),
              headers: { authorization: apiKey, 'content-type': 'application/json' },
            },
            QUOTE,
          )
        : answerTo({ port, agent, path: path('warehouses'), headers: { authorization: apiKey } });
    answers.push(
      answer.then(
        ({ statusCode, statusMessage }) => (statusCode === 200 ? '' : `${statusCode} ${statusMessage}`),
        ({ message }: Error) => message,
      ),
    );
    await wait(BETWEEN_REQUESTS_MS);
  }
  return (await Promise.all(answers)).filter((reason) => reason !== '');
}

async function answerTo(options: RequestOptions, body?: string): Promise<IncomingMessage> {
  const sent = request({ host: '127.0.0.1', ...options }).end(body);
  sent.on('timeout', () => sent.destroy());
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  await answer.resume().toArray();
  return answer;
}

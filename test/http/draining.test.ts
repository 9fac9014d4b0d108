import { Agent, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closingServer } from '../../src/service/shutdown.ts';
import { startApp, type TestApp } from '../support/app.ts';

let test: TestApp;
let agent: Agent;

beforeEach(async () => {
  test = await startApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  agent = new Agent({ keepAlive: true });
});
afterEach(async () => {
  agent.destroy();
  await test.stop();
});

async function ask(path: string, headers: Record<string, string> = {}, body?: object) {
  const { port } = test.app.server.address() as AddressInfo;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const more =
    text === undefined ? {} : { 'content-type': 'application/json', 'content-length': text.length };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(
      {
        port,
        path,
        agent,
        method: text === undefined ? 'GET' : 'POST',
        headers: { ...headers, ...more },
      },
      resolve,
    )
      .on('error', reject)
      .end(text);
  });
  return { status: response.statusCode, headers: response.headers, body: await json(response) };
}

it('a stopping process is not ready, and answers each connection once more', async () => {
  const { headers } = await test.account();
  const parcel = {
    journey_type: 'forward',
    origin_pincode: '110001',
    destination_pincode: '400001',
    dead_weight: 0.5,
    length: 10,
    width: 10,
    height: 10,
    payment_method: 'prepaid',
  };
  const quote = () => ask('/custom/api/v1/rates', headers, parcel);
  expect(await quote()).toMatchObject({ status: 200 });
  for (let times = 0; times < 2; times += 1) expect(await ask('/ready')).toMatchObject({ status: 200 });
  const before = await quote();
  expect(before.headers.connection).toBe('keep-alive');

  const over = test.app.draining.begin(50);
  expect(await ask('/ready')).toMatchObject({
    status: 503,
    headers: { connection: 'close', 'x-request-id': expect.any(String), 'retry-after': '2' },
    body: { status: 'ERROR', errors: ['This process is about to stop'] },
  });
  expect(await ask('/health')).toMatchObject({ status: 200, headers: { connection: 'close' } });
  const { status, body, headers: answered } = await quote();
  expect({ status, body }).toEqual({ status: before.status, body: before.body });
  expect(answered.connection).toBe('close');
  await over;
});

it('a stopping process logs requests of /ready at level info and without a stack', async () => {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const logging = await startApp({ logger });
  try {
    void logging.app.draining.begin(0);
    expect((await logging.app.inject({ url: '/ready' })).statusCode).toBe(503);
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      [30, 'not available'],
      [30, 'request'],
    ]);
    expect(lines[0]).toMatchObject({ reason: 'This process is about to stop' });
    expect(JSON.stringify(lines)).not.toMatch(/stack|\bat .*:\d+:\d+/);
  } finally {
    await logging.stop();
  }
});

it('a stopping process answers a request that arrives', async () => {
  const slow = new Promise<void>((resolve) => {
    test.app.server.once('request', () => resolve());
  });
  const { port } = test.app.server.address() as AddressInfo;
  const open = request({ port, path: '/custom/api/v1/client-stores', method: 'POST', agent });
  open.on('error', () => undefined);
  open.setHeader('content-length', 10);
  open.write('{');
  await slow;
  const closing = closingServer(test.app).close();
  const answer = new Promise<IncomingMessage>((resolve) => {
    open.on('response', resolve);
  });
  open.end('"a":"b" }');
  const response = await answer;
  expect(response.statusCode).toBe(401);
  expect(response.headers['x-request-id']).toEqual(expect.any(String));
  response.resume();
  await closing;
});

it.each([0, 1])('a process stops at once if /ready was read %i times', async (times) => {
  for (let read = 0; read < times; read += 1) await ask('/ready');
  const begun = performance.now();
  await test.app.draining.begin(60_000);
  expect(performance.now() - begun).toBeLessThan(30_000);
});

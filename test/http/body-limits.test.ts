import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { addFileBodies, fileOf } from '../../src/http/plugins/bodies.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { connectTestShop } from '../support/shops.ts';
import { loopbackAllowed } from '../support/webhooks.ts';

const API = '/custom/api/v1';
const SIGN_IN = `${API}/auth-token`;
const STORES = `${API}/client-stores`;
const ORDERS = `${API}/forward-order`;
const RATES = `${API}/checkout-rates`;
const KB = 1024;
const MB = 1024 * KB;
/** Of the service. */
const LOOK_EVERY_MS = 1_000;

let test: TestApp;
let account: TestAccount;
let port: number;
let open: Socket[] = [];

beforeAll(async () => {
  // The service checks bodies every second, which the test simulates.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  test = await startApp({ trustProxy: true, shipping: { outgoing: loopbackAllowed() } }, (app) => {
    addBuyers(app);
    app.register(addRefusedFiles);
  });
  account = await test.account();
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  port = (test.app.server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const end of waiting.splice(0)) end();
  await Promise.all(open.map((socket) => socket.destroyed || breakOff(socket)));
  open = [];
});
afterAll(async () => {
  await test.stop();
  vi.useRealTimers();
});

/** The answers to customers' bodies; each waits for the test. */
const waiting: (() => void)[] = [];
/** What customers' bodies do before they wait. */
let working = (): void => undefined;

/** A route for bodies of customers, named in the path, which answers when the test allows it. */
function addBuyers(app: FastifyInstance): void {
  app.post<{ Params: { buyer: string } }>(
    '/buyers/:buyer',
    {
      config: { access: 'public' },
      schema: { hide: true },
      bodyLimit: 13 * MB,
      onRequest: async (request) => {
        request.passHolder = request.params.buyer;
      },
    },
    async () => {
      working();
      await new Promise<void>((resolve) => waiting.push(resolve));
      return {};
    },
  );
}

/** A route that refuses a file after its first part. */
async function addRefusedFiles(app: FastifyInstance): Promise<void> {
  addFileBodies(app);
  app.post(
    '/refused-files',
    {
      config: { access: 'public', file: 'text/csv' },
      schema: { hide: true },
      bodyLimit: 13 * MB,
      onRequest: async (request) => {
        request.passHolder = 'asha';
      },
    },
    async (request, reply) => {
      for await (const _part of fileOf(request)) break;
      return reply.code(422).send({});
    },
  );
}

/** The key with which the shop of a new account asks for rates. */
async function checkoutKey(): Promise<string> {
  const merchant = await test.account();
  const { id } = (await connectTestShop(merchant, { url: 'http://127.0.0.1:9' })).json().data;
  return (await merchant.post(`/shops/${id}/checkout-key`, {})).json().data.key;
}

interface Slow {
  readonly socket: Socket;
  /** The answer's status, when there is one. */
  readonly status: Promise<number>;
}

/** Sends the headers of a request and a part of its body. */
function send(path: string, headers: Record<string, string | number>, body = ''): Slow {
  const socket = connect(port, '127.0.0.1');
  open.push(socket);
  socket.on('error', () => undefined);
  const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  const status = once(socket, 'data').then(([answer]) => Number(String(answer).split(' ')[1]));
  status.catch(() => undefined);
  return { socket, status };
}

interface Begun extends Slow {
  /** How much of it has come. */
  bytesRead(): number;
}

/** Sends an incomplete body, and waits until the service has begun to read it. */
async function beginSlowly(path: string, headers: Record<string, string | number>): Promise<Begun> {
  const begun = once(test.app.server, 'request');
  const slow = send(path, headers, 'transfer-encoding' in headers ? '1\r\n{\r\n' : '{');
  const [{ socket }] = (await begun) as [IncomingMessage];
  return { ...slow, bytesRead: () => socket.bytesRead };
}

/** Sends this many more bytes, and waits until they have arrived. */
async function goOn({ socket, bytesRead }: Begun, bytes = 1): Promise<void> {
  const before = bytesRead();
  socket.write(' '.repeat(bytes));
  await expect.poll(bytesRead, { interval: 5 }).toBeGreaterThanOrEqual(before + bytes);
}

/** Repeats an action every 10 s until an answer arrives. Returns the answer and the number of actions. */
async function answerWhile(
  { status }: Slow,
  act: () => Promise<unknown>,
): Promise<[answer: number, times: number]> {
  const cutOff = vi.fn();
  test.app.server.once('clientError', cutOff);
  let times = 0;
  const next = async () => {
    await act();
    times += 1;
    test.advance(10_000);
    vi.advanceTimersByTime(LOOK_EVERY_MS);
    return cutOff.mock.calls.length;
  };
  // With a pause in between, because the sender may have to be looked up first.
  await expect.poll(next, { interval: 10 }).toBe(1);
  return [await status, times];
}

async function breakOff(socket: Socket): Promise<void> {
  const closed = once(socket, 'close');
  socket.destroy();
  await closed;
}

function signInOf(bytes: number) {
  const body = JSON.stringify({ username: 'nobody', password: '' });
  return { path: SIGN_IN, headers: { 'content-length': bytes }, body: body.padEnd(bytes) };
}

describe('a body without a credential', () => {
  it.each([
    [SIGN_IN, 16 * KB, 422],
    [SIGN_IN, 16 * KB + 1, 413],
    [`${API}/nothing`, 16 * KB, 404],
    [`${API}/nothing`, 16 * KB + 1, 413],
    ['/track', 16 * KB + 1, 413],
  ])('to %s of %i bytes gets %i', async (path, bytes, status) => {
    const { body } = signInOf(bytes);
    expect(await send(path, { 'content-length': bytes }, body).status).toBe(status);
  });

  it('is refused before it arrives', async () => {
    expect(await send(SIGN_IN, { 'content-length': MB }).status).toBe(413);
    expect(await send(STORES, { 'content-length': MB }).status).toBe(401);
  });

  it('that is a form of more than 32 MB gets its refusal after all of it is sent', async () => {
    const begun = send(STORES, {
      authorization: account.apiKey,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 40 * MB,
    });
    const part = '--x\r\ncontent-disposition: form-data; name="logo"; filename="a.png"\r\n\r\n';
    await new Promise((resolve) => begun.socket.write(part.padEnd(40 * MB, 'a'), resolve));
    expect(await begun.status).toBe(413);
  });

  it('that is refused while it comes is discarded, and its connection serves the next request', async () => {
    const part = 'a'.repeat(200 * KB);
    const headers = { 'content-type': 'text/csv', 'content-length': 2 * part.length };
    const { socket, status } = send('/refused-files', headers, part);
    expect(await status).toBe(422);
    const next = once(socket, 'data');
    socket.write(`${part}GET /health HTTP/1.1\r\nhost: x\r\n\r\n`);
    expect(String((await next)[0])).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('without a stated length is refused once it is too large', async () => {
    const { status } = send(
      SIGN_IN,
      { 'transfer-encoding': 'chunked' },
      `4001\r\n${' '.repeat(16 * KB + 1)}\r\n`,
    );
    expect(await status).toBe(413);
  });
});

describe('a body with a credential', () => {
  it.each([
    [`${API}/rates`, 64 * KB, 422],
    [STORES, 3 * MB, 422],
    [`${API}/shipments`, 64 * KB, 413],
    [ORDERS, 2 * MB, 422],
    [`${API}/jobs`, 2 * MB, 422],
  ])('to %s may have %i bytes, with or without a stated length', async (path, largest) => {
    const text = `{"store_name":"${'a'.repeat(largest - 17)}"}`;
    const headers = { authorization: account.apiKey, 'content-type': 'application/json' };
    const told = send(path, { ...headers, 'content-length': text.length }, text);
    const untold = `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
    const chunked = send(path, { ...headers, 'transfer-encoding': 'chunked' }, untold);
    const statuses = [await told.status, await chunked.status];
    expect(statuses[0]).not.toBe(413);
    expect(statuses[1]).toBe(statuses[0]);
    expect(await send(path, { ...headers, 'content-length': largest + 1 }).status).toBe(413);
  });

  it('may be an order of 1,000 items with long texts', async () => {
    const item = { name: 'क'.repeat(300), sku: 'क'.repeat(100), hsn: '61091000', units: 1, unit_price: 1 };
    const payload = { order_id: 'LONG-1', order_items: Array(1_000).fill(item) };
    expect(JSON.stringify(payload).length).toBeGreaterThan(64 * KB);
    const response = await account.post('/forward-order', payload);
    expect(response.statusCode).toBe(422);
    expect(response.json().problems.map(({ code }: { code: string }) => code)).not.toContain('too_long');
  });
});

describe('the JSON of a body', () => {
  const post = (path: string, payload: string, type = 'application/json') =>
    test.app.inject({
      method: 'POST',
      url: `${API}${path}`,
      headers: { ...account.headers, 'content-type': type },
      payload,
    });

  it.each([
    ['[', 'The body is nested more than 32 levels deep'],
    ['[],', 'The body has more than 100000 entries'],
    ['{},', 'The body has more than 100000 entries'],
    ['{"a":1},', 'The body has more than 20000 keys'],
  ])('is refused before it is parsed if it repeats %s', async (part, sentence) => {
    const parsing = vi.spyOn(JSON, 'parse');
    const response = await post('/forward-order', `[${part.repeat((1.9 * MB) / part.length)}`);
    const longest = Math.max(0, ...parsing.mock.calls.map(([text]) => text.length));
    parsing.mockRestore();
    expect([response.statusCode, response.json().errors]).toEqual([400, [sentence]]);
    expect(longest).toBeLessThan(64 * KB);
  });

  it('is refused in small bodies too, also without a credential', async () => {
    const nested = `${'['.repeat(33)}${']'.repeat(33)}`;
    for (const path of ['/rates', '/auth-token', '/forward-order'])
      expect((await post(path, nested)).json().errors).toEqual([
        'The body is nested more than 32 levels deep',
      ]);
    expect((await post('/rates', nested.slice(1, -1))).statusCode).toBe(422);
  });

  it('may be a job of 10,000 ids, and an exchange of 2,000 items with every field', async () => {
    const ids = Array.from({ length: 10_000 }, (_, at) => `SHIPMENT${at}`);
    const job = await post('/jobs', JSON.stringify({ kind: 'tag', shipment_ids: ids }));
    expect(job.statusCode).toBe(422);
    const item = {
      name: 'a',
      sku: 'b',
      hsn: 'c',
      units: 1,
      unit_price: 1,
      discount: 1,
      tax_rate: 1,
      weight: 1,
    };
    const items = Array(1_000).fill({ ...item, length: 1, breadth: 1, height: 1, category: 'd' });
    const order = await post('/forward-order', JSON.stringify({ order_items: items }));
    expect(order.statusCode).toBe(422);
    const exchange = JSON.stringify({ order_items: items, return_items: items });
    expect((await post('/exchange-order-orchestration', exchange)).statusCode).toBe(422);
  });
});

describe('bodies in progress', () => {
  const bytes = 16 * KB;
  const empty = { 'content-type': 'application/json', 'content-length': 2 };
  const json = () => ({ authorization: account.apiKey, 'content-type': 'application/json' });

  it('without a credential count by received bytes: hundreds of slow ones block nobody', async () => {
    for (let count = 0; count < 300; count += 1) {
      const from = { 'x-forwarded-for': `203.0.113.${count % 4}` };
      await beginSlowly(SIGN_IN, { ...from, 'content-length': bytes });
    }
    const { body } = signInOf(bytes);
    for (const address of ['203.0.113.1', '198.51.100.1']) {
      const headers = { 'x-forwarded-for': address, 'content-length': bytes };
      expect(await send(SIGN_IN, headers, body).status).toBe(422);
    }
    expect(await send(STORES, { ...empty, authorization: account.apiKey }, '{}').status).toBe(422);
  });

  it('without a credential share room by the /48 of an IPv6 address: the oldest is cut off for the next', async () => {
    const slow: Slow[] = [];
    const from = (part: number) => ({ 'x-forwarded-for': `2001:db8:1:${part.toString(16)}::1` });
    const almost = '{'.padEnd(bytes - 1);
    for (let count = 0; count < 70; count += 1) {
      const sent = send(SIGN_IN, { ...from(count), 'content-length': bytes }, almost);
      slow.push(sent);
    }
    expect(await slow[0]?.status).toBe(503);
    expect(await send(SIGN_IN, { ...from(99), 'content-length': bytes }, signInOf(bytes).body).status).toBe(
      422,
    );
  });

  it('with a credential count by received bytes: slow ones block neither others nor their own account', async () => {
    for (let count = 0; count < 40; count += 1) {
      await beginSlowly(ORDERS, { ...json(), 'content-length': MB });
      await beginSlowly(ORDERS, { ...json(), 'transfer-encoding': 'chunked' });
    }
    expect(await send(STORES, { ...json(), 'content-length': 2 }, '{}').status).toBe(422);
    const other = { ...empty, authorization: (await test.account()).apiKey };
    expect(await send(STORES, other, '{}').status).toBe(422);
  });

  it('share room for all credentials of an account: its oldest body is cut off with 503', async () => {
    const made = await account.post('/keys', { name: 'second', scope: 'full' });
    const keys = [account.apiKey, made.json().data.attributes.token as string];
    const almost = '{'.padEnd(MB - 1);
    const slow: Slow[] = [];
    for (let count = 0; count < 17; count += 1) {
      const authorization = keys[count % 2] ?? '';
      slow.push(send(ORDERS, { ...json(), authorization, 'content-length': MB }, almost));
    }
    // Either of them may arrive first.
    const answer = await Promise.any(slow.map(async ({ status }) => status));
    expect(answer).toBe(503);
    const other = { ...empty, authorization: (await test.account()).apiKey };
    expect(await send(STORES, other, '{}').status).toBe(422);
  });

  it('of a shop that asks for rates count for its account, from any address', async () => {
    const [one, other] = [await checkoutKey(), await checkoutKey()];
    const almost = '{'.padEnd(MB - 1);
    const of = (authorization: string, bytes: number) => ({
      ...empty,
      authorization,
      'content-length': bytes,
    });
    const slow = [1, 2].map(() => send(RATES, of(one, MB), almost));
    expect(await send(RATES, of(other, 2), '{}').status).toBe(422);
    for (const { socket } of slow) socket.write('}');
    expect(await Promise.all(slow.map(({ status }) => status))).toEqual([422, 422]);
  });

  it('of customers have separate room: five that fill it block neither accounts nor a sixth', async () => {
    const almost = '{'.padEnd(12 * MB - 1);
    const slow = ['a', 'b', 'c', 'd', 'e'].map((buyer) =>
      send(`/buyers/${buyer}`, { ...empty, 'content-length': 12 * MB }, almost),
    );
    expect(await Promise.any(slow.map(({ status }) => status))).toBe(503);
    expect(await send(STORES, { ...empty, authorization: account.apiKey }, '{}').status).toBe(422);
    const sixth = send('/buyers/f', empty, '{}');
    await expect.poll(() => waiting.length).toBe(1);
    waiting.pop()?.();
    expect(await sixth.status).toBe(200);
  });

  it('that are large are processed one after the other for each sender', async () => {
    const large = JSON.stringify({ text: 'a'.repeat(65 * KB) });
    const headers = { ...empty, 'content-length': large.length };
    const first = send('/buyers/a', headers, large);
    await expect.poll(() => waiting.length).toBe(1);
    const second = send('/buyers/a', headers, large);
    const small = send('/buyers/a', empty, '{}');
    const others = send('/buyers/b', headers, large);
    await expect.poll(() => waiting.length).toBe(3);
    const [endFirst, ...rest] = waiting.splice(0);
    for (const end of rest) end();
    expect([await small.status, await others.status]).toEqual([200, 200]);
    expect(waiting).toHaveLength(0);
    endFirst?.();
    expect(await first.status).toBe(200);
    await expect.poll(() => waiting.length).toBe(1);
    waiting.pop()?.();
    expect(await second.status).toBe(200);
  });

  it('that are large wait as long as the one before stopped the process, and others do not', async () => {
    const STOPPED_MS = 4_321;
    const ends: (() => void)[] = [];
    const { setTimeout: later } = globalThis;
    const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
      run: () => void,
      milliseconds?: number,
      ...args: unknown[]
    ) => {
      if (milliseconds === STOPPED_MS) ends.push(run);
      return Reflect.apply(later, undefined, [
        milliseconds === STOPPED_MS ? () => undefined : run,
        milliseconds,
        ...args,
      ]);
    }) as typeof setTimeout);
    onTestFinished(() => timers.mockRestore());
    const large = JSON.stringify({ text: 'a'.repeat(65 * KB) });
    const headers = { ...empty, 'content-length': large.length };
    working = () => test.advance(STOPPED_MS);
    const first = send('/buyers/a', headers, large);
    await expect.poll(() => waiting.length).toBe(1);
    working = () => undefined;
    waiting.pop()?.();
    expect(await first.status).toBe(200);
    await expect.poll(() => ends.length).toBe(1);
    const second = send('/buyers/a', headers, large);
    const small = send('/buyers/a', empty, '{}');
    const others = send('/buyers/b', headers, large);
    await expect.poll(() => waiting.length).toBe(2);
    for (const end of waiting.splice(0)) end();
    expect([await small.status, await others.status, waiting.length]).toEqual([200, 200, 0]);
    ends[0]?.();
    await expect.poll(() => waiting.length).toBe(1);
    waiting.pop()?.();
    expect(await second.status).toBe(200);
  });

  it('that are large continue when the one before is aborted', async () => {
    const large = JSON.stringify({ text: 'a'.repeat(65 * KB) });
    const headers = { ...empty, 'content-length': large.length };
    const first = send('/buyers/a', headers, large);
    await expect.poll(() => waiting.length).toBe(1);
    const second = send('/buyers/a', headers, large);
    await breakOff(first.socket);
    await expect.poll(() => waiting.length).toBe(2);
    for (const end of waiting.splice(0)) end();
    expect(await second.status).toBe(200);
  });

  it('free their room once they are answered', async () => {
    const { path, body } = signInOf(bytes);
    for (let count = 0; count < 70; count += 1) {
      const response = await test.app.inject({
        method: 'POST',
        url: path,
        payload: body,
        headers: { 'content-type': 'application/json' },
      });
      expect(response.statusCode).toBe(422);
    }
    expect(await send(SIGN_IN, { 'content-length': bytes }, body).status).toBe(422);
  });

  it('are cut off if they are silent or too slow, sooner without a credential', async () => {
    const steady = await beginSlowly(ORDERS, { ...json(), 'content-length': MB });
    const slow = await beginSlowly(ORDERS, { ...json(), 'content-length': MB });
    const unknown = await beginSlowly(SIGN_IN, { 'content-length': bytes });
    const all = () => Promise.all([goOn(steady, 64 * KB), goOn(slow), goOn(unknown)]);
    const [answer, times] = await answerWhile(unknown, all);
    expect(answer).toBe(408);
    const [next, more] = await answerWhile(slow, () => goOn(steady, 64 * KB));
    expect(next).toBe(408);
    // The first part was sent with the headers.
    steady.socket.write('"order_id":""}'.padEnd(MB - 64 * KB * (times + more) - 1));
    expect(await steady.status).toBe(422);
    const silent = await beginSlowly(ORDERS, { ...json(), 'content-length': MB });
    expect((await answerWhile(silent, async () => undefined))[0]).toBe(408);
  });

  it('have five minutes, and their headers 30 seconds', () => {
    expect(test.app.server.requestTimeout).toBe(300_000);
    expect(test.app.server.headersTimeout).toBe(30_000);
  });
});

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';

const API = '/custom/api/v1';
const SIGN_IN = `${API}/auth-token`;
const STORES = `${API}/client-stores`;
const KB = 1024;
const MB = 1024 * KB;
/** Of the service. */
const LOOK_EVERY_MS = 1_000;

let test: TestApp;
let account: TestAccount;
let port: number;
let open: Socket[] = [];

beforeAll(async () => {
  // The service looks at bodies each second, which a test makes pass.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  test = await startApp();
  account = await test.account();
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  port = (test.app.server.address() as AddressInfo).port;
});
afterEach(async () => {
  await Promise.all(open.map((socket) => socket.destroyed || breakOff(socket)));
  open = [];
});
afterAll(async () => {
  await test.stop();
  vi.useRealTimers();
});

interface Slow {
  readonly socket: Socket;
  /** The answer's status, once there is one. */
  readonly status: Promise<number>;
}

/** Sends the headers of a request and as much of its body. */
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

/** Sends a body that does not come to its end, and waits until the service has begun with it. */
async function beginSlowly(path: string, headers: Record<string, string | number>): Promise<Begun> {
  const begun = once(test.app.server, 'request');
  const slow = send(path, headers, 'transfer-encoding' in headers ? '1\r\n{\r\n' : '{');
  const [{ socket }] = (await begun) as [IncomingMessage];
  return { ...slow, bytesRead: () => socket.bytesRead };
}

/** Sends a byte more, and waits until it has come. */
async function goOn({ socket, bytesRead }: Begun): Promise<void> {
  const before = bytesRead();
  socket.write(' ');
  await expect.poll(bytesRead, { interval: 5 }).toBeGreaterThan(before);
}

/** The answer that comes while something is done every 10 s, and how often it was done. */
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
  // A pause in between, since whose body it is may have to be looked up first.
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
  ])('to %s of %i bytes is answered with %i', async (path, bytes, status) => {
    const { body } = signInOf(bytes);
    expect(await send(path, { 'content-length': bytes }, body).status).toBe(status);
  });

  it('is refused before it has come', async () => {
    expect(await send(SIGN_IN, { 'content-length': MB }).status).toBe(413);
    expect(await send(STORES, { 'content-length': MB }).status).toBe(401);
  });

  it('of no told length is refused once it is too large', async () => {
    const { status } = send(
      SIGN_IN,
      { 'transfer-encoding': 'chunked' },
      `4001\r\n${' '.repeat(16 * KB + 1)}\r\n`,
    );
    expect(await status).toBe(413);
  });
});

describe('a body with a credential', () => {
  it('may be larger, whether its length is told or not', async () => {
    const text = `{"store_name":"${'a'.repeat(MB - 20)}"}`;
    const headers = { authorization: account.apiKey, 'content-type': 'application/json' };
    expect(await send(STORES, { ...headers, 'content-length': text.length }, text).status).toBe(422);
    const chunk = `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
    expect(await send(STORES, { ...headers, 'transfer-encoding': 'chunked' }, chunk).status).toBe(422);
    expect(await send(STORES, { ...headers, 'content-length': MB + 1 }).status).toBe(413);
  });
});

describe('bodies under way', () => {
  const bytes = 16 * KB;

  it('without a credential have a share per address, which a broken one frees', async () => {
    const slow: Slow[] = [];
    for (let count = 0; count < 64; count += 1) {
      slow.push(await beginSlowly(SIGN_IN, { 'content-length': bytes }));
    }
    const refused = send(SIGN_IN, { 'content-length': bytes });
    expect(await refused.status).toBe(503);
    const elsewhere = await test.app.inject({
      method: 'POST',
      url: SIGN_IN,
      payload: signInOf(bytes).body,
      headers: { 'content-type': 'application/json' },
      remoteAddress: '198.51.100.1',
    });
    expect(elsewhere.statusCode).toBe(422);
    const known = { authorization: account.apiKey, 'content-type': 'application/json', 'content-length': 2 };
    expect(await send(STORES, known, '{}').status).toBe(422);
    for (const { socket } of slow.slice(0, 2)) await breakOff(socket);
    await expect
      .poll(() => send(SIGN_IN, { 'content-length': bytes }, signInOf(bytes).body).status)
      .toBe(422);
  });

  it('with a credential have a share per account, whatever they say of their length', async () => {
    const headers = { authorization: account.apiKey, 'content-type': 'application/json' };
    for (let count = 0; count < 16; count += 1) {
      await beginSlowly(STORES, { ...headers, 'transfer-encoding': 'chunked' });
    }
    expect(await send(STORES, { ...headers, 'content-length': 2 }, '{}').status).toBe(503);
    const other = { ...headers, authorization: (await test.account()).apiKey, 'content-length': 2 };
    expect(await send(STORES, other, '{}').status).toBe(422);
  });

  it('are free again once they are answered', async () => {
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

  it('are cut off where they are silent, or nobody known sends them for too long', async () => {
    const headers = { authorization: account.apiKey, 'content-type': 'application/json' };
    const known = await beginSlowly(STORES, { ...headers, 'content-length': bytes });
    const unknown = await beginSlowly(SIGN_IN, { 'content-length': bytes });
    const [answer, sent] = await answerWhile(unknown, () => Promise.all([goOn(known), goOn(unknown)]));
    expect(answer).toBe(408);
    // The first was written with the headers.
    known.socket.write('"store_name":""}'.padEnd(bytes - sent - 1));
    expect(await known.status).toBe(422);
    const silent = await beginSlowly(STORES, { ...headers, 'content-length': bytes });
    expect((await answerWhile(silent, async () => undefined))[0]).toBe(408);
  });

  it('have five minutes with their headers, which have 30 seconds', () => {
    expect(test.app.server.requestTimeout).toBe(300_000);
    expect(test.app.server.headersTimeout).toBe(30_000);
  });
});

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readNetworks } from '../../src/outgoing/networks.ts';
import { type OutgoingRequest, OutgoingRequests } from '../../src/outgoing/outgoing-requests.ts';
import { resolveName } from '../../src/outgoing/resolve-name.ts';
import { answers, type Receiver, startReceiver } from '../support/webhook-receiver.ts';

let receiver: Receiver;
let outgoing: OutgoingRequests;

beforeAll(async () => {
  receiver = await startReceiver();
  outgoing = new OutgoingRequests({ allow: readNetworks(['127.0.0.1'], 'WEBHOOK_ALLOW') });
});
afterAll(async () => {
  outgoing.close();
  await receiver.stop();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.plan(answers(204));
});

function post(url: string, timeoutMs = 5_000, through = outgoing) {
  return send({ url: new URL(url), timeoutMs }, through);
}

function send(request: Partial<OutgoingRequest> & Pick<OutgoingRequest, 'url'>, through = outgoing) {
  return through.send({
    method: 'POST',
    headers: {},
    body: '{"event":"x"}',
    timeoutMs: 5_000,
    longestBody: null,
    isSafeToRepeat: true,
    signal: new AbortController().signal,
    ...request,
  });
}

/** A port on which nothing listens. */
async function freeAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}/`;
}

describe('an outgoing request', () => {
  it('gets the head of the answer, and leaves the connection to the next request', async () => {
    receiver.plan(answers(429, { 'retry-after': '7' }));
    expect(await post(receiver.url)).toMatchObject({ status: 429, headers: { 'retry-after': '7' } });
    for (let time = 0; time < 5; time += 1) await post(receiver.url);
    expect(receiver.received).toHaveLength(6);
  });

  it('ends after its timeout when the answer or the name takes longer', async () => {
    receiver.plan(() => undefined);
    await expect(post(receiver.url, 40)).rejects.toThrow('did not answer within 0.04 s');
    const silent = new OutgoingRequests({ allow: [], resolve: () => new Promise(() => undefined) });
    await expect(post('https://shop.example/', 40, silent)).rejects.toThrow('did not answer within 0.04 s');
  });

  it('ends after its timeout when the head of the answer comes slowly', async () => {
    let drips: NodeJS.Timeout | undefined;
    receiver.plan((_received, response) => {
      response.socket?.write('HTTP/1.1 200 OK\r\n');
      // biome-ignore lint/plugin: a server that sends a little at a time
      drips = setInterval(() => response.socket?.write('x-drip: 1\r\n'), 5);
    });
    await expect(post(receiver.url, 60)).rejects.toThrow('did not answer within 0.06 s');
    clearInterval(drips);
  });

  it('fails when the head of the answer is too long', async () => {
    receiver.plan((_received, response) => response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end());
    await expect(post(receiver.url)).rejects.toThrow('could not be reached, or hung up');
  });

  it('does not wait for an unwanted body, and closes a body without an end', async () => {
    const cut = new Promise<void>((resolve) => {
      receiver.plan((_received, response) => {
        response.writeHead(200).write('a');
        response.on('close', resolve);
      });
    });
    expect(await post(receiver.url)).toMatchObject({ status: 200 });
    await cut;
  });

  it('ends after its timeout when interim answers do not end', async () => {
    receiver.plan((received, response) => {
      for (let sent = 0; sent < 5; sent += 1) response.writeEarlyHints({ link: '</x>; rel=preload' });
      answers(204)(received, response);
    });
    expect((await post(receiver.url)).status).toBe(204);
    receiver.plan((_received, response) => {
      for (let sent = 0; sent < 50; sent += 1) response.writeEarlyHints({ link: '</x>; rel=preload' });
    });
    await expect(post(receiver.url)).rejects.toThrow('sent too many interim answers');
  });

  it('is repeated once when the server has closed a waiting connection', async () => {
    let served = 0;
    receiver.plan((received, response) => {
      served += 1;
      if (served === 2) response.socket?.destroy();
      else answers(204)(received, response);
    });
    await post(receiver.url);
    expect(await post(receiver.url)).toMatchObject({ status: 204 });
    expect(served).toBe(3);
  });

  it('is not repeated then if a repeat is not safe', async () => {
    let served = 0;
    receiver.plan((received, response) => {
      served += 1;
      if (served === 2) response.socket?.destroy();
      else answers(204)(received, response);
    });
    await post(receiver.url);
    const lost = send({ url: new URL(receiver.url), isSafeToRepeat: false });
    await expect(lost).rejects.toMatchObject({ mayHaveArrived: true });
    expect(served).toBe(2);
  });

  it('gets a wanted body whole, and fails when it is too long', async () => {
    receiver.plan((_received, response) => response.end('नमस्ते'));
    const wanted = { url: new URL(receiver.url), longestBody: 18 };
    expect((await send(wanted)).body.toString('utf8')).toBe('नमस्ते');
    await expect(send({ ...wanted, longestBody: 17 })).rejects.toThrow('answered with more than 17 bytes');
    receiver.plan((_received, response) => {
      response.writeHead(200, { 'content-length': 10 });
      response.write('half', () => response.destroy());
    });
    await expect(send(wanted)).rejects.toMatchObject({ mayHaveArrived: true });
    receiver.plan((_received, response) => response.writeHead(200).write('and then nothing'));
    await expect(send({ ...wanted, timeoutMs: 40 })).rejects.toThrow('did not answer within 0.04 s');
  });

  it('reports whether it may have arrived', async () => {
    const unheard = { mayHaveArrived: false };
    await expect(post(await freeAddress())).rejects.toMatchObject(unheard);
    await expect(post('http://10.0.0.1/')).rejects.toMatchObject(unheard);
    const nowhere = new OutgoingRequests({ allow: [], resolve: async () => [] });
    await expect(post('https://shop.example/', 5_000, nowhere)).rejects.toMatchObject(unheard);
    const silent = new OutgoingRequests({ allow: [], resolve: () => new Promise(() => undefined) });
    await expect(post('https://shop.example/', 40, silent)).rejects.toMatchObject(unheard);
    receiver.plan(() => undefined);
    // Long enough for a busy machine to connect.
    await expect(post(receiver.url, 1_000)).rejects.toMatchObject({ mayHaveArrived: true });
  });

  it('resolves its name each time, and once for simultaneous requests', async () => {
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return ['127.0.0.1'];
    };
    const named = new OutgoingRequests({ allow: readNetworks(['127.0.0.1'], 'WEBHOOK_ALLOW'), resolve });
    const url = `http://shop.example:${new URL(receiver.url).port}/`;
    await Promise.all([post(url, 5_000, named), post(url, 5_000, named), post(url, 5_000, named)]);
    expect([asked, receiver.received.length]).toEqual([1, 3]);
    await post(url, 5_000, named);
    expect(asked).toBe(2);
    named.close();
  });

  it('ends when its caller ends it, before it is sent and while it waits', async () => {
    const caller = new AbortController();
    const { signal } = caller;
    const url = new URL(receiver.url);
    receiver.plan(() => caller.abort());
    await expect(send({ url, signal })).rejects.toMatchObject({ mayHaveArrived: true });
    await expect(send({ url, signal })).rejects.toMatchObject({ mayHaveArrived: false });
    expect(receiver.received).toHaveLength(1);
  });

  it('follows no redirect', async () => {
    receiver.plan(answers(302, { location: `${receiver.url}/elsewhere` }));
    expect((await post(receiver.url)).status).toBe(302);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/']);
  });

  it.each([
    ['http://127.0.0.1/', []],
    ['http://[::ffff:127.0.0.1]/', []],
    ['http://localhost./', []],
    ['http://[::1]/', ['127.0.0.1']],
    ['http://127.0.0.2/', ['127.0.0.1']],
  ])('is not sent to %s when %j is allowed', async (url, allow) => {
    const strict = new OutgoingRequests({ allow: readNetworks(allow, 'WEBHOOK_ALLOW') });
    await expect(strict.addressesOf(new URL(url))).rejects.toThrow('not of the public internet');
  });

  it('uses plain http only in allowed networks', async () => {
    const resolve = async () => ['8.8.8.8'];
    const strict = new OutgoingRequests({ allow: [], resolve });
    await expect(strict.addressesOf(new URL('http://shop.example/'))).rejects.toThrow(
      'must start with https://',
    );
    expect(await strict.addressesOf(new URL('https://shop.example/'))).toEqual(['8.8.8.8']);
    const lenient = new OutgoingRequests({ allow: readNetworks(['8.8.8.0/24'], 'WEBHOOK_ALLOW'), resolve });
    expect(await lenient.addressesOf(new URL('http://shop.example/'))).toEqual(['8.8.8.8']);
  });
});

describe('a host name', () => {
  it.each([
    ['192.0.2.7', ['192.0.2.7']],
    ['::1', ['::1']],
    ['localhost', ['127.0.0.1', '::1']],
    ['shop.localhost', ['127.0.0.1', '::1']],
  ])('%s resolves to %j without a look-up', async (name, addresses) => {
    expect(await resolveName(name)).toEqual(addresses);
  });
});

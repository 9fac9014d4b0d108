import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readNetworks } from '../../src/outgoing/networks.ts';
import { OutgoingRequests } from '../../src/outgoing/outgoing-requests.ts';
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
  const signal = new AbortController().signal;
  return through.post({ url: new URL(url), headers: {}, body: '{"event":"x"}', timeoutMs, signal });
}

describe('a request to an address that others gave us', () => {
  it('gives the head of the answer, and keeps the connection for the next', async () => {
    receiver.plan(answers(429, { 'retry-after': '7' }));
    expect(await post(receiver.url)).toMatchObject({ status: 429, headers: { 'retry-after': '7' } });
    for (let time = 0; time < 5; time += 1) await post(receiver.url);
    expect(receiver.received).toHaveLength(6);
  });

  it('is given up after its time, whether the answer or the name takes longer', async () => {
    receiver.plan(() => undefined);
    await expect(post(receiver.url, 40)).rejects.toThrow('did not answer within 0.04 s');
    const silent = new OutgoingRequests({ allow: [], resolve: () => new Promise(() => undefined) });
    await expect(post('https://shop.example/', 40, silent)).rejects.toThrow('did not answer within 0.04 s');
  });

  it('is given up where interim answers do not end', async () => {
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

  it('is made once more where the server cut a connection that had waited', async () => {
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
  ])('goes not to %s where %j is allowed', async (url, allow) => {
    const strict = new OutgoingRequests({ allow: readNetworks(allow, 'WEBHOOK_ALLOW') });
    await expect(strict.addressesOf(new URL(url))).rejects.toThrow('not of the public internet');
  });

  it('goes by plain http only where the network is allowed', async () => {
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

describe('a name', () => {
  it.each([
    ['192.0.2.7', ['192.0.2.7']],
    ['::1', ['::1']],
    ['localhost', ['127.0.0.1', '::1']],
    ['shop.localhost', ['127.0.0.1', '::1']],
  ])('%s leads to %j without asking anybody', async (name, addresses) => {
    expect(await resolveName(name)).toEqual(addresses);
  });
});

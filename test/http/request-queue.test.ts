import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { addRequestScheduler } from '../../src/http/plugins/request-scheduler.ts';
import type { ShippingAccount } from '../../src/usecases/shipping-service.ts';
import { openApp, type TestAccount } from '../support/app.ts';
import { API } from '../support/orders.ts';

const REQUESTS = 300;
let greedy: TestAccount;
let other: TestAccount;

const test = await openApp({});
[greedy, other] = [await test.account('Greedy'), await test.account('Other')];
await test.app.listen({ host: '127.0.0.1', port: 0 });

async function connected(): Promise<Socket> {
  const socket = connect((test.app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Writes a request that is answered without the database. */
function pincode({ apiKey }: TestAccount): string {
  return `GET ${API}/pincodes/110001 HTTP/1.1\r\nhost: x\r\nauthorization: ${apiKey}\r\n\r\n`;
}

/** Resolves with a socket's answers so far, when there are enough. */
function answered(
  socket: Socket,
  count: number,
): { readonly all: Promise<void>; readonly soFar: () => number } {
  let text = '';
  const soFar = () => text.split('HTTP/1.1 200').length - 1;
  const all = new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('data', (part) => {
      text += part.toString('latin1');
      if (soFar() >= count) resolve();
    });
  });
  return { all, soFar };
}

it('gives turns to other accounts between hundreds of requests of one account', async () => {
  const [many, one] = [await connected(), await connected()];
  try {
    const first = answered(many, 1);
    const firstOfOther = answered(one, 1);
    // Their credentials are cached from here on.
    many.write(pincode(greedy));
    one.write(pincode(other));
    await Promise.all([first.all, firstOfOther.all]);
    const all = answered(many, REQUESTS);
    const others = answered(one, 1);
    many.write(pincode(greedy).repeat(REQUESTS));
    one.write(pincode(other));
    await others.all;
    expect(all.soFar()).toBeLessThan(REQUESTS / 2);
    await all.all;
  } finally {
    many.destroy();
    one.destroy();
  }
});

it('starts no waiting requests of a client that has left', async () => {
  let begun = 0;
  const app = Fastify();
  app.addHook('onRequest', (request, _reply, done) => {
    request.account = { accountId: 'greedy' } as ShippingAccount;
    done();
  });
  addRequestScheduler(app);
  app.get('/', async ({ raw }) => {
    begun += 1;
    raw.socket.destroy();
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  try {
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(100));
    await closed;
    for (let turns = 0; turns < 10; turns += 1) await turn();
    expect(begun).toBeLessThanOrEqual(32);
  } finally {
    socket.destroy();
    await app.close();
  }
});

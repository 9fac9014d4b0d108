import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import type { ShopHookContext } from '../../usecases/shops/take-webhook.ts';
import { addPartnerTurns, partnerTurns } from './partner-turns.ts';

/** A service whose webhooks end when they are told to. */
function held() {
  const running: { readonly of: string; readonly end: () => void }[] = [];
  const app = Fastify();
  onTestFinished(() => app.close());
  app.setErrorHandler((_error, _request, reply) => reply.code(429).send());
  app.addHook('onRequest', async (request) => {
    request.shopHook = { credentialId: String(request.headers.shop) } as ShopHookContext;
  });
  addPartnerTurns(app, partnerTurns());
  app.post('/', async (request) => {
    await new Promise<void>((resolve) => {
      running.push({ of: String(request.headers.shop), end: resolve });
    });
    return 'taken';
  });
  const ring = (shop: string) => app.inject({ method: 'POST', url: '/', headers: { shop } });
  return { running, ring };
}

it('runs two webhooks of a connection at once, lets 100 wait, and refuses more', async () => {
  const { running, ring } = held();
  const rung = Array.from({ length: 103 }, () => ring('one'));
  expect((await Promise.race(rung)).statusCode).toBe(429);
  expect(running).toHaveLength(2);
  const other = ring('other');
  await expect.poll(() => running.map(({ of }) => of)).toEqual(['one', 'one', 'other']);
  running[2]?.end();
  expect((await other).statusCode).toBe(200);
  for (let taken = 0; taken < 102; taken += 1) {
    await expect.poll(() => running.length).toBeGreaterThan(taken + (taken < 2 ? 0 : 1));
    running[taken < 2 ? taken : taken + 1]?.end();
  }
  const statuses = (await Promise.all(rung)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(102);
});

import Fastify, { type FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { RequestLog } from './request-log.ts';

it('writes one line for a request, with its route and account but not its address', async () => {
  const lines: object[] = [];
  const logger = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const app = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new RequestLog(),
    genReqId: () => 'basket-7',
  });
  app.addHook('onRequest', async (request) => {
    Object.assign(request, { account: { accountId: 'acme', credentialId: 'key-1' } });
  });
  app.get('/track/:awb', async (_request, reply) => reply.code(202).send());
  await app.inject('/track/AWB123?key=secret');
  expect(lines).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      request_id: 'basket-7',
      method: 'GET',
      route: '/track/:awb',
      status: 202,
      ms: expect.any(Number),
      account_id: 'acme',
      credential_id: 'key-1',
      msg: 'request',
    },
  ]);
  await app.close();
});

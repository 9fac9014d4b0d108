import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';

/**
 * A bare Fastify that parses the body, answers a constant of the given size, and writes its usual log: the
 * fastest possible service on Fastify.
 */
const { bytes } = JSON.parse(process.argv[2] ?? '') as { bytes: number };

const answer = JSON.stringify({ constant: 'x'.repeat(Math.max(bytes - 15, 0)) });

const log = pino({ base: null }, pino.destination({ dest: '/dev/null', sync: false }));
const app = Fastify({ loggerInstance: log as FastifyBaseLogger });
app.post('*', async (_request, reply) => {
  reply.type('application/json; charset=utf-8');
  return answer;
});

await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.((app.server.address() as AddressInfo).port);
process.on('SIGTERM', () => process.exit(0));

import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addAnswersTogether } from './answers-together.ts';

let app: FastifyInstance;
let events: string[];

beforeEach(() => {
  events = [];
  app = Fastify();
  addAnswersTogether(app);
  app.addHook('onSend', (request, _reply, payload, done) => {
    events.push(`written ${request.url}`);
    done(null, payload);
  });
  for (const path of ['/a', '/b']) {
    app.get(path, (_request, reply) => {
      events.push(`ready ${path}`);
      reply.send(`answer ${path}`);
    });
  }
});
afterEach(() => app.close());

describe('answers that are ready in one turn', () => {
  it('are written after all of them are ready, each with its own body', async () => {
    await app.ready();
    const [a, b] = await Promise.all([app.inject('/a'), app.inject('/b')]);
    expect(events).toEqual(['ready /a', 'ready /b', 'written /a', 'written /b']);
    expect([a.body, b.body]).toEqual(['answer /a', 'answer /b']);
  });

  it('do not wait for those of a later turn', async () => {
    expect((await app.inject('/a')).body).toBe('answer /a');
    expect((await app.inject('/b')).body).toBe('answer /b');
    expect(events).toEqual(['ready /a', 'written /a', 'ready /b', 'written /b']);
  });

  it('fail alone where one cannot be written', async () => {
    app.get('/broken', async (_request, reply) => reply.header('x-broken', 'two\nlines').send('never'));
    await app.ready();
    const [broken, a] = await Promise.all([app.inject('/broken'), app.inject('/a')]);
    expect(a.body).toBe('answer /a');
    expect(broken.statusCode).toBe(500);
  });
});

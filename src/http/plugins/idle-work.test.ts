import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { addIdleWork } from './idle-work.ts';

test('work is done piece by piece once the service listens, until none is left', async () => {
  const app = Fastify();
  const pieces = ['first', 'second', 'third'];
  const done: (string | undefined)[] = [];
  const doNext = vi.fn(() => {
    done.push(pieces.shift());
    return pieces.length > 0;
  });
  addIdleWork(app, doNext);
  await app.ready();
  expect(doNext).not.toHaveBeenCalled();
  await app.listen({ host: '127.0.0.1', port: 0 });
  await expect.poll(() => pieces.length).toBe(0);
  await app.close();
  expect(done).toEqual(['first', 'second', 'third']);
});

test('a piece that throws is logged, and the next is done all the same', async () => {
  const app = Fastify();
  const logged = vi.spyOn(app.log, 'error');
  const failure = new Error('the first piece cannot be done');
  const doNext = vi
    .fn(() => false)
    .mockImplementationOnce(() => {
      throw failure;
    });
  addIdleWork(app, doNext);
  await app.listen({ host: '127.0.0.1', port: 0 });
  await expect.poll(() => doNext.mock.results.map(({ type }) => type)).toEqual(['throw', 'return']);
  await app.close();
  expect(logged.mock.calls).toEqual([[{ err: failure }, expect.any(String)]]);
});

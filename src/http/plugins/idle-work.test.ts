import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addIdleWork } from './idle-work.ts';

/** The share of each interval in which the process was busy. */
let busy = 0;

// The real load of this process would depend on the other tests and on the machine.
beforeEach(() => {
  busy = 0;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(performance, 'eventLoopUtilization').mockImplementation(() => ({
    idle: 1 - busy,
    active: busy,
    utilization: busy,
  }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const aSecond = () => vi.advanceTimersByTime(1_000);

test('work is done piece by piece once the service listens, while it has little else to do, until none is left', async () => {
  const app = Fastify();
  const pieces = ['first', 'second', 'third'];
  const done: (string | undefined)[] = [];
  addIdleWork(app, () => {
    done.push(pieces.shift());
    return pieces.length > 0;
  });
  await app.ready();
  aSecond();
  expect(done).toEqual([]);
  await app.listen({ host: '127.0.0.1', port: 0 });
  busy = 0.2;
  aSecond();
  expect(done).toEqual([]);
  busy = 0.19;
  aSecond();
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
  aSecond();
  await app.close();
  expect(doNext.mock.results.map(({ type }) => type)).toEqual(['throw', 'return']);
  expect(logged.mock.calls).toEqual([[{ err: failure }, expect.any(String)]]);
});

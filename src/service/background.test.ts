import { EventEmitter } from 'node:events';
import type { Logger } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { JobWorkers } from '../usecases/health/job-workers.ts';
import type { ShippingService } from '../usecases/shipping-service.ts';
import { startBackground } from './background.ts';

afterEach(() => {
  vi.useRealTimers();
});

const ROUNDS = [
  'maintenance',
  'settling bookings',
  'registering warehouses',
  'polling couriers',
  'requesting pickups',
  "fetching couriers' labels",
  "comparing couriers' weights with ours",
  'asking couriers for the outcome of decisions',
  'asking shops for orders',
  'making the orders of shops',
  'telling shops of parcels',
];

it('repeats each kind of background work, even after failures, until it is stopped', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const known: Record<string, unknown> = {
    importFailures: new EventEmitter(),
    jobWorkers: new JobWorkers(),
    now: () => new Date(0),
  };
  const service = new Proxy(known, {
    get: (target, name: string) => {
      if (name in target) return target[name];
      throw new Error('away');
    },
  });
  const failures: string[] = [];
  const logger = { warn: (_fields: unknown, message: string) => failures.push(message) };
  const background = startBackground(service as unknown as ShippingService, logger as unknown as Logger);
  const failed = ROUNDS.map((name) => `${name} failed; will retry`);
  const others = [
    'the job worker stopped',
    'webhooks could not be sent; will retry',
    'shops could not be asked at the start; will be asked later',
  ];
  await expect.poll(() => [...new Set(failures)].sort()).toEqual([...failed, ...others].sort());
  // There are three workers: for bookings, for messages and for imports.
  expect(failures.filter((message) => message === others[0])).toHaveLength(3);
  const rounds = () => [...new Set(failures)].filter((message) => !others.includes(message)).sort();
  failures.length = 0;
  vi.advanceTimersByTime(5_000);
  await expect.poll(rounds).toEqual(failed.toSorted());
  await background.stop();
  failures.length = 0;
  vi.advanceTimersByTime(60_000);
  await new Promise(setImmediate);
  expect(failures).toEqual([]);
});

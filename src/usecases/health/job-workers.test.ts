import { expect, it } from 'vitest';
import { JobWorkers } from './job-workers.ts';

const ENDED = new Date('2026-11-16T06:30:00.000Z');
const HOUR_MS = 60 * 60 * 1000;

it('a worker that was started again is told for an hour, and one that is down for as long as it is', () => {
  const workers = new JobWorkers();
  workers.noteEnd('messages', ENDED, new Error('the database hung'));
  workers.noteEnd('imports', ENDED, 'no reason');
  workers.noteStart('messages');
  workers.noteStart('bookings');
  const told = (afterMs: number) =>
    workers.troubles(new Date(ENDED.getTime() + afterMs)).map(({ sentence }) => sentence);
  const down =
    'The worker for imports ended at 2026-11-16T06:30:00.000Z and does not run again yet: no reason';
  const back =
    'The worker for messages ended at 2026-11-16T06:30:00.000Z and was started again: the database hung';
  expect(told(HOUR_MS - 1)).toEqual([back, down]);
  expect(told(HOUR_MS)).toEqual([back, down]);
  expect(told(HOUR_MS + 1)).toEqual([down]);
  expect(workers.down).toEqual(['imports']);
});

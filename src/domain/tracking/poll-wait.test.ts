import { describe, expect, it } from 'vitest';
import { pollWait } from './poll-wait.ts';
import { GRANULAR_STATUSES, isOver } from './statuses.ts';

describe('the wait between two polls', () => {
  it.each(GRANULAR_STATUSES)(
    'at %s is between 20 minutes and 6 hours, or infinite if the parcel is final',
    (status) => {
      const wait = pollWait(status);
      if (isOver(status)) expect(wait).toBeNull();
      else {
        expect(wait).toBeGreaterThanOrEqual(20 * 60_000);
        expect(wait).toBeLessThanOrEqual(6 * 3_600_000);
      }
    },
  );

  it('is shortest while the parcel is out for delivery', () => {
    const waits = GRANULAR_STATUSES.map((status) => pollWait(status) ?? Number.POSITIVE_INFINITY);
    expect(Math.min(...waits)).toBe(pollWait('out_for_delivery'));
  });
});

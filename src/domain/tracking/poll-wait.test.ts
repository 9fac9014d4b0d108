import { describe, expect, it } from 'vitest';
import { pollWait } from './poll-wait.ts';
import { GRANULAR_STATUSES, isOver } from './statuses.ts';

describe('asking about a parcel', () => {
  it.each(GRANULAR_STATUSES)(
    'waits at %s between 20 minutes and 6 hours, and for ever once it is over',
    (status) => {
      const wait = pollWait(status);
      if (isOver(status)) expect(wait).toBeNull();
      else {
        expect(wait).toBeGreaterThanOrEqual(20 * 60_000);
        expect(wait).toBeLessThanOrEqual(6 * 3_600_000);
      }
    },
  );

  it('is most often while it is out for delivery', () => {
    const waits = GRANULAR_STATUSES.map((status) => pollWait(status) ?? Number.POSITIVE_INFINITY);
    expect(Math.min(...waits)).toBe(pollWait('out_for_delivery'));
  });
});

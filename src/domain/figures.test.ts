import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { BUCKETS, bucketShown, firstStepOf, INDIA_SECONDS, stepSecondsOf } from './figures.ts';

describe('the bucket of a second', () => {
  it('begins with the hour, day, week or month in India', () => {
    fc.assert(
      fc.property(fc.nat(4_000_000_000), fc.constantFrom(...BUCKETS), (second, bucket) => {
        const step = Math.floor((second + INDIA_SECONDS) / stepSecondsOf(bucket));
        const start = DateTime.fromSeconds(second, { zone: 'Asia/Kolkata' }).startOf(bucket);
        const shown = bucket === 'hour' ? start.toFormat("yyyy-MM-dd'T'HH:mmZZ") : start.toISODate();
        expect(bucketShown(bucket, firstStepOf(bucket, step))).toBe(shown);
      }),
    );
  });
});

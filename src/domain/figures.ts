/** The time buckets of figures, in India's time. */
export const BUCKETS = ['hour', 'day', 'week', 'month'] as const;

export type Bucket = (typeof BUCKETS)[number];

/** The offset of India's time from UTC in seconds. */
export const INDIA_SECONDS = 19_800;

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
const DAYS_A_WEEK = 7;
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const THURSDAY = 3;

/** The length of a bucket's steps in seconds: hours or days. */
export function stepSecondsOf(bucket: Bucket): number {
  return bucket === 'hour' ? HOUR_SECONDS : DAY_SECONDS;
}

/** The first step of the bucket that contains a step; steps are counted from 1970, in India's time. */
export function firstStepOf(bucket: Bucket, step: number): number {
  if (bucket === 'week') return step - ((((step + THURSDAY) % DAYS_A_WEEK) + DAYS_A_WEEK) % DAYS_A_WEEK);
  if (bucket !== 'month') return step;
  const day = new Date(step * DAY_SECONDS * 1000);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1) / (DAY_SECONDS * 1000);
}

/** The text of a bucket with this first step: `2026-11-16`; for an hour `2026-11-16T13:00+05:30`. */
export function bucketShown(bucket: Bucket, firstStep: number): string {
  const text = new Date(firstStep * stepSecondsOf(bucket) * 1000).toISOString();
  return bucket === 'hour' ? `${text.slice(0, 16)}+05:30` : text.slice(0, 10);
}

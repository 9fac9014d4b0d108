/** Spans that figures are told for, in days of India. */
export const BUCKETS = ['hour', 'day', 'week', 'month'] as const;

export type Bucket = (typeof BUCKETS)[number];

/** India's clock is so many seconds ahead of UTC. */
export const INDIA_SECONDS = 19_800;

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
const DAYS_A_WEEK = 7;
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const THURSDAY = 3;

/** The steps of time that a bucket is made of, in seconds: its hours or its days. */
export function stepSecondsOf(bucket: Bucket): number {
  return bucket === 'hour' ? HOUR_SECONDS : DAY_SECONDS;
}

/** The first step of the bucket that a step belongs to; steps are counted from 1970, by India's clock. */
export function firstStepOf(bucket: Bucket, step: number): number {
  if (bucket === 'week') return step - ((((step + THURSDAY) % DAYS_A_WEEK) + DAYS_A_WEEK) % DAYS_A_WEEK);
  if (bucket !== 'month') return step;
  const day = new Date(step * DAY_SECONDS * 1000);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1) / (DAY_SECONDS * 1000);
}

/** A bucket as it is shown, by its first step: `2026-11-16`, of an hour `2026-11-16T13:00+05:30`. */
export function bucketShown(bucket: Bucket, firstStep: number): string {
  const text = new Date(firstStep * stepSecondsOf(bucket) * 1000).toISOString();
  return bucket === 'hour' ? `${text.slice(0, 16)}+05:30` : text.slice(0, 10);
}

import { refused } from '../problems/problem.ts';
import type { Sentence } from '../problems/sentence.ts';
import type { CarrierScan } from './carrier-adapter.ts';

/** A scan without a time is counted, and passed over. */
const NOT_READ: CarrierScan = {
  trackingNumber: '',
  status: '',
  eventDateTime: '',
  location: null,
  description: null,
  reason: null,
  carrierEventId: null,
};

/**
 * Reads the entries of a push one by one: one that is not understood must not lose the others.
 *
 * @param readOne returns null for an entry that it does not understand
 * @throws Problem `refused` with the sentence if none is understood
 */
export function readPushEntries(
  entries: readonly unknown[],
  readOne: (entry: unknown) => readonly CarrierScan[] | null,
  notUnderstood: Sentence,
): CarrierScan[] {
  const read = entries.map(readOne);
  if (read.every((scans) => scans === null)) throw refused(notUnderstood);
  return read.flatMap((scans) => scans ?? [NOT_READ]);
}

/** Adds the expected delivery day of a push to its scans. @param day null if the push has none */
export function withExpectedDay(scans: readonly CarrierScan[], day: string | null): CarrierScan[] {
  return scans.map((scan) => (day === null ? scan : { ...scan, expectedDay: day }));
}

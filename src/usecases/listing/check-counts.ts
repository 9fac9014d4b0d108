/** Proves the counters of the listing against a full count. */
export { type CheckedCounts, checkCounts } from '../../storage/listing/check-counts.ts';

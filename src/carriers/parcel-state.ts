import { parseMoment } from '../domain/india-time.ts';
import { readScannedStatus } from '../domain/tracking/read-status.ts';
import type { CarrierScan } from './carrier-adapter.ts';

/**
 * Adds the state of the whole parcel to the scans of an answer or push that has both, if nobody knows what
 * the newest scan means: a courier that says "Delivered" beside a scan in unknown words has delivered.
 *
 * @param state its time is that of the newest scan if the courier gives none
 */
export function withParcelState(
  scans: readonly CarrierScan[],
  state: Omit<CarrierScan, 'eventDateTime'> & { readonly eventDateTime: string | null },
): CarrierScan[] {
  const newest = newestOf(scans);
  const eventDateTime = state.eventDateTime ?? newest?.eventDateTime ?? null;
  const isNews = newest === null || readScannedStatus(newest.status) === null;
  if (!isNews || eventDateTime === null || readScannedStatus(state.status) === null) return [...scans];
  return [...scans, { ...state, eventDateTime }];
}

function newestOf(scans: readonly CarrierScan[]): CarrierScan | null {
  let newest: CarrierScan | null = null;
  let newestAt = Number.NEGATIVE_INFINITY;
  for (const scan of scans) {
    const at = parseMoment(scan.eventDateTime) ?? Number.NEGATIVE_INFINITY;
    if (newest !== null && at <= newestAt) continue;
    newest = scan;
    newestAt = at;
  }
  return newest;
}

import type { CarrierScan } from '../../carriers/carrier-adapter.ts';
import { isInYears, parseMoment } from '../../domain/india-time.ts';
import { type CourierScan, isUnread } from '../../domain/tracking/scan.ts';
import { textOf } from '../../partners/answer-fields.ts';
import { say } from '../../problems/sentence.ts';
import type { ScanContext } from '../tracking/check-carrier-credential.ts';
import { recordScans } from '../tracking/record-scans.ts';
import type { ScanResult } from '../tracking/scan-result.ts';
import { meaningsOf } from './courier-words.ts';

/** The longest texts that `/carrier-events` accepts. */
const LONGEST = { name: 100, location: 300, description: 2_000, reason: 500, id: 200 };

/**
 * Adds a courier's scans, pushed or polled, to the histories of its parcels. Uses `recordScans`, like all
 * scans.
 *
 * @returns the result of each scan, in the given order
 */
export async function recordCourierScans(
  context: ScanContext,
  sent: readonly CarrierScan[],
): Promise<ScanResult[]> {
  const scans = await withTaughtMeanings(
    context,
    sent.map((scan) => scanOf(scan, context.actor.name)),
  );
  const results = await recordScans(
    context,
    scans.filter((scan) => scan !== null),
  );
  const next = results.values();
  return scans.map((scan) => {
    if (scan === null) return { result: 'invalid', why: TIME_NOT_VALID };
    const { value } = next.next();
    if (value === undefined) throw new Error('a scan has no result');
    return value;
  });
}

/** Adds what the operator has taught about unknown words. Known words cost nothing. */
async function withTaughtMeanings(
  context: ScanContext,
  scans: readonly (CourierScan | null)[],
): Promise<(CourierScan | null)[]> {
  const unknown = scans.filter((scan) => scan !== null).filter(isUnread);
  const meanings = await meaningsOf(
    context,
    context.actor.name,
    unknown.map(({ status, own: { code } }) => ({ code, words: status })),
  );
  const taught = new Map(unknown.map((scan, place) => [scan, meanings[place] ?? null]));
  return scans.map((scan) => {
    const means = scan === null ? null : (taught.get(scan) ?? null);
    return scan === null || means === null ? scan : { ...scan, own: { ...scan.own, means } };
  });
}

const TIME_NOT_VALID = say('scan_time_not_valid', 'its time is not valid');

/** Converts a scan; null if its time cannot be right. */
function scanOf(scan: CarrierScan, courier: string): CourierScan | null {
  const eventTime = parseMoment(scan.eventDateTime);
  if (eventTime === null || !isInYears(eventTime)) return null;
  return {
    trackingNumber: printable(scan.trackingNumber, LONGEST.name) ?? '',
    status: printable(scan.status, LONGEST.name) ?? '',
    eventTime,
    location: printable(scan.location, LONGEST.location),
    description: printable(scan.description, LONGEST.description),
    reason: printable(scan.reason, LONGEST.reason),
    carrierEventId: printable(scan.carrierEventId, LONGEST.id),
    qc: null,
    own: {
      courier,
      code: printable(scan.code ?? null, LONGEST.name),
      means: null,
      expectedDay: scan.expectedDay ?? null,
    },
  };
}

/** The text as it is kept; null if nothing is left. */
function printable(text: string | null, longest: number): string | null {
  return textOf(text?.slice(0, longest));
}

import { readTrackingNumber } from '../../domain/orders/tracking-number.ts';
import { eventIdentity } from '../../domain/tracking/event-identity.ts';
import { eventTimeRefusal } from '../../domain/tracking/event-time.ts';
import {
  type CourierScan,
  hasStatus,
  isUnread,
  type Reading,
  type ReadScan,
  readScan,
  type Scan,
} from '../../domain/tracking/scan.ts';
import { qcUpdate, type ShipmentHappening } from '../../domain/webhooks/happening.ts';
import { keepExpectedDates } from '../../storage/couriers/courier-polls.ts';
import { addQcAnswers, settleQc } from '../../storage/returns/returns.ts';
import type { ServiceTransaction } from '../../storage/service-transaction.ts';
import {
  type AppliedEvents,
  applyAcrossAccounts,
  type EventResult,
  type ScannedShipment,
  type ShipmentChange,
} from '../../storage/tracking/apply-events.ts';
import { lockScannedShipments } from '../../storage/tracking/scanned-shipments.ts';
import { eventIdOf, type NewEvent } from '../../storage/tracking/tracking-events.ts';
import { keepUnreadScans } from '../../storage/tracking/unread-scans.ts';
import { changeBy } from '../service.ts';
import type { ScanContext } from './check-carrier-credential.ts';
import { notifyChangesAcross } from './notify-changes.ts';
import type { ScanResult } from './scan-result.ts';

/**
 * Adds a courier's scans to the histories of its shipments, of any accounts. Judges each scan separately, in
 * the given order. A scan of another carrier's shipment gets the answer for an unknown tracking number.
 *
 * Uses one transaction of three to seven statements, for any number of scans, shipments and accounts. With a
 * transaction for each account, a batch of a courier that serves a hundred accounts would cost a hundred
 * commits. After a failure nothing is stored, and the courier sends the batch again; it may do so at any
 * time.
 */
export async function recordScans(carrier: ScanContext, scans: readonly Scan[]): Promise<ScanResult[]> {
  const results: ScanResult[] = [];
  const now = carrier.now().getTime();
  const placed: Placed[] = [];
  for (const [index, scan] of scans.entries()) {
    // An unknown status that is not kept is refused without looking for the shipment.
    if (hasStatus(scan) || isUnread(scan)) placed.push({ index, scan });
    else results[index] = invalid(readScan(scan, 'forward'));
  }
  if (placed.length > 0) {
    await carrier.database.changeAcrossAccounts(changeBy(carrier, carrier.actor), (transaction) =>
      record(carrier, transaction, { placed, now, results }),
    );
  }
  const taken = { source: carrier.actor.name, results: results.map(({ result }) => result) };
  carrier.scansTaken.emit('taken', taken);
  return results;
}

interface Placed {
  readonly index: number;
  readonly scan: Scan;
}

interface Taken {
  readonly index: number;
  readonly shipment: ScannedShipment;
  readonly scan: ReadScan;
  readonly event: NewEvent;
}

/** A scan in a courier's words that nobody knows. */
interface Unread {
  readonly index: number;
  readonly shipment: ScannedShipment;
  readonly scan: CourierScan;
}

/** Keeps the expected delivery days that came with scans, but not with one that is older than the parcel's newest event. */
async function keepTold(
  transaction: ServiceTransaction,
  told: readonly { readonly shipment: ScannedShipment; readonly scan: Scan }[],
): Promise<void> {
  const newest = new Map<string, { accountId: string; shipmentId: string; day: string; at: number }>();
  for (const { shipment, scan } of told) {
    const { accountId, shipmentId, state } = shipment;
    const day = scan.own?.expectedDay ?? null;
    const at = newest.get(shipmentId)?.at ?? state.newest?.eventTime ?? Number.NEGATIVE_INFINITY;
    if (day !== null && scan.eventTime >= at)
      newest.set(shipmentId, { accountId, shipmentId, day, at: scan.eventTime });
  }
  if (newest.size > 0) await keepExpectedDates(transaction, [...newest.values()]);
}

async function keepUnread(
  { actor }: ScanContext,
  transaction: ServiceTransaction,
  unread: readonly Unread[],
  results: ScanResult[],
): Promise<void> {
  if (unread.length === 0) return;
  const scans = unread.map(({ shipment: { accountId, shipmentId }, scan }) => ({
    accountId,
    shipmentId,
    scan: { ...scan, trackingNumber: readTrackingNumber(scan.trackingNumber) },
  }));
  const areNew = await keepUnreadScans(transaction, actor, scans);
  for (const [place, { index }] of unread.entries()) {
    results[index] = { result: areNew[place] === true ? 'unread' : 'duplicate' };
  }
}

async function record(
  carrier: ScanContext,
  transaction: ServiceTransaction,
  { placed, now, results }: { placed: readonly Placed[]; now: number; results: ScanResult[] },
): Promise<void> {
  const trackingNumbers = [...new Set(placed.map(({ scan }) => readTrackingNumber(scan.trackingNumber)))];
  const shipments = await lockScannedShipments(transaction, trackingNumbers, carrier);
  const taken: Taken[] = [];
  const unread: Unread[] = [];
  const told: { shipment: ScannedShipment; scan: Scan }[] = [];
  for (const { index, scan: sent } of placed) {
    const shipment = shipments.get(readTrackingNumber(sent.trackingNumber));
    const judged = judge(sent, shipment, now);
    if (judged !== null || shipment === undefined) {
      results[index] = judged ?? { result: 'unknown tracking number' };
      continue;
    }
    told.push({ shipment, scan: sent });
    if (isUnread(sent)) {
      unread.push({ index, shipment, scan: sent });
      continue;
    }
    const reading = readScan(sent, shipment.journey);
    if ('why' in reading) results[index] = invalid(reading);
    else taken.push({ index, shipment, scan: reading.scan, event: eventOf(reading.scan, shipment, carrier) });
  }
  await keepUnread(carrier, transaction, unread, results);
  await keepTold(transaction, told);
  const byId = new Map([...shipments.values()].map((shipment) => [shipment.shipmentId, shipment]));
  const applied = await applyAcrossAccounts(
    transaction,
    byId,
    taken.map(({ event }) => event),
  );
  for (const [place, result] of applied.results.entries()) {
    results[taken[place]?.index ?? 0] = scanResultOf(result);
  }
  const checked = await keepQc(transaction, taken, applied);
  await notifyChangesAcross(
    carrier,
    transaction,
    applied.changes.map((change) => ({ ...change, first: checked(change) })),
  );
}

/**
 * Stores the results of quality checks in the scans, and updates the returns.
 *
 * @returns a function that makes the webhook events for the applied checks of a change
 */
async function keepQc(
  transaction: ServiceTransaction,
  taken: readonly Taken[],
  { results, changes }: AppliedEvents<ScannedShipment>,
): Promise<(change: ShipmentChange<ScannedShipment>) => ShipmentHappening[]> {
  const answers = taken.flatMap(({ shipment, scan, event }, place) => {
    if (scan.qc === null || results[place]?.outcome === 'duplicate') return [];
    const { accountId, shipmentId } = shipment;
    return [{ accountId, shipmentId, eventId: event.eventId, ...scan.qc }];
  });
  if (answers.length > 0) await addQcAnswers(transaction, answers);
  const returns = changes.filter(({ shipment }) => shipment.journey === 'return');
  if (returns.length > 0) {
    await settleQc(
      transaction,
      returns.map(({ shipment }) => shipment),
    );
  }
  const byEvent = new Map(answers.map((answer) => [answer.eventId, answer]));
  return ({ outcomes }) =>
    outcomes.flatMap((outcome) => {
      const answer = outcome.applied ? byEvent.get(outcome.event.eventId) : undefined;
      if (!outcome.applied || answer === undefined) return [];
      const { status, reason: failureReason, images } = answer;
      return [qcUpdate(outcome.after, { at: outcome.event.eventTime, status, failureReason, images })];
    });
}

function invalid(reading: Reading): ScanResult {
  if (!('why' in reading)) throw new Error('a scan that is readable is not invalid');
  return { result: 'invalid', why: reading.why };
}

/** Returns why a scan is refused, or null. Refuses an impossible date even for unknown numbers. */
function judge(scan: Scan, shipment: ScannedShipment | undefined, now: number): ScanResult | null {
  const why = eventTimeRefusal(
    scan.eventTime,
    now,
    shipment?.createdAt.getTime() ?? Number.NEGATIVE_INFINITY,
  );
  return why === null ? null : { result: 'invalid', why };
}

function eventOf(scan: ReadScan, { shipmentId }: ScannedShipment, carrier: ScanContext): NewEvent {
  const identity = eventIdentity(scan);
  return {
    shipmentId,
    eventId: eventIdOf(identity.content),
    carrierEventKey: identity.carrierEvent === null ? null : eventIdOf(identity.carrierEvent),
    status: scan.status,
    eventTime: scan.eventTime,
    reason: scan.reason,
    actor: carrier.actor,
    location: scan.location,
    description: scan.description,
    carrierStatus: scan.carrierStatus,
    carrierReason: scan.carrierReason,
  };
}

function scanResultOf(result: EventResult): ScanResult {
  switch (result.outcome) {
    case 'recorded':
      return { result: 'recorded', why: result.why };
    case 'unknown_shipment':
      return { result: 'unknown tracking number' };
    default:
      return { result: result.outcome };
  }
}

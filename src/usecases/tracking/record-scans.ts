import { eventIdentity } from '../../domain/tracking/event-identity.ts';
import { eventTimeRefusal } from '../../domain/tracking/event-time.ts';
import { type ReadScan, readScan, type Scan } from '../../domain/tracking/scan.ts';
import type { Refusal } from '../../domain/tracking/verdict.ts';
import type { ServiceTransaction } from '../../storage/service-transaction.ts';
import {
  applyAcrossAccounts,
  type EventResult,
  type ScannedShipment,
} from '../../storage/tracking/apply-events.ts';
import { lockScannedShipments } from '../../storage/tracking/scanned-shipments.ts';
import { eventIdOf, type NewEvent } from '../../storage/tracking/tracking-events.ts';
import { changeBy } from '../service.ts';
import type { CarrierContext } from './check-carrier-credential.ts';
import { tellChangesAcross } from './tell-changes.ts';

/** What became of one scan (contract: orders and shipments). */
export type ScanResult =
  | { readonly result: 'applied' | 'duplicate' | 'unknown tracking number' }
  /** Kept in the history, but it changed nothing. */
  | { readonly result: 'recorded'; readonly why: Refusal }
  | { readonly result: 'invalid'; readonly why: string };

/**
 * Adds a courier's scans to the histories of its shipments, of any accounts (domain: shipment status). Each
 * scan is judged by itself, in the order given; a scan of another carrier's shipment is answered as one of an
 * unknown tracking number.
 *
 * All is one transaction of three to seven statements, however many scans, shipments and accounts: a
 * transaction for each account would cost a batch of a courier that serves a hundred of them a hundred
 * commits. When it fails nothing is kept, and the courier sends the batch again, as it may at any time.
 */
export async function recordScans(carrier: CarrierContext, scans: readonly Scan[]): Promise<ScanResult[]> {
  const results: ScanResult[] = [];
  const now = carrier.now().getTime();
  const read: Placed[] = [];
  for (const [index, scan] of scans.entries()) {
    const readable = readScan(scan);
    if (readable === null) {
      results[index] = { result: 'invalid', why: `status ${quoted(scan.status)} is not known` };
    } else {
      read.push({ index, scan: readable });
    }
  }
  if (read.length === 0) return results;
  await carrier.database.changeAcrossAccounts(changeBy(carrier, carrier.actor), (transaction) =>
    record(carrier, transaction, { read, now, results }),
  );
  return results;
}

interface Placed {
  readonly index: number;
  readonly scan: ReadScan;
}

async function record(
  carrier: CarrierContext,
  transaction: ServiceTransaction,
  { read, now, results }: { read: readonly Placed[]; now: number; results: ScanResult[] },
): Promise<void> {
  const trackingNumbers = [...new Set(read.map(({ scan }) => scan.trackingNumber))];
  const shipments = await lockScannedShipments(transaction, trackingNumbers, carrier.carrierIds);
  const events: NewEvent[] = [];
  const places: number[] = [];
  for (const { index, scan } of read) {
    const shipment = shipments.get(scan.trackingNumber);
    const judged = judge(scan, shipment, now);
    if (judged !== null || shipment === undefined) {
      results[index] = judged ?? { result: 'unknown tracking number' };
      continue;
    }
    places.push(index);
    events.push(eventOf(scan, shipment, carrier));
  }
  const byId = new Map([...shipments.values()].map((shipment) => [shipment.shipmentId, shipment]));
  const applied = await applyAcrossAccounts(transaction, byId, events);
  for (const [place, result] of applied.results.entries()) {
    results[places[place] ?? 0] = scanResultOf(result);
  }
  await tellChangesAcross(carrier, transaction, applied.changes);
}

/** Why a scan is not taken, or null. A date that cannot be true is so for unknown numbers as well. */
function judge(scan: ReadScan, shipment: ScannedShipment | undefined, now: number): ScanResult | null {
  const why = eventTimeRefusal(
    scan.eventTime,
    now,
    shipment?.createdAt.getTime() ?? Number.NEGATIVE_INFINITY,
  );
  return why === null ? null : { result: 'invalid', why };
}

function eventOf(scan: ReadScan, { shipmentId }: ScannedShipment, carrier: CarrierContext): NewEvent {
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

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text);
}

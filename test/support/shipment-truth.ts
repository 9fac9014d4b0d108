import type { TrackingEvent } from '../../src/domain/tracking/event.ts';
import { foldHistory } from '../../src/domain/tracking/fold.ts';
import { type ForwardStatus, JOURNEYS, type Journey } from '../../src/domain/tracking/statuses.ts';
import { findShipments, type Shipment } from '../../src/storage/booking/shipments.ts';
import { readCounts } from '../../src/storage/listing/shipment-counts.ts';
import { statusOfColumn } from '../../src/storage/tracking/column-status.ts';
import type { TestDatabase } from './database.ts';

interface EventRow {
  shipment_id: string;
  event_id: string;
  event_at: Date;
  arrival: number;
  status: ForwardStatus;
  reason: TrackingEvent['reason'];
  refusal: string | null;
}

/** Returns both states of each shipment of an account whose stored state differs from its history. */
export async function differingStates({ database, sql }: TestDatabase, accountId: string): Promise<object[]> {
  const events = await sql<EventRow>(
    'select shipment_id, event_id, event_at, arrival, status, reason, refusal from tracking_events where account_id = $1',
    [accountId],
  );
  const histories = new Map<string, EventRow[]>();
  for (const event of events) {
    const history = histories.get(event.shipment_id) ?? [];
    histories.set(event.shipment_id, history);
    history.push(event);
  }
  const ids = await sql<{ shipment_id: string }>('select shipment_id from shipments where account_id = $1', [
    accountId,
  ]);
  const shipments = await findShipments(
    database.account(accountId),
    ids.map(({ shipment_id }) => shipment_id),
  );
  return shipments.flatMap((shipment) => differences(shipment, histories.get(shipment.shipmentId) ?? []));
}

function differences(shipment: Shipment, history: readonly EventRow[]): object[] {
  const { state, outcomes } = foldHistory(
    shipment.createdAt.getTime(),
    history.map((row) => ({
      status: statusOfColumn(row.status, shipment.journey),
      eventTime: row.event_at.getTime(),
      arrival: row.arrival,
      reason: row.reason,
      refusal: row.refusal,
    })),
    shipment.journey,
  );
  const refusals = outcomes.filter(
    (outcome) => outcome.event.refusal !== (outcome.applied ? null : outcome.why),
  );
  const isSame =
    JSON.stringify(sorted(state)) === JSON.stringify(sorted(shipment.state)) &&
    refusals.length === 0 &&
    shipment.eventCount === history.length;
  return isSame ? [] : [{ stored: shipment.state, folded: state, refusals }];
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, sorted(inner)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Counts the shipments of an account by status: once with the counters and once by counting rows. */
export async function recountedShipments({ database, sql }: TestDatabase, accountId: string) {
  const rows = await sql<{ status: ForwardStatus; journey: Journey; shipments: number }>(
    `select granular_status as status, journey, count(*)::integer as shipments from shipments
      where account_id = $1 group by granular_status, journey`,
    [accountId],
  );
  const counted = await Promise.all(
    JOURNEYS.map(async (journey) => [...(await readCounts(database.account(accountId), journey))]),
  );
  return {
    counted: Object.fromEntries(counted.flat()),
    recounted: Object.fromEntries(
      rows.map(({ status, journey, shipments }) => [statusOfColumn(status, journey), shipments]),
    ),
  };
}

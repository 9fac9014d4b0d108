import { gstOf } from '../../src/domain/money/gst.ts';
import { chargesDue } from '../../src/domain/money/ledger.ts';
import type { TrackingEvent } from '../../src/domain/tracking/event.ts';
import { foldHistory } from '../../src/domain/tracking/fold.ts';
import type { ShipmentState } from '../../src/domain/tracking/state.ts';
import type { Refusal } from '../../src/domain/tracking/verdict.ts';
import { stateOfRow } from '../../src/storage/booking/shipment-state.ts';
import type { TestApp } from './app.ts';

/** One row of a stored history. */
export interface StoredHistoryEvent extends TrackingEvent {
  readonly refusal: Refusal | null;
  readonly actorKind: string;
}

/** A stored shipment, with its history in the order of arrival. */
export interface StoredShipment {
  readonly createdAt: number;
  readonly state: ShipmentState;
  /** The listing status, which the state's own status must agree with. */
  readonly listingStatus: string;
  readonly eventCount: number;
  readonly history: readonly StoredHistoryEvent[];
}

export async function readShipment({ database }: TestApp, shipmentId: string): Promise<StoredShipment> {
  const shipments = await database.sql('select * from shipments where shipment_id = $1', [shipmentId]);
  const [row] = shipments;
  const events = await database.sql('select * from tracking_events where shipment_id = $1 order by arrival', [
    shipmentId,
  ]);
  return {
    createdAt: row.created_at.getTime(),
    state: stateOfRow(row, row.created_at),
    listingStatus: row.status,
    eventCount: row.event_count,
    history: events.map((event) => ({
      status: event.status,
      eventTime: event.event_at.getTime(),
      arrival: event.arrival,
      reason: event.reason,
      refusal: event.refusal,
      actorKind: event.actor_kind,
    })),
  };
}

/** Folds a stored history: the state, and the expected effect of each event, by arrival. */
export function refold({ createdAt, history }: StoredShipment): {
  state: ShipmentState;
  refusals: (Refusal | null)[];
} {
  const { state, outcomes } = foldHistory(createdAt, history);
  const refusals = [...outcomes]
    .sort((a, b) => a.event.arrival - b.event.arrival)
    .map((outcome) => (outcome.applied ? null : outcome.why));
  return { state, refusals };
}

/** A shipment's ledger by kind, and the amounts that its state requires: paise and GST. */
export async function readMoney(
  { database }: TestApp,
  shipmentId: string,
  state: ShipmentState,
): Promise<{ recorded: Record<string, readonly number[]>; due: Record<string, readonly number[]> }> {
  const entries = await database.sql<{ event: string; sum: number[] }>(
    `select event_type as event, array[sum(case side when 'debit' then amount_paise else -amount_paise end)::float8,
        sum(case side when 'debit' then gst_paise else -gst_paise end)::float8] as sum
       from ledger_entries where shipment_id = $1 group by event_type`,
    [shipmentId],
  );
  const rows = await database.sql<Record<'fee' | 'journey' | 'rto', number>>(
    `select platform_fee_paise::float8 as fee, total_charges_paise::float8 as journey, rto_charges_paise::float8 as rto
       from bookings where shipment_id = $1 and state = 'booked'`,
    [shipmentId],
  );
  const [{ fee, journey, rto } = { fee: 0, journey: 0, rto: 0 }] = rows;
  const charges = chargesDue(
    {
      bookedAt: 0,
      platformFeePaise: fee,
      totalChargesPaise: journey,
      rtoChargesPaise: rto,
      weightDifferencePaise: 0,
    },
    state,
  );
  const isSomething = ([, [paise]]: readonly [string, readonly number[]]) => paise !== 0;
  const due = charges.map(({ event, paise }) => [event, [paise, gstOf(paise)]] as const);
  const recorded = entries.map(({ event, sum }) => [event, sum] as const);
  return {
    recorded: Object.fromEntries(recorded.filter(isSomething)),
    due: Object.fromEntries(due.filter(isSomething)),
  };
}

/** The number of shipments by account and status: from the counters, and by counting. */
export async function readCounters({ database }: TestApp): Promise<{ kept: unknown; counted: unknown }> {
  const kept = await database.sql(
    `select account_id, status, sum(shipments)::integer as shipments
       from (select account_id, status, shipments from shipment_counts
             union all select account_id, status, change from shipment_count_deltas) as parts
      group by account_id, status having sum(shipments) <> 0 order by account_id, status`,
  );
  const counted = await database.sql(
    `select account_id, granular_status as status, count(*)::integer as shipments
       from shipments group by account_id, granular_status order by account_id, granular_status`,
  );
  return { kept, counted };
}

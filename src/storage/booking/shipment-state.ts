import type { Phase } from '../../domain/tracking/phases.ts';
import type { NdrReason, RtoReason } from '../../domain/tracking/reasons.ts';
import type { ShipmentState } from '../../domain/tracking/state.ts';
import {
  type ForwardStatus,
  type Journey,
  type ListingStatus,
  MILESTONES,
  type Milestone,
} from '../../domain/tracking/statuses.ts';
import { columnListingStatus, columnStatus, statusOfColumn } from '../tracking/column-status.ts';

/** The columns of `shipments`, with their types, that store the state computed from the history. */
export const STATE_COLUMNS = {
  status: 'listing_status',
  granular_status: 'granular_status',
  phase: 'shipment_phase',
  status_at: 'timestamptz',
  newest_event_at: 'timestamptz',
  newest_arrival: 'integer',
  attempt_count: 'smallint',
  ndr_reason: 'ndr_reason',
  rto_reason: 'rto_reason',
  ndr_reason_is_newer: 'boolean',
  ready_for_pickup_at: 'timestamptz',
  picked_up_at: 'timestamptz',
  in_transit_at: 'timestamptz',
  out_for_delivery_at: 'timestamptz',
  delivered_at: 'timestamptz',
  ndr_raised_at: 'timestamptz',
  rto_initiated_at: 'timestamptz',
  rto_in_transit_at: 'timestamptz',
  rto_delivered_at: 'timestamptz',
  cancelled_at: 'timestamptz',
} as const;

type MilestoneColumn = `${Exclude<Milestone, 'created'>}_at`;

/** A row of these columns. A time is a `Date` or a number of epoch milliseconds. */
export interface StateRow<Time = Date> extends Record<MilestoneColumn, Time | null> {
  status: ListingStatus;
  granular_status: ForwardStatus;
  phase: Phase;
  status_at: Time;
  newest_event_at: Time | null;
  newest_arrival: number | null;
  attempt_count: number;
  ndr_reason: NdrReason | null;
  rto_reason: RtoReason | null;
  ndr_reason_is_newer: boolean;
}

/** The milestones that have columns: all except the creation, which is stored as `created_at`. */
export const MILESTONE_COLUMNS = MILESTONES.filter((milestone) => milestone !== 'created').map(
  (milestone): readonly [Exclude<Milestone, 'created'>, MilestoneColumn] => [milestone, `${milestone}_at`],
);

export function stateRow(state: ShipmentState): StateRow {
  const { milestones } = state;
  const times = Object.fromEntries(
    MILESTONE_COLUMNS.map(([milestone, column]) => [column, dateOf(milestones[milestone])]),
  ) as Record<MilestoneColumn, Date | null>;
  return {
    status: columnListingStatus(state.status),
    granular_status: columnStatus(state.status),
    phase: state.phase,
    status_at: new Date(state.statusAt),
    newest_event_at: dateOf(state.newest?.eventTime),
    newest_arrival: state.newest?.arrival ?? null,
    attempt_count: state.attemptCount,
    ndr_reason: state.ndrReason,
    rto_reason: state.rtoReason,
    ndr_reason_is_newer: state.ndrReasonIsNewer,
    ...times,
  };
}

/** Builds the state from its columns, with the milestones of a shipment created at `createdAt`. */
export function stateOfRow(row: StateRow & { journey: Journey }, createdAt: Date): ShipmentState {
  return stateOf(row, createdAt.getTime(), (time) => time.getTime());
}

/** Like `stateOfRow`, for a row with times in epoch milliseconds. */
export function stateOfNumbers(
  row: StateRow<number> & { journey: Journey },
  createdAt: number,
): ShipmentState {
  return stateOf(row, createdAt, (time) => time);
}

function stateOf<Time>(
  row: StateRow<Time> & { journey: Journey },
  createdAt: number,
  momentOf: (time: Time) => number,
): ShipmentState {
  const milestones: Partial<Record<Milestone, number>> = { created: createdAt };
  for (const [milestone, column] of MILESTONE_COLUMNS) {
    const at = row[column];
    if (at !== null) milestones[milestone] = momentOf(at);
  }
  return {
    status: statusOfColumn(row.granular_status, row.journey),
    phase: row.phase,
    statusAt: momentOf(row.status_at),
    newest:
      row.newest_event_at === null || row.newest_arrival === null
        ? null
        : { eventTime: momentOf(row.newest_event_at), arrival: row.newest_arrival },
    attemptCount: row.attempt_count,
    milestones,
    ndrReason: row.ndr_reason,
    rtoReason: row.rto_reason,
    ndrReasonIsNewer: row.ndr_reason_is_newer,
  };
}

function dateOf(moment: number | undefined): Date | null {
  return moment === undefined ? null : new Date(moment);
}

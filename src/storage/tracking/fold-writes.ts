import type { EventOutcome } from '../../domain/tracking/fold.ts';
import type { ShipmentState } from '../../domain/tracking/state.ts';
import type { Journey } from '../../domain/tracking/statuses.ts';
import { MILESTONE_COLUMNS } from '../booking/shipment-state.ts';
import { type Column, columnLists, columnNames, columnTypes, columnValues } from '../column-lists.ts';
import { type CountChange, sumUp } from '../listing/shipment-counts.ts';
import type { RowsStatement, ServiceTransaction } from '../service-transaction.ts';
import { columnListingStatus, columnStatus } from './column-status.ts';
import { type NewEvent, type ShipmentKey, storedDescription } from './tracking-events.ts';

export interface FoldToSave extends ShipmentKey {
  readonly journey: Journey;
  readonly before: ShipmentState;
  readonly after: ShipmentState;
  /** The number of the last event, counted in order of arrival. */
  readonly eventCount: number;
  readonly outcomes: readonly EventOutcome<NewEvent & { readonly arrival: number }>[];
}

interface EventToSave {
  readonly accountId: string;
  readonly outcome: FoldToSave['outcomes'][number];
}

const EVENT: readonly Column<EventToSave>[] = [
  ['account_id', 'uuid', ({ accountId }) => accountId],
  ['shipment_id', 'uuid', ({ outcome }) => outcome.event.shipmentId],
  ['event_id', 'uuid', ({ outcome }) => outcome.event.eventId],
  ['event_at', 'milliseconds', ({ outcome }) => outcome.event.eventTime],
  ['arrival', 'integer', ({ outcome }) => outcome.event.arrival],
  ['status', 'granular_status', ({ outcome }) => columnStatus(outcome.event.status)],
  ['refusal', 'event_refusal', ({ outcome }) => (outcome.applied ? null : outcome.why)],
  ['actor_kind', 'actor_kind', ({ outcome }) => outcome.event.actor.kind],
  ['actor_id', 'uuid', ({ outcome }) => outcome.event.actor.id],
  ['carrier_event_key', 'uuid', ({ outcome }) => outcome.event.carrierEventKey],
  [
    'actor_name',
    'text',
    ({ outcome: { event } }) => (event.actor.kind === 'carrier' ? null : event.actor.name),
  ],
  ['reason', 'text', ({ outcome }) => outcome.event.reason],
  ['location', 'text', ({ outcome }) => outcome.event.location],
  ['description', 'text', ({ outcome }) => storedDescription(outcome.event)],
  ['carrier_status', 'text', ({ outcome }) => outcome.event.carrierStatus],
  ['carrier_reason', 'text', ({ outcome }) => outcome.event.carrierReason],
];

const KEY: readonly Column<FoldToSave>[] = [
  ['account_id', 'uuid', ({ accountId }) => accountId],
  ['shipment_id', 'uuid', ({ shipmentId }) => shipmentId],
];

const STATE: readonly Column<FoldToSave>[] = [
  ['event_count', 'integer', ({ eventCount }) => eventCount],
  ['status', 'listing_status', ({ after }) => columnListingStatus(after.status)],
  ['granular_status', 'granular_status', ({ after }) => columnStatus(after.status)],
  ['phase', 'shipment_phase', ({ after }) => after.phase],
  ['status_at', 'milliseconds', ({ after }) => after.statusAt],
  ['newest_event_at', 'milliseconds', ({ after }) => after.newest?.eventTime],
  ['newest_arrival', 'integer', ({ after }) => after.newest?.arrival],
  ['attempt_count', 'smallint', ({ after }) => after.attemptCount],
  ['ndr_reason', 'ndr_reason', ({ after }) => after.ndrReason],
  ['rto_reason', 'rto_reason', ({ after }) => after.rtoReason],
  ['ndr_reason_is_newer', 'boolean', ({ after }) => after.ndrReasonIsNewer],
  ...MILESTONE_COLUMNS.map(
    ([milestone, column]): Column<FoldToSave> => [
      column,
      'milliseconds',
      ({ after }) => after.milestones[milestone],
    ],
  ),
];

type CountToSave = CountChange & { readonly accountId: string };

const COUNT: readonly Column<CountToSave>[] = [
  ['account_id', 'uuid', ({ accountId }) => accountId],
  ['journey', 'journey', ({ journey }) => journey],
  ['status', 'granular_status', ({ status }) => columnStatus(status)],
  ['change', 'integer', ({ change }) => change],
];

const FIRST_EVENT = 2;
const FIRST_STATE = FIRST_EVENT + EVENT.length;
const FIRST_COUNT = FIRST_STATE + KEY.length + STATE.length;

/**
 * Saves folded shipments. The cost depends mostly on when the pages were last written. The first change of a
 * page after a checkpoint logs the whole page, at a third of the usual speed
 * (docs/explanation/decisions/2026-11-22-measured.md).
 *
 * When a shipment's `event_count` changes, columns in memory read only the shipment's row again (migration
 * 0056), so this statement must not write any other data that they contain.
 */
const SAVE: RowsStatement = {
  name: 'save-folds',
  account: 'n.account_id',
  text: (account) => `with events as (
      insert into tracking_events (arrived_at, ${columnNames(EVENT)})
      select $1, ${columnValues(EVENT)}
        from unnest(${columnTypes(EVENT, FIRST_EVENT)}) as n (${columnNames(EVENT)})
    ), counts as (
      insert into shipment_count_deltas (${columnNames(COUNT)})
      select ${columnValues(COUNT)}
        from unnest(${columnTypes(COUNT, FIRST_COUNT)}) as n (${columnNames(COUNT)})
    )
    update shipments s
       set (updated_at, ${columnNames(STATE)}) = ($1, ${columnValues(STATE)})
      from unnest(${columnTypes([...KEY, ...STATE], FIRST_STATE)}) as n (${columnNames([...KEY, ...STATE])})
     where s.account_id = ${account} and s.shipment_id = n.shipment_id`,
};

/** Writes events, the resulting states, and the changes of the counters, all in one statement. */
export async function saveFolds(
  transaction: ServiceTransaction,
  folds: readonly FoldToSave[],
): Promise<void> {
  await transaction.runFor(SAVE, folds, (some) => [
    transaction.now,
    ...columnLists(EVENT, eventsOf(some)),
    ...columnLists(KEY, some),
    ...columnLists(STATE, some),
    ...columnLists(COUNT, countChangesOf(some)),
  ]);
}

function eventsOf(folds: readonly FoldToSave[]): EventToSave[] {
  return folds.flatMap(({ accountId, outcomes }) => outcomes.map((outcome) => ({ accountId, outcome })));
}

function countChangesOf(folds: readonly FoldToSave[]): CountToSave[] {
  const byAccount = new Map<string, CountChange[]>();
  for (const { accountId, journey, before, after } of folds) {
    if (before.status === after.status) continue;
    const changes = byAccount.get(accountId) ?? [];
    byAccount.set(accountId, changes);
    changes.push(
      { journey, status: before.status, change: -1 },
      { journey, status: after.status, change: 1 },
    );
  }
  return [...byAccount].flatMap(([accountId, changes]) =>
    sumUp(changes).map((change) => ({ accountId, ...change })),
  );
}

import { isDeepStrictEqual } from 'node:util';
import { isCollectedAlike } from '../../domain/money/cod.ts';
import { isChargedAlike } from '../../domain/money/ledger.ts';
import {
  applyNewest,
  type EventOutcome,
  type Fold,
  foldHistory,
  isNewest,
  madeVoid,
} from '../../domain/tracking/fold.ts';
import type { ShipmentState } from '../../domain/tracking/state.ts';
import type { Refusal } from '../../domain/tracking/verdict.ts';
import type { AccountWriter } from '../account-scope.ts';
import { recordChanges } from '../accounts/audit.ts';
import { lockShipments, type Shipment } from '../booking/shipments.ts';
import { settleMoney } from '../money/settle-money.ts';
import type { ServiceTransaction } from '../service-transaction.ts';
import { saveFolds } from './fold-writes.ts';
import {
  type FoldedEvent,
  findKnownEvents,
  type NewEvent,
  readHistories,
  refuseEvents,
} from './tracking-events.ts';

export type EventResult =
  | { readonly outcome: 'applied' }
  /** In the history, but without effect: it was refused, or is about a past that changes nothing. */
  | { readonly outcome: 'recorded'; readonly why: Refusal | 'already_past' }
  /** The event already existed. */
  | { readonly outcome: 'duplicate' }
  /** The account has no such shipment. */
  | { readonly outcome: 'unknown_shipment' };

/** The parts of a locked shipment that the fold needs. */
export type FoldableShipment = Pick<
  Shipment,
  'shipmentId' | 'journey' | 'createdAt' | 'state' | 'eventCount' | 'isCod'
>;

/** Belongs to any account. */
export interface ScannedShipment extends FoldableShipment {
  readonly accountId: string;
}

export interface ShipmentChange<Of extends FoldableShipment = Shipment> {
  /** The shipment as it was before the events. */
  readonly shipment: Of;
  readonly before: ShipmentState;
  readonly after: ShipmentState;
  /** Only the new events, in the order of the history. */
  readonly outcomes: readonly EventOutcome<NewEvent & FoldedEvent>[];
}

/** The results in the order of the given events, and the change of each shipment. */
export interface AppliedEvents<Of extends FoldableShipment = Shipment> {
  readonly results: readonly EventResult[];
  readonly changes: readonly ShipmentChange<Of>[];
}

/**
 * Adds events to the histories of shipments, computes the new states, and writes the results: the events, the
 * shipments' states, the counters, the ledger, and audit records for events that a late event made void. Any
 * number of events for any number of the account's shipments, in the order of arrival, takes 2 to 8
 * statements. The history is read only for events that are dated before a shipment's newest event.
 *
 * The shipments are locked in the order of their ids, so concurrent batches cannot deadlock. The caller
 * records the author of the change, with `record` or `skipAudit`.
 */
export async function applyEvents(
  writer: AccountWriter,
  events: readonly NewEvent[],
): Promise<AppliedEvents> {
  const shipmentIds = [...new Set(events.map(({ shipmentId }) => shipmentId))];
  return applyToLocked(writer, await lockShipments(writer, shipmentIds), events);
}

/** Like `applyEvents`, for shipments that this transaction has already locked. */
export async function applyToLocked(
  writer: AccountWriter,
  locked: ReadonlyMap<string, Shipment>,
  events: readonly NewEvent[],
): Promise<AppliedEvents> {
  return apply({ transaction: writer.acrossAccounts, locked, accountOf: () => writer.accountId }, events);
}

/** Like `applyToLocked`, for shipments of any accounts. Audit records for void events name the actor. */
export async function applyAcrossAccounts(
  transaction: ServiceTransaction,
  locked: ReadonlyMap<string, ScannedShipment>,
  events: readonly NewEvent[],
): Promise<AppliedEvents<ScannedShipment>> {
  return apply({ transaction, locked, accountOf: ({ accountId }) => accountId }, events);
}

/** The shipments that the transaction has locked, by id. */
interface Locked<Of extends FoldableShipment> {
  readonly transaction: ServiceTransaction;
  readonly locked: ReadonlyMap<string, Of>;
  readonly accountOf: (shipment: Of) => string;
}

async function apply<Of extends FoldableShipment>(
  on: Locked<Of>,
  events: readonly NewEvent[],
): Promise<AppliedEvents<Of>> {
  const results: EventResult[] = [];
  const arrivals = await admit(on, events, results);
  if (arrivals.length === 0) return { results, changes: [] };
  const histories = await readHistoriesOf(on, arrivals.filter(isLate));
  const folded = arrivals.map((arrival) => ({
    ...arrival,
    ...foldIn(arrival, histories.get(arrival.shipment.shipmentId)),
  }));
  await write(on, folded);
  for (const { outcomes, idle } of folded) {
    for (const outcome of outcomes) results[outcome.event.index] = resultOf(outcome, idle);
  }
  const changes = folded.map(({ shipment, after, outcomes }) => ({
    shipment,
    before: shipment.state,
    after,
    outcomes,
  }));
  return { results, changes };
}

/** A new event with its arrival number, which is above those of all earlier events of its shipment. */
type Arrived = NewEvent & FoldedEvent & { readonly index: number };

interface Arrival<Of extends FoldableShipment> {
  readonly shipment: Of;
  readonly arrived: Arrived[];
}

interface Refused {
  readonly event: FoldedEvent;
  readonly why: Refusal;
}

interface Folded<Of extends FoldableShipment> extends Arrival<Of> {
  readonly after: ShipmentState;
  readonly outcomes: readonly EventOutcome<Arrived>[];
  /** The new events that did not change the shipment when they arrived. */
  readonly idle: ReadonlySet<FoldedEvent>;
  /** Older events that are now refused, or are now refused for a different reason. */
  readonly refused: readonly Refused[];
  /** The events in `refused` that had applied before. */
  readonly voided: readonly Refused[];
}

/** Reports repeated events and events of unknown shipments, and numbers the others in order of arrival. */
async function admit<Of extends FoldableShipment>(
  on: Locked<Of>,
  events: readonly NewEvent[],
  results: EventResult[],
): Promise<Arrival<Of>[]> {
  const known = await knownKeys(on, events);
  const arrivals = new Map<string, Arrival<Of>>();
  for (const [index, event] of events.entries()) {
    const shipment = on.locked.get(event.shipmentId);
    if (shipment === undefined) {
      results[index] = { outcome: 'unknown_shipment' };
      continue;
    }
    const keys = keysOf(event);
    if (keys.some((key) => known.has(key))) {
      results[index] = { outcome: 'duplicate' };
      continue;
    }
    for (const key of keys) known.add(key);
    const arrival = arrivals.get(event.shipmentId) ?? { shipment, arrived: [] };
    arrivals.set(event.shipmentId, arrival);
    const number = shipment.eventCount + arrival.arrived.length + 1;
    arrival.arrived.push({ ...event, arrival: number, refusal: null, index });
  }
  return [...arrivals.values()];
}

/**
 * Only carriers repeat events, because our own actions have new ids. A scan without an id of the carrier that
 * is dated after all other events of its shipment cannot be a repeat.
 */
async function knownKeys<Of extends FoldableShipment>(
  { transaction, locked, accountOf }: Locked<Of>,
  events: readonly NewEvent[],
): Promise<Set<string>> {
  const candidates = events.flatMap((event) => {
    const shipment = locked.get(event.shipmentId);
    if (event.actor.kind !== 'carrier' || shipment === undefined) return [];
    const { newest } = shipment.state;
    const isNew = event.carrierEventKey === null && (newest === null || event.eventTime > newest.eventTime);
    return isNew ? [] : [{ ...event, accountId: accountOf(shipment) }];
  });
  if (candidates.length === 0) return new Set();
  return new Set((await findKnownEvents(transaction, candidates)).flatMap(keysOf));
}

/** The keys include the tracking number, so they differ between shipments and between the two kinds. */
function keysOf({ eventId, carrierEventKey }: Pick<NewEvent, 'eventId' | 'carrierEventKey'>): string[] {
  return carrierEventKey === null ? [eventId] : [eventId, carrierEventKey];
}

/** Tells whether one of the events is dated before another event of the shipment. */
function isLate({ shipment, arrived }: Arrival<FoldableShipment>): boolean {
  let newest: ShipmentState['newest'] = shipment.state.newest;
  return arrived.some((event) => {
    const isBehind = !isNewest({ newest }, event);
    newest = event;
    return isBehind;
  });
}

async function readHistoriesOf<Of extends FoldableShipment>(
  { transaction, accountOf }: Locked<Of>,
  late: readonly Arrival<Of>[],
): Promise<Map<string, FoldedEvent[]>> {
  const histories = new Map<string, FoldedEvent[]>(late.map(({ shipment }) => [shipment.shipmentId, []]));
  const withHistory = late
    .filter(({ shipment }) => shipment.eventCount > 0)
    .map(({ shipment }) => ({
      accountId: accountOf(shipment),
      shipmentId: shipment.shipmentId,
      journey: shipment.journey,
    }));
  if (withHistory.length === 0) return histories;
  for (const event of await readHistories(transaction, withHistory)) {
    histories.get(event.shipmentId)?.push(event);
  }
  return histories;
}

/** A history is folded at most this often for new events; with more, several are judged together. */
const MOST_FOLDS = 50;

/** @param history the shipment's earlier events; undefined if every new event comes after all of them */
function foldIn(
  { shipment, arrived }: Arrival<FoldableShipment>,
  history: readonly FoldedEvent[] | undefined,
): Pick<Folded<FoldableShipment>, 'after' | 'outcomes' | 'idle' | 'refused' | 'voided'> {
  if (history === undefined) {
    let after = shipment.state;
    const outcomes = arrived.map((event) => {
      const step = applyNewest(after, event);
      after = step.state;
      return step.outcome;
    });
    return { after, outcomes, idle: new Set(), refused: [], voided: [] };
  }
  const fold: Fold<FoldedEvent> = foldHistory(
    shipment.createdAt.getTime(),
    [...history, ...arrived],
    shipment.journey,
  );
  const isNew = new Set<FoldedEvent>(arrived);
  const stateWith = (count: number) =>
    foldHistory(shipment.createdAt.getTime(), [...history, ...arrived.slice(0, count)], shipment.journey)
      .state;
  const idle: FoldedEvent[] = [];
  const group = Math.ceil(arrived.length / MOST_FOLDS);
  let before = stateWith(0);
  for (let from = 0; from < arrived.length; from += group) {
    const after = stateWith(from + group);
    if (isDeepStrictEqual(before, after)) idle.push(...arrived.slice(from, from + group));
    before = after;
  }
  return {
    after: fold.state,
    idle: new Set(idle),
    outcomes: fold.outcomes.filter(({ event }) => isNew.has(event)) as EventOutcome<Arrived>[],
    refused: fold.outcomes.flatMap((outcome) =>
      outcome.applied || isNew.has(outcome.event) || outcome.why === outcome.event.refusal
        ? []
        : [{ event: outcome.event, why: outcome.why }],
    ),
    voided: madeVoid(fold, (event) => (isNew.has(event) ? null : event.refusal === null)),
  };
}

async function write<Of extends FoldableShipment>(
  { transaction, accountOf }: Locked<Of>,
  folded: readonly Folded<Of>[],
): Promise<void> {
  await saveFolds(
    transaction,
    folded.map(({ shipment, arrived, after, outcomes }) => ({
      accountId: accountOf(shipment),
      shipmentId: shipment.shipmentId,
      journey: shipment.journey,
      before: shipment.state,
      after,
      eventCount: shipment.eventCount + arrived.length,
      outcomes,
    })),
  );
  await settleMoney(
    transaction,
    folded
      .filter(({ shipment, after }) => changesMoney(shipment, after))
      .map(({ shipment, after }) => ({
        accountId: accountOf(shipment),
        shipmentId: shipment.shipmentId,
        state: after,
      })),
  );
  const refused = withAccounts(folded, accountOf, 'refused');
  if (refused.length > 0) await refuseEvents(transaction, refused);
  const voided = withAccounts(folded, accountOf, 'voided');
  if (voided.length === 0) return;
  await recordChanges(
    transaction,
    voided.map((event) => ({
      accountId: event.accountId,
      action: 'shipment.event_made_void',
      subjectKind: 'shipment',
      subjectId: event.shipmentId,
      changes: {
        status: event.status,
        event_date_time: new Date(event.eventTime).toISOString(),
        why: event.why,
      },
    })),
  );
}

function changesMoney(shipment: FoldableShipment, after: ShipmentState): boolean {
  return !isChargedAlike(shipment.state, after) || !isCollectedAlike(shipment, shipment.state, after);
}

function withAccounts<Of extends FoldableShipment>(
  folded: readonly Folded<Of>[],
  accountOf: (shipment: Of) => string,
  which: 'refused' | 'voided',
) {
  return folded.flatMap((one) =>
    one[which].map(({ event, why }) => ({ ...event, why, accountId: accountOf(one.shipment) })),
  );
}

function resultOf(outcome: EventOutcome<FoldedEvent>, idle: ReadonlySet<FoldedEvent>): EventResult {
  if (!outcome.applied) return { outcome: 'recorded', why: outcome.why };
  return idle.has(outcome.event) ? { outcome: 'recorded', why: 'already_past' } : { outcome: 'applied' };
}

import { hash } from 'node:crypto';
import type { Actor } from '../../domain/actor.ts';
import type { TrackingEvent } from '../../domain/tracking/event.ts';
import type { ShipmentState } from '../../domain/tracking/state.ts';
import type { ForwardStatus, Journey } from '../../domain/tracking/statuses.ts';
import type { Refusal } from '../../domain/tracking/verdict.ts';
import type { Sentence } from '../../problems/sentence.ts';
import type { AccountScope } from '../account-scope.ts';
import type { RowsStatement, ServiceTransaction } from '../service-transaction.ts';
import { storedSentence } from '../stored-sentence.ts';
import type { Write, WriteShape } from '../writes.ts';
import { columnStatus, statusOfColumn } from './column-status.ts';

export interface NewEvent extends Omit<TrackingEvent, 'arrival'> {
  readonly shipmentId: string;
  /** For a scan, `eventIdOf` its content; for an action of ours, a new id. */
  readonly eventId: string;
  /** `eventIdOf` the carrier's id of the event; null if it has none. */
  readonly carrierEventKey: string | null;
  readonly actor: Actor;
  readonly location: string | null;
  readonly description: string | null;
  /** The description of an action of ours; absent for a scan. */
  readonly sentence?: Sentence;
  /** The carrier's status, if it differs from ours. */
  readonly carrierStatus: string | null;
  readonly carrierReason: string | null;
}

/** An event with its arrival number and its effect. */
export interface StoredEvent extends NewEvent {
  readonly arrival: number;
  /** The reason why it did not apply; null if it applied. */
  readonly refusal: Refusal | null;
}

export interface FoldedEvent extends TrackingEvent {
  readonly shipmentId: string;
  readonly eventId: string;
  readonly refusal: Refusal | null;
}

/** Makes an id (UUID version 8) from an identity (`eventIdentity`): equal texts have equal ids. */
export function eventIdOf(identity: string): string {
  const hex = hash('sha256', identity, 'hex');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) & 3);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export interface ShipmentKey {
  readonly accountId: string;
  readonly shipmentId: string;
}

export function keyLists(shipments: readonly ShipmentKey[]): [string[], string[]] {
  return [shipments.map(({ accountId }) => accountId), shipments.map(({ shipmentId }) => shipmentId)];
}

const KNOWN: RowsStatement = {
  name: 'find-known-events',
  account: 'k.account_id',
  text: (account) => `select e.shipment_id, e.event_id, e.carrier_event_key
      from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as k (account_id, shipment_id, event_id)
      join tracking_events e on e.account_id = ${account} and e.shipment_id = k.shipment_id and e.event_id = k.event_id
    union all
    select e.shipment_id, e.event_id, e.carrier_event_key
      from unnest($1::uuid[], $2::uuid[], $4::uuid[]) as k (account_id, shipment_id, carrier_event_key)
      join tracking_events e on e.account_id = ${account} and e.shipment_id = k.shipment_id
        and e.carrier_event_key = k.carrier_event_key`,
};

/**
 * Finds which of the given events or carriers' event ids these shipments already have.
 *
 * It makes two lookups in unique indexes for each event. Reading all events of the shipments and comparing
 * them took four times as long for shipments with ten events.
 */
export async function findKnownEvents(
  transaction: ServiceTransaction,
  events: readonly (ShipmentKey & Pick<NewEvent, 'eventId' | 'carrierEventKey'>)[],
): Promise<{ shipmentId: string; eventId: string; carrierEventKey: string | null }[]> {
  const rows = await transaction.runFor<
    { shipment_id: string; event_id: string; carrier_event_key: string | null },
    (typeof events)[number]
  >(KNOWN, events, (some) => [
    ...keyLists(some),
    some.map(({ eventId }) => eventId),
    some.map(({ carrierEventKey }) => carrierEventKey),
  ]);
  return rows.map((row) => ({
    shipmentId: row.shipment_id,
    eventId: row.event_id,
    carrierEventKey: row.carrier_event_key,
  }));
}

const HISTORIES: RowsStatement = {
  name: 'read-histories',
  account: 'k.account_id',
  text: (account) => `select e.shipment_id, e.event_id, e.event_at, e.arrival, e.status, e.reason, e.refusal
      from unnest($1::uuid[], $2::uuid[]) as k (account_id, shipment_id)
      join tracking_events e on e.account_id = ${account} and e.shipment_id = k.shipment_id`,
};

interface HistoryRow {
  shipment_id: string;
  event_id: string;
  event_at: Date;
  arrival: number;
  status: ForwardStatus;
  reason: TrackingEvent['reason'];
  refusal: Refusal | null;
  [column: string]: unknown;
}

/** Reads the complete histories of shipments, in any order. */
export async function readHistories(
  transaction: ServiceTransaction,
  shipments: readonly (ShipmentKey & { readonly journey: Journey })[],
): Promise<FoldedEvent[]> {
  const journeys = new Map(shipments.map(({ shipmentId, journey }) => [shipmentId, journey]));
  const rows = await transaction.runFor<HistoryRow, ShipmentKey>(HISTORIES, shipments, keyLists);
  return rows.map((row) => ({
    shipmentId: row.shipment_id,
    eventId: row.event_id,
    eventTime: row.event_at.getTime(),
    arrival: row.arrival,
    status: statusOfColumn(row.status, journeys.get(row.shipment_id) ?? 'forward'),
    reason: row.reason,
    refusal: row.refusal,
  }));
}

const INSERT: WriteShape = {
  name: 'event',
  texts: [
    `insert into tracking_events (account_id, arrived_at, shipment_id, event_id, event_at, arrival, status,
      refusal, actor_kind, actor_id, carrier_event_key, actor_name, reason, location, description,
      carrier_status, carrier_reason)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
  ],
};

/** What `description` has of an event. */
export function storedDescription({
  description,
  sentence,
}: Pick<NewEvent, 'description' | 'sentence'>): string | null {
  return sentence === undefined ? description : storedSentence(sentence);
}

/** Adds an event to a history, with its effect. */
export function writeEvent(arrivedAt: Date, event: StoredEvent): Write {
  return {
    shape: INSERT,
    parameters: [
      arrivedAt,
      event.shipmentId,
      event.eventId,
      new Date(event.eventTime),
      event.arrival,
      columnStatus(event.status),
      event.refusal,
      event.actor.kind,
      event.actor.id,
      event.carrierEventKey,
      event.actor.kind === 'carrier' ? null : event.actor.name,
      event.reason,
      event.location,
      storedDescription(event),
      event.carrierStatus,
      event.carrierReason,
    ],
  };
}

const REFUSE: RowsStatement = {
  name: 'refuse-events',
  account: 'v.account_id',
  text: (account) => `update tracking_events e set refusal = v.refusal
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::event_refusal[])
           as v (account_id, shipment_id, event_id, refusal)
     where e.account_id = ${account} and e.shipment_id = v.shipment_id and e.event_id = v.event_id`,
};

/** Records the reasons why existing events no longer apply. */
export async function refuseEvents(
  transaction: ServiceTransaction,
  events: readonly (ShipmentKey & { readonly eventId: string; readonly why: Refusal })[],
): Promise<void> {
  await transaction.runFor(REFUSE, events, (some) => [
    ...keyLists(some),
    some.map(({ eventId }) => eventId),
    some.map(({ why }) => why),
  ]);
}

export async function isStatusOfCarrier(
  scope: AccountScope,
  { shipmentId, state }: { readonly shipmentId: string; readonly state: Pick<ShipmentState, 'status'> },
): Promise<boolean> {
  return (await findActorOfStatus(scope, { shipmentId, state }))?.kind === 'carrier';
}

/** Who set the status of a shipment last; null if no event did. */
export async function findActorOfStatus(
  scope: AccountScope,
  { shipmentId, state }: { readonly shipmentId: string; readonly state: Pick<ShipmentState, 'status'> },
): Promise<Pick<Actor, 'kind' | 'name'> | null> {
  const [newest] = await scope.read<Pick<Actor, 'kind' | 'name'>>(
    `select actor_kind as kind, actor_name as name from tracking_events
      where account_id = $1 and shipment_id = $2 and status = $3 and refusal is null
      order by event_at desc, arrival desc limit 1`,
    [shipmentId, state.status],
  );
  return newest ?? null;
}

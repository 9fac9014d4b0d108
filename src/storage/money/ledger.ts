import type { LedgerEvent, LedgerSide } from '../../domain/money/ledger.ts';
import type { Journey } from '../../domain/tracking/statuses.ts';
import type { AccountScope } from '../account-scope.ts';
import { findShipmentsByTrackingNumber } from '../booking/tracking-numbers.ts';
import { Conditions } from '../listing/conditions.ts';
import { addOfShipments, type OfShipments } from '../listing/of-shipments.ts';
import { type Newest, type NewestList, type NewestPage, readAllRows, readNewest } from '../newest-page.ts';
import { SUMMED_LISTS, summedRows } from '../old-rows.ts';

/** A ledger entry in the list. Amounts are in paise. */
export interface LedgerEntry {
  readonly id: string;
  readonly shipmentId: string;
  readonly trackingNumber: string;
  readonly orderId: string;
  readonly journey: Journey;
  /** Null if the shipment has no courier any more. */
  readonly carrierName: string | null;
  readonly event: LedgerEvent;
  readonly side: LedgerSide;
  readonly paise: number;
  readonly gstPaise: number;
  /** A time in ISO 8601 format. */
  readonly recordedAt: string;
  readonly happenedAt: string;
}

/** Sums of all matching entries, in paise. */
export interface LedgerSums {
  /** The debits minus the credits. */
  readonly paise: number;
  readonly gstPaise: number;
  /** With GST. */
  readonly debitPaise: number;
  readonly creditPaise: number;
}

export interface LedgerFilters extends OfShipments {
  readonly trackingNumber: string | null;
  readonly event: LedgerEvent | null;
  readonly side: LedgerSide | null;
  /** Times in epoch milliseconds; both bounds are included. */
  readonly from: number | null;
  readonly to: number | null;
}

const signed = (column: string) =>
  `coalesce(sum(case side when 'debit' then ${column} else -${column} end), 0)`;
const ofSide = (side: LedgerSide) =>
  `coalesce(sum(amount_paise + gst_paise) filter (where side = '${side}'), 0)`;

const SUMS = `json_build_object('paise', ${signed('amount_paise')}, 'gstPaise', ${signed('gst_paise')},
  'debitPaise', ${ofSide('debit')}, 'creditPaise', ${ofSide('credit')})`;

const JOINS = `join shipments s on s.account_id = $1 and s.shipment_id = l.shipment_id
  join orders o on o.account_id = $1 and o.order_id = s.order_id
  left join bookings b on b.account_id = $1 and b.shipment_id = s.shipment_id and b.booking_id = s.booking_id`;

const COLUMNS = `l.entry_id as id, l.shipment_id as "shipmentId", s.tracking_number as "trackingNumber",
  o.display_id as "orderId", s.journey, b.carrier_name as "carrierName", l.event_type as event, l.side,
  l.amount_paise as paise, l.gst_paise as "gstPaise", l.recorded_at as "recordedAt", l.happened_at as "happenedAt"`;

/** The entries without their shipments, so that counting and summing read only the entries. */
async function ledgerList(scope: AccountScope, filters: LedgerFilters): Promise<NewestList> {
  const conditions = new Conditions('l.account_id = $1');
  const { trackingNumber, event, side, from, to } = filters;
  if (trackingNumber !== null) {
    const named = await findShipmentsByTrackingNumber(scope, [trackingNumber]);
    conditions.add('l.shipment_id = any(?::uuid[])', [...named.values()]);
  }
  if (event !== null) conditions.add('l.event_type = ?::ledger_event', event);
  if (side !== null) conditions.add('l.side = ?::ledger_side', side);
  if (from !== null) conditions.add('l.recorded_at >= ?::timestamptz', new Date(from));
  if (to !== null) conditions.add('l.recorded_at <= ?::timestamptz', new Date(to));
  addOfShipments(conditions, 'l', filters);
  const { carrierIds, stores } = filters;
  const isByKind = [trackingNumber, from, to, carrierIds, stores].every((value) => value === null);
  return {
    from: `from ledger_entries l where ${conditions.sql}`,
    summed: isByKind ? `from ${summedRows(SUMMED_LISTS.ledger)} l where ${conditions.sql}` : undefined,
    sums: SUMS,
    id: 'l.entry_id',
    isFoundFirst: to !== null || trackingNumber !== null,
    columns: COLUMNS,
    joins: JOINS,
    parameters: conditions.parameters,
  };
}

/** Lists the account's entries, newest first. */
export async function listLedger(
  scope: AccountScope,
  filters: LedgerFilters,
  page: NewestPage,
): Promise<Newest<LedgerEntry, LedgerSums>> {
  return readNewest<LedgerEntry, LedgerSums>(scope, await ledgerList(scope, filters), page);
}

export async function* readLedger(
  scope: AccountScope,
  filters: LedgerFilters,
): AsyncGenerator<readonly LedgerEntry[], void, undefined> {
  yield* readAllRows<LedgerEntry>(scope, await ledgerList(scope, filters));
}

export type ShipmentEntry = Pick<LedgerEntry, 'shipmentId' | 'event' | 'side' | 'paise' | 'gstPaise'>;

export async function entriesOfShipments(
  scope: AccountScope,
  shipmentIds: readonly string[],
): Promise<ShipmentEntry[]> {
  return scope.read<ShipmentEntry>(
    `select shipment_id as "shipmentId", event_type as event, side, amount_paise as paise, gst_paise as "gstPaise"
       from ledger_entries where account_id = $1 and shipment_id = any($2::uuid[]) order by entry_id`,
    [shipmentIds],
  );
}

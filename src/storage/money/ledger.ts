import type { LedgerEvent, LedgerSide } from '../../domain/money/ledger.ts';
import type { AccountScope } from '../account-scope.ts';
import { findShipmentsByTrackingNumber } from '../booking/tracking-numbers.ts';
import { type Newest, type NewestPage, readNewest } from '../newest-page.ts';

/** A ledger entry in the list. Amounts are in paise. */
export interface LedgerEntry {
  readonly id: string;
  readonly shipmentId: string;
  readonly trackingNumber: string;
  readonly event: LedgerEvent;
  readonly side: LedgerSide;
  readonly paise: number;
  readonly gstPaise: number;
  /** A time in ISO 8601 format. */
  readonly recordedAt: string;
  readonly happenedAt: string;
}

/** The debits minus the credits of all matching entries. */
export interface LedgerSums {
  readonly paise: number;
  readonly gstPaise: number;
}

export interface LedgerFilters extends NewestPage {
  readonly trackingNumber: string | null;
  readonly event: LedgerEvent | null;
  /** Times in epoch milliseconds; both bounds are included. */
  readonly from: number | null;
  readonly to: number | null;
}

/** The entries without their shipments, so that counting and summing read only the entries. */
const FROM = `from ledger_entries l
  where l.account_id = $1
    and ($2::uuid[] is null or l.shipment_id = any($2))
    and ($3::ledger_event is null or l.event_type = $3)
    and ($4::double precision is null or l.recorded_at >= to_timestamp($4 / 1000))
    and ($5::double precision is null or l.recorded_at <= to_timestamp($5 / 1000))`;

const signed = (column: string) =>
  `coalesce(sum(case side when 'debit' then ${column} else -${column} end), 0)`;

/** Lists the account's entries, newest first. */
export async function listLedger(
  scope: AccountScope,
  filters: LedgerFilters,
): Promise<Newest<LedgerEntry, LedgerSums>> {
  const { trackingNumber } = filters;
  const named = trackingNumber === null ? null : await findShipmentsByTrackingNumber(scope, [trackingNumber]);
  return readNewest<LedgerEntry, LedgerSums>(
    scope,
    {
      from: FROM,
      sums: `json_build_object('paise', ${signed('amount_paise')}, 'gstPaise', ${signed('gst_paise')})`,
      id: 'l.entry_id',
      isFoundFirst: filters.to !== null,
      columns: `l.entry_id as id, l.shipment_id as "shipmentId",
        (select s.tracking_number from shipments s where s.account_id = $1 and s.shipment_id = l.shipment_id)
          as "trackingNumber", event_type as event,
        side, amount_paise as paise, gst_paise as "gstPaise", recorded_at as "recordedAt", happened_at as "happenedAt"`,
      parameters: [named && [...named.values()], filters.event, filters.from, filters.to],
    },
    filters,
  );
}

export type ShipmentEntry = Pick<LedgerEntry, 'shipmentId' | 'event' | 'side' | 'paise' | 'gstPaise'>;

export async function entriesOfShipments(
  scope: AccountScope,
  shipmentIds: readonly string[],
): Promise<ShipmentEntry[]> {
  const rows = await scope.read<ShipmentEntry>(
    `select shipment_id as "shipmentId", event_type as event, side, amount_paise as paise, gst_paise as "gstPaise"
       from ledger_entries where account_id = $1 and shipment_id = any($2::uuid[]) order by entry_id`,
    [shipmentIds],
  );
  return rows.map((row) => ({ ...row, paise: Number(row.paise), gstPaise: Number(row.gstPaise) }));
}

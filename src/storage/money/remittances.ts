import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { type NamedRow, withShipments } from '../booking/tracking-numbers.ts';
import { type Column, columnLists, columnNames, columnTypes, columnValues } from '../column-lists.ts';
import { Conditions } from '../listing/conditions.ts';
import { type Newest, type NewestList, type NewestPage, readAllRows, readNewest } from '../newest-page.ts';

/** A row of a courier's file. Amounts are in paise, days are like `2026-11-15`. */
export interface SentRemittance {
  readonly trackingNumber: string;
  readonly amountPaise: number;
  readonly utr: string;
  readonly remittedOn: string;
}

export interface RemittedShipment {
  readonly line: number;
  readonly shipmentId: string | null;
  readonly carrierId: string | null;
  readonly courierName: string | null;
  readonly isCod: boolean;
  readonly codAmountPaise: number;
  /** Null if no part of the payment is recorded. */
  readonly remittanceId: string | null;
  /** The amount that is already recorded for the shipment in this payment; null if there is none. */
  readonly hadPaise: number | null;
}

const SENT: readonly Column<NamedRow<SentRemittance>>[] = [
  ['line', 'integer', ({ line }) => line],
  ['shipment_id', 'uuid', ({ shipmentId }) => shipmentId],
  ['tracking_number', 'text', ({ trackingNumber }) => trackingNumber],
  ['utr', 'text', ({ utr }) => utr],
];

/**
 * Rows are looked up one by one, by key. A plan that was made for an empty table, and kept while a file
 * filled it, read the whole table for each batch.
 */
const LOOK_UP = {
  name: 'look-up-remitted',
  text: `select n.line, s.shipment_id as "shipmentId", s.carrier_id as "carrierId", b.courier_name as "courierName", coalesce(s.is_cod, false) as "isCod",
        coalesce(s.cod_amount_paise, 0) as "codAmountPaise", r.remittance_id as "remittanceId",
        had.amount_paise as "hadPaise"
      from unnest(${columnTypes(SENT, 3)}) as n (${columnNames(SENT)})
      left join lateral (
        select shipment_id, booking_id, carrier_id, is_cod, cod_amount_paise from shipments
         where account_id = $1 and shipment_id = n.shipment_id and tracking_number = n.tracking_number offset 0
      ) s on true
      left join lateral (
        select courier_name from bookings
         where account_id = $1 and shipment_id = s.shipment_id and booking_id = s.booking_id offset 0
      ) b on true
      left join lateral (
        select remittance_id from remittances where account_id = $1 and courier = $2 and utr = n.utr offset 0
      ) r on true
      left join lateral (
        select amount_paise from remittance_rows
         where account_id = $1 and remittance_id = r.remittance_id and shipment_id = s.shipment_id offset 0
      ) had on true`,
};

export async function findRemittedShipments(
  writer: AccountWriter,
  courier: string,
  rows: ReadonlyMap<number, SentRemittance>,
): Promise<Map<number, RemittedShipment>> {
  const found = await writer.read<RemittedShipment>(LOOK_UP, [
    courier,
    ...columnLists(SENT, await withShipments(writer, rows)),
  ]);
  return new Map(found.map((row) => [row.line, row]));
}

/** A row that is accepted. */
export interface RemittanceToRecord extends SentRemittance {
  readonly shipmentId: string;
  readonly carrierId: string;
  readonly expectedPaise: number;
  /** Null if no part of the payment is recorded yet. */
  readonly remittanceId: string | null;
}

interface PaymentToRecord extends Pick<SentRemittance, 'utr' | 'remittedOn'> {
  readonly remittanceId: string;
}

const PAYMENT: readonly Column<PaymentToRecord>[] = [
  ['remittance_id', 'uuid', ({ remittanceId }) => remittanceId],
  ['remitted_on', 'date', ({ remittedOn }) => remittedOn],
  ['utr', 'text', ({ utr }) => utr],
];

const RECORD_PAYMENTS = {
  name: 'record-payments',
  text: `insert into remittances (account_id, courier, recorded_at, ${columnNames(PAYMENT)})
    select $1, $2, $3, ${columnValues(PAYMENT)} from unnest(${columnTypes(PAYMENT, 4)}) as n (${columnNames(PAYMENT)})`,
};

const ROW: readonly Column<RemittanceToRecord>[] = [
  ['remittance_id', 'uuid', ({ remittanceId }) => remittanceId],
  ['shipment_id', 'uuid', ({ shipmentId }) => shipmentId],
  ['carrier_id', 'text', ({ carrierId }) => carrierId],
  ['remitted_on', 'date', ({ remittedOn }) => remittedOn],
  ['amount_paise', 'bigint', ({ amountPaise }) => amountPaise],
  ['expected_paise', 'bigint', ({ expectedPaise }) => expectedPaise],
];

const RECORD_ROWS = {
  name: 'record-remitted',
  text: `with sent as (
      select * from unnest(${columnTypes(ROW, 3)}) as n (${columnNames(ROW)})
    ), rows as (
      insert into remittance_rows (account_id, remittance_id, shipment_id, remitted_on, amount_paise, expected_paise, import_id)
      select $1, remittance_id, shipment_id, remitted_on, amount_paise, expected_paise, $2 from sent
       order by remittance_id, shipment_id
    )
    insert into cod_dues as due (account_id, shipment_id, carrier_id, remitted_paise)
    select $1, shipment_id, min(carrier_id), sum(amount_paise) from sent group by shipment_id order by shipment_id
    on conflict (account_id, shipment_id) do update set remitted_paise = due.remitted_paise + excluded.remitted_paise`,
};

/**
 * Records rows, their payments, and the reduction of the couriers' debts, with two statements for any number
 * of rows. The totals of the payments are updated at the end of the file: see `sumUpRemittances`.
 *
 * @returns the payments
 */
export async function recordRemitted(
  writer: AccountWriter,
  { courier, importId }: { courier: string; importId: string },
  rows: readonly RemittanceToRecord[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const newPayments = new Map<string, PaymentToRecord>();
  for (const { remittanceId, utr, remittedOn } of rows) {
    if (remittanceId !== null || newPayments.has(utr)) continue;
    newPayments.set(utr, { remittanceId: writer.newId(), utr, remittedOn });
  }
  if (newPayments.size > 0) {
    const payments = columnLists(PAYMENT, [...newPayments.values()]);
    await writer.change(RECORD_PAYMENTS, [courier, writer.now, ...payments]);
  }
  const recorded = rows.map((row) => {
    return { ...row, remittanceId: row.remittanceId ?? newPayments.get(row.utr)?.remittanceId ?? null };
  });
  await writer.change(RECORD_ROWS, [importId, ...columnLists(ROW, recorded)]);
  return new Set(recorded.flatMap(({ remittanceId }) => remittanceId ?? []));
}

const SUM_UP = {
  name: 'sum-up-remittances',
  text: `update remittances r
       set amount_paise = r.amount_paise + n.amount, expected_paise = r.expected_paise + n.expected,
           shipments = r.shipments + n.shipments, differences = r.differences + n.differences,
           remitted_on = least(r.remitted_on, n.remitted_on)
      from (select id, sum(amount_paise) as amount, sum(expected_paise) as expected, count(*) as shipments,
              count(*) filter (where amount_paise <> expected_paise) as differences, min(remitted_on) as remitted_on
             from unnest($3::uuid[]) as sent (id) cross join lateral (
               select amount_paise, expected_paise, remitted_on from remittance_rows
                where account_id = $1 and remittance_id = id and import_id = $2 offset 0) rows
            group by id) n
     where r.account_id = $1 and r.remittance_id = n.id`,
};

/**
 * Adds an import's records to the totals of their payments, once for the whole file. A payment that was
 * updated for every batch had a hundred row versions at the end, and each row read all of them.
 */
export async function sumUpRemittances(
  writer: AccountWriter,
  importId: string,
  remittanceIds: readonly string[],
): Promise<void> {
  await writer.change(SUM_UP, [importId, remittanceIds]);
}

/** A payment of a courier. Amounts are in paise. */
export interface Remittance {
  readonly id: string;
  readonly courier: string;
  readonly utr: string;
  /** `2026-11-15`. */
  readonly remittedOn: string;
  readonly recordedAt: string;
  readonly amountPaise: number;
  /** The sum of the COD of its shipments. */
  readonly expectedPaise: number;
  readonly shipments: number;
  /** The number of rows with an amount that differs from the COD. */
  readonly differences: number;
}

const REMITTANCE = `remittance_id as id, courier, utr, remitted_on as "remittedOn", recorded_at as "recordedAt",
  amount_paise as "amountPaise", expected_paise as "expectedPaise", shipments, differences`;

/** Sums of all matching payments, in paise. */
export interface RemittanceSums {
  readonly amountPaise: number;
  readonly expectedPaise: number;
  readonly shipments: number;
}

export interface RemittanceFilters {
  readonly courier: string | null;
  readonly utr: string | null;
  /** Days of payment, like `2026-11-15`; both are included. */
  readonly from: string | null;
  readonly to: string | null;
  /** Whether any shipment was paid another amount than its COD. */
  readonly differs: boolean | null;
}

function remittanceList({ courier, utr, from, to, differs }: RemittanceFilters): NewestList {
  const conditions = new Conditions('p.account_id = $1');
  if (courier !== null) conditions.add('p.courier = ?', courier);
  if (utr !== null) conditions.add('p.utr = ?', utr);
  if (from !== null) conditions.add('p.remitted_on >= ?::date', from);
  if (to !== null) conditions.add('p.remitted_on <= ?::date', to);
  if (differs !== null) conditions.add('(p.differences > 0) = ?', differs);
  return {
    from: `from remittances p where ${conditions.sql}`,
    sums: `json_build_object('amountPaise', coalesce(sum(amount_paise), 0), 'expectedPaise', coalesce(sum(expected_paise), 0),
      'shipments', coalesce(sum(shipments), 0))`,
    columns: REMITTANCE,
    id: 'p.remittance_id',
    sort: { by: 'p.remitted_on', table: 'remittances', order: 'desc' },
    parameters: conditions.parameters,
  };
}

/** Lists the account's remittances, by their days, newest first. */
export function listRemittances(
  scope: AccountScope,
  filters: RemittanceFilters,
  page: NewestPage,
): Promise<Newest<Remittance, RemittanceSums>> {
  return readNewest<Remittance, RemittanceSums>(scope, remittanceList(filters), page);
}

export function readRemittances(
  scope: AccountScope,
  filters: RemittanceFilters,
): AsyncGenerator<readonly Remittance[], void, undefined> {
  return readAllRows<Remittance>(scope, remittanceList(filters));
}

/** Finds the account's remittances with these ids, in any order. */
export function findRemittances(
  scope: AccountScope,
  remittanceIds: readonly string[],
): Promise<Remittance[]> {
  return scope.read<Remittance>(
    `select ${REMITTANCE} from remittances where account_id = $1 and remittance_id = any($2::uuid[])`,
    [remittanceIds],
  );
}

/** The part of a payment for one shipment. Amounts are in paise. */
export interface RemittedRow {
  readonly shipmentId: string;
  readonly trackingNumber: string;
  readonly orderId: string;
  readonly carrierName: string;
  readonly deliveredAt: string | null;
  readonly remittedOn: string;
  readonly amountPaise: number;
  readonly expectedPaise: number;
}

const JOINS = `join shipments s on s.account_id = $1 and s.shipment_id = r.shipment_id
  join orders o on o.account_id = $1 and o.order_id = s.order_id
  join bookings b on b.account_id = $1 and b.shipment_id = s.shipment_id and b.booking_id = s.booking_id`;

const REMITTED_ROW = `r.shipment_id as "shipmentId", s.tracking_number as "trackingNumber", o.display_id as "orderId",
  b.carrier_name as "carrierName", s.delivered_at as "deliveredAt", r.remitted_on as "remittedOn",
  r.amount_paise as "amountPaise", r.expected_paise as "expectedPaise"`;

function remittedList(remittanceId: string, differs: boolean | null): NewestList {
  return {
    from: `from remittance_rows r where r.account_id = $1 and r.remittance_id = $2::uuid
        and ($3::boolean is null or (r.amount_paise <> r.expected_paise) = $3)`,
    columns: REMITTED_ROW,
    id: 'r.shipment_id',
    joins: JOINS,
    parameters: [remittanceId, differs],
  };
}

/** Lists the shipments of a payment, newest first. */
export function listRemitted(
  scope: AccountScope,
  remittanceId: string,
  { differs, ...page }: NewestPage & { readonly differs: boolean | null },
): Promise<Newest<RemittedRow>> {
  return readNewest<RemittedRow>(scope, remittedList(remittanceId, differs), page);
}

export function readRemitted(
  scope: AccountScope,
  remittanceId: string,
): AsyncGenerator<readonly RemittedRow[], void, undefined> {
  return readAllRows<RemittedRow>(scope, remittedList(remittanceId, null));
}

/** Reads the day and reference of the newest payment for each shipment. */
export async function remittedOfShipments(
  scope: AccountScope,
  shipmentIds: readonly string[],
): Promise<Map<string, { readonly remittedOn: string; readonly utr: string }>> {
  const rows = await scope.read<{ shipment_id: string; remittedOn: string; utr: string }>(
    `select distinct on (shipment_id) shipment_id, rows.remitted_on as "remittedOn", utr
       from remittance_rows rows join remittances using (account_id, remittance_id)
      where rows.account_id = $1 and shipment_id = any($2::uuid[])
      order by shipment_id, rows.remitted_on desc, remittance_id desc`,
    [shipmentIds],
  );
  return new Map(rows.map(({ shipment_id, ...remitted }) => [shipment_id, remitted]));
}

export interface FinishedShipment {
  readonly shipmentId: string;
  readonly trackingNumber: string;
  readonly carrierName: string;
  readonly deliveredAt: Date;
  /** 0 if no cash was collected. */
  readonly collectedPaise: number;
  /** The weight in units of 0.01 g. */
  readonly appliedWeight: number;
  readonly totalChargesPaise: number;
}

export function listDelivered(scope: AccountScope, limit: number): Promise<FinishedShipment[]> {
  return scope.read<FinishedShipment>(
    `select s.shipment_id as "shipmentId", s.tracking_number as "trackingNumber", b.carrier_name as "carrierName",
            s.delivered_at as "deliveredAt", s.cod_amount_paise as "collectedPaise",
            s.applied_weight as "appliedWeight", b.total_charges_paise as "totalChargesPaise"
       from shipments s
       join bookings b on b.account_id = s.account_id and b.shipment_id = s.shipment_id and b.booking_id = s.booking_id
      where s.account_id = $1 and s.granular_status = 'delivered' and s.tracking_number is not null
      order by s.created_at, s.shipment_id limit $2`,
    [limit],
  );
}

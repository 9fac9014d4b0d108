import type { Charged, Tolerance } from '../../domain/money/weight-difference.ts';
import type { AccountWriter } from '../account-scope.ts';
import { type NamedRow, withShipments } from '../booking/tracking-numbers.ts';
import { type Column, columnLists, columnNames, columnTypes, columnValues } from '../column-lists.ts';

export interface SentInvoiceRow {
  readonly trackingNumber: string;
  readonly invoiceNumber: string;
  readonly charged: Charged;
}

export interface InvoicedShipment {
  readonly shipmentId: string | null;
  readonly courierName: string | null;
  /** Null if no part of the invoice is recorded. */
  readonly invoiceId: string | null;
  readonly ours: Charged | null;
  /** The charge for the shipment that is already recorded for the same invoice. */
  readonly had: Charged | null;
}

interface LookedUp {
  line: number;
  shipmentId: string | null;
  courierName: string | null;
  invoiceId: string | null;
  ourWeight: number | null;
  ourPaise: number | null;
  hadWeight: number | null;
  hadPaise: number | null;
}

const SENT: readonly Column<NamedRow<SentInvoiceRow>>[] = [
  ['line', 'integer', ({ line }) => line],
  ['shipment_id', 'uuid', ({ shipmentId }) => shipmentId],
  ['tracking_number', 'text', ({ trackingNumber }) => trackingNumber],
  ['invoice_number', 'text', ({ invoiceNumber }) => invoiceNumber],
];

/** The name of the invoice for charges that a courier reports in tracking, before it sends an invoice. */
export const FROM_TRACKING = 'told by tracking';

/**
 * Our charge is the booking's charge for the journeys that the parcel made, plus agreed differences, plus
 * differences that tracking reported and nobody has agreed to yet. So a real invoice does not raise the same
 * difference twice. Rows are looked up one by one, by key, as in `look-up-remitted`.
 */
const LOOK_UP = {
  name: 'look-up-invoiced',
  text: `select n.line, s.shipment_id as "shipmentId", b.courier_name as "courierName", i.invoice_id as "invoiceId", s.applied_weight as "ourWeight",
        (b.total_charges_paise + case when s.rto_delivered_at is null then 0 else b.rto_charges_paise end
          + coalesce((select sum(coalesce(d.agreed_paise, open.extra)) from weight_differences d
              left join lateral (
                select r.charged_paise - r.our_paise as extra from courier_invoice_rows r
                  join courier_invoices t on t.account_id = $1 and t.invoice_id = r.invoice_id
                 where r.account_id = $1 and r.invoice_id = d.invoice_id and r.shipment_id = d.shipment_id
                   and t.invoice_number = '${FROM_TRACKING}' and d.state in ('raised', 'disputed') offset 0
              ) open on true
              where d.account_id = $1 and d.shipment_id = s.shipment_id), 0))::float8 as "ourPaise",
        had.charged_weight as "hadWeight", had.charged_paise as "hadPaise"
      from unnest(${columnTypes(SENT, 3)}) as n (${columnNames(SENT)})
      left join lateral (
        select shipment_id, booking_id, applied_weight, rto_delivered_at from shipments
         where account_id = $1 and shipment_id = n.shipment_id and tracking_number = n.tracking_number offset 0
      ) s on true
      left join lateral (
        select total_charges_paise, rto_charges_paise, courier_name from bookings
         where account_id = $1 and shipment_id = s.shipment_id and booking_id = s.booking_id offset 0
      ) b on true
      left join lateral (
        select invoice_id from courier_invoices
         where account_id = $1 and courier = $2 and invoice_number = n.invoice_number offset 0
      ) i on true
      left join lateral (
        select charged_weight, charged_paise from courier_invoice_rows
         where account_id = $1 and invoice_id = i.invoice_id and shipment_id = s.shipment_id offset 0
      ) had on true`,
};

export async function findInvoicedShipments(
  writer: AccountWriter,
  courier: string,
  rows: ReadonlyMap<number, SentInvoiceRow>,
): Promise<Map<number, InvoicedShipment>> {
  const named = await withShipments(writer, rows);
  const found = await writer.read<LookedUp>(LOOK_UP, [courier, ...columnLists(SENT, named)]);
  return new Map(
    found.map(({ line, ourWeight, ourPaise, hadWeight, hadPaise, ...row }) => [
      line,
      { ...row, ours: chargedOf(ourWeight, ourPaise), had: chargedOf(hadWeight, hadPaise) },
    ]),
  );
}

function chargedOf(weight: number | null, paise: number | null): Charged | null {
  return weight === null || paise === null ? null : { weight, paise };
}

/** A row that is accepted. */
export interface InvoiceRowToRecord extends SentInvoiceRow {
  readonly shipmentId: string;
  readonly ours: Charged;
  /** Null if no part of the invoice is recorded yet. */
  readonly invoiceId: string | null;
  /** The id of the raised difference; null if there is none. */
  readonly differenceId: string | null;
}

interface InvoiceToRecord extends Pick<SentInvoiceRow, 'invoiceNumber'> {
  readonly invoiceId: string;
}

const INVOICE: readonly Column<InvoiceToRecord>[] = [
  ['invoice_id', 'uuid', ({ invoiceId }) => invoiceId],
  ['invoice_number', 'text', ({ invoiceNumber }) => invoiceNumber],
];

const RECORD_INVOICES = {
  name: 'record-invoices',
  text: `insert into courier_invoices (account_id, courier, recorded_at, ${columnNames(INVOICE)})
    select $1, $2, $3, ${columnValues(INVOICE)} from unnest(${columnTypes(INVOICE, 4)}) as n (${columnNames(INVOICE)})`,
};

const ROW: readonly Column<InvoiceRowToRecord & { readonly stepId: string }>[] = [
  ['invoice_id', 'uuid', ({ invoiceId }) => invoiceId],
  ['shipment_id', 'uuid', ({ shipmentId }) => shipmentId],
  ['charged_weight', 'bigint', ({ charged }) => charged.weight],
  ['our_weight', 'bigint', ({ ours }) => ours.weight],
  ['charged_paise', 'bigint', ({ charged }) => charged.paise],
  ['our_paise', 'bigint', ({ ours }) => ours.paise],
  ['difference_id', 'uuid', ({ differenceId }) => differenceId],
  ['step_id', 'uuid', ({ stepId }) => stepId],
];

const RECORD_ROWS = {
  name: 'record-invoice-rows',
  text: `with sent as (
      select * from unnest(${columnTypes(ROW, 7)}) as n (${columnNames(ROW)})
    ), rows as (
      insert into courier_invoice_rows (account_id, invoice_id, shipment_id, charged_weight, our_weight, charged_paise,
          our_paise, import_id)
      select $1, invoice_id, shipment_id, charged_weight, our_weight, charged_paise, our_paise, $2 from sent
       order by invoice_id, shipment_id
    ), differences as (
      insert into weight_differences (account_id, difference_id, shipment_id, invoice_id, raised_at)
      select $1, difference_id, shipment_id, invoice_id, $3 from sent where difference_id is not null
    )
    insert into weight_difference_steps (account_id, difference_id, step_id, taken_at, state, actor_kind, actor_id, actor_name)
    select $1, difference_id, step_id, $3, 'raised', $4, $5, $6 from sent where difference_id is not null`,
};

/**
 * Records rows, their invoices, and the differences that they raise, with two statements for any number of
 * rows. The totals of the invoices are updated at the end of the file: see `sumUpInvoices`.
 *
 * @returns the invoices
 */
export async function recordInvoiced(
  writer: AccountWriter,
  { courier, importId }: { courier: string; importId: string },
  rows: readonly InvoiceRowToRecord[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const newIds = new Map<string, string>();
  for (const { invoiceId, invoiceNumber } of rows) {
    if (invoiceId === null && !newIds.has(invoiceNumber)) newIds.set(invoiceNumber, writer.newId());
  }
  if (newIds.size > 0) {
    const invoices = [...newIds].map(([invoiceNumber, invoiceId]) => ({ invoiceNumber, invoiceId }));
    await writer.change(RECORD_INVOICES, [courier, writer.now, ...columnLists(INVOICE, invoices)]);
  }
  const recorded = rows.map((row) => {
    const invoiceId = row.invoiceId ?? newIds.get(row.invoiceNumber) ?? null;
    return { ...row, invoiceId, stepId: writer.newId() };
  });
  const { kind, id, name } = writer.actor;
  await writer.change(RECORD_ROWS, [importId, writer.now, kind, id, name, ...columnLists(ROW, recorded)]);
  return new Set(recorded.flatMap(({ invoiceId }) => invoiceId ?? []));
}

const SUM_UP = {
  name: 'sum-up-invoices',
  text: `update courier_invoices i
       set shipments = i.shipments + n.shipments, charged_paise = i.charged_paise + n.charged, our_paise = i.our_paise + n.ours
      from (select id, count(*) as shipments, sum(charged_paise) as charged, sum(our_paise) as ours
              from unnest($3::uuid[]) as sent (id) cross join lateral (
                select charged_paise, our_paise from courier_invoice_rows
                 where account_id = $1 and invoice_id = id and import_id = $2 offset 0) rows
             group by id) n
     where i.account_id = $1 and i.invoice_id = n.id`,
};

/** Adds an import's records to the totals of their invoices, once for a file: see `sumUpRemittances`. */
export async function sumUpInvoices(
  writer: AccountWriter,
  importId: string,
  invoiceIds: readonly string[],
): Promise<void> {
  await writer.change(SUM_UP, [importId, invoiceIds]);
}

export interface WeightDifferenceSettings {
  readonly tolerance: Tolerance;
  /** Null if differences are not accepted automatically. */
  readonly acceptAfterDays: number | null;
}

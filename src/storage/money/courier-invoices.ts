import type { Charged, Tolerance } from '../../domain/money/weight-difference.ts';
import type { AccountWriter } from '../account-scope.ts';

/** A row of a courier's invoice. */
export interface SentInvoiceRow {
  readonly trackingNumber: string;
  readonly invoiceNumber: string;
  readonly charged: Charged;
}

/** What is known of the shipment that a row names. */
export interface InvoicedShipment {
  readonly shipmentId: string | null;
  readonly ours: Charged | null;
  /** What the same invoice charged for it already. */
  readonly had: Charged | null;
}

interface LookedUp {
  line: number;
  shipmentId: string | null;
  ourWeight: number | null;
  ourPaise: number | null;
  hadWeight: number | null;
  hadPaise: number | null;
}

/**
 * Ours is what the booking says of the ways that the parcel has gone, and what was agreed to since. Each row by itself,
 * by the keys: as in `look-up-remitted`.
 */
const LOOK_UP = {
  name: 'look-up-invoiced',
  text: `select n.line, s.shipment_id as "shipmentId", s.applied_weight::float8 as "ourWeight",
        (b.total_charges_paise + case when s.rto_delivered_at is null then 0 else b.rto_charges_paise end
          + coalesce((select sum(d.agreed_paise) from weight_differences d
              where d.account_id = $1 and d.shipment_id = s.shipment_id), 0))::float8 as "ourPaise",
        had.charged_weight::float8 as "hadWeight", had.charged_paise::float8 as "hadPaise"
      from unnest($2::integer[], $3::text[], $4::text[]) as n (line, tracking_number, invoice_number)
      left join lateral (
        select shipment_id from tracking_numbers t
         where t.tracking_number = n.tracking_number and t.account_id = $1 offset 0
      ) t on true
      left join lateral (
        select shipment_id, booking_id, applied_weight, rto_delivered_at from shipments
         where account_id = $1 and shipment_id = t.shipment_id and tracking_number = n.tracking_number offset 0
      ) s on true
      left join lateral (
        select total_charges_paise, rto_charges_paise from bookings
         where account_id = $1 and shipment_id = s.shipment_id and booking_id = s.booking_id offset 0
      ) b on true
      left join lateral (
        select invoice_id from courier_invoices
         where account_id = $1 and courier = $5 and invoice_number = n.invoice_number offset 0
      ) i on true
      left join lateral (
        select charged_weight, charged_paise from courier_invoice_rows
         where account_id = $1 and invoice_id = i.invoice_id and shipment_id = s.shipment_id offset 0
      ) had on true`,
};

/** Finds the shipments of rows, by line. */
export async function lookUpInvoiced(
  writer: AccountWriter,
  courier: string,
  rows: ReadonlyMap<number, SentInvoiceRow>,
): Promise<Map<number, InvoicedShipment>> {
  const sent = [...rows.values()];
  const found = await writer.preparedQuery<LookedUp>(LOOK_UP, [
    [...rows.keys()],
    sent.map(({ trackingNumber }) => trackingNumber),
    sent.map(({ invoiceNumber }) => invoiceNumber),
    courier,
  ]);
  return new Map(
    found.map(({ line, shipmentId, ourWeight, ourPaise, hadWeight, hadPaise }) => [
      line,
      { shipmentId, ours: chargedOf(ourWeight, ourPaise), had: chargedOf(hadWeight, hadPaise) },
    ]),
  );
}

function chargedOf(weight: number | null, paise: number | null): Charged | null {
  return weight === null || paise === null ? null : { weight, paise };
}

/** A row that is taken. */
export interface InvoiceRowToRecord extends SentInvoiceRow {
  readonly shipmentId: string;
  readonly ours: Charged;
  /** The id of the difference that is raised; null for none. */
  readonly differenceId: string | null;
}

const RECORD_INVOICES = {
  name: 'record-invoices',
  text: `with sent as (
      select invoice_number, count(*) as shipments, sum(charged) as charged, sum(ours) as ours
        from unnest($2::text[], $3::bigint[], $4::bigint[]) as n (invoice_number, charged, ours) group by invoice_number
    )
    insert into courier_invoices as i (account_id, invoice_id, recorded_at, shipments, charged_paise, our_paise, courier,
        invoice_number)
    select $1, new.invoice_id, $5, sent.shipments, sent.charged, sent.ours, $6, sent.invoice_number
      from (select *, row_number() over (order by invoice_number) as place from sent) sent
      join unnest($7::uuid[]) with ordinality as new (invoice_id, place) using (place)
     order by sent.invoice_number
    on conflict on constraint courier_invoice_is_unique do update
       set shipments = i.shipments + excluded.shipments, charged_paise = i.charged_paise + excluded.charged_paise,
           our_paise = i.our_paise + excluded.our_paise
    returning invoice_id, invoice_number`,
};

const RECORD_ROWS = {
  name: 'record-invoice-rows',
  text: `with sent as (
      select * from unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::uuid[], $9::uuid[])
        as n (invoice_id, shipment_id, charged_weight, our_weight, charged, ours, difference_id, step_id)
    ), rows as (
      insert into courier_invoice_rows (account_id, invoice_id, shipment_id, charged_weight, our_weight, charged_paise,
          our_paise, import_id)
      select $1, invoice_id, shipment_id, charged_weight, our_weight, charged, ours, $10 from sent
    ), differences as (
      insert into weight_differences (account_id, difference_id, shipment_id, invoice_id, raised_at)
      select $1, difference_id, shipment_id, invoice_id, $11 from sent where difference_id is not null
    )
    insert into weight_difference_steps (account_id, difference_id, step_id, taken_at, state, actor_kind, actor_id, actor_name)
    select $1, difference_id, step_id, $11, 'raised', $12, $13, $14 from sent where difference_id is not null`,
};

/** Records rows, the invoices that they belong to, and the differences that they raise: two statements for any number. */
export async function recordInvoiced(
  writer: AccountWriter,
  { courier, importId }: { courier: string; importId: string },
  rows: readonly InvoiceRowToRecord[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const numbers = rows.map(({ invoiceNumber }) => invoiceNumber);
  const charged = rows.map((row) => row.charged.paise);
  const ours = rows.map((row) => row.ours.paise);
  const newIds = [...new Set(numbers)].map(() => writer.newId());
  const invoices = await writer.preparedChange<{ invoice_id: string; invoice_number: string }>(
    RECORD_INVOICES,
    [numbers, charged, ours, writer.now, courier, newIds],
  );
  const idOf = new Map(invoices.map(({ invoice_id, invoice_number }) => [invoice_number, invoice_id]));
  const { actor } = writer;
  await writer.preparedChange(RECORD_ROWS, [
    numbers.map((number) => idOf.get(number)),
    rows.map(({ shipmentId }) => shipmentId),
    rows.map((row) => row.charged.weight),
    rows.map((row) => row.ours.weight),
    charged,
    ours,
    rows.map(({ differenceId }) => differenceId),
    rows.map(() => writer.newId()),
    importId,
    writer.now,
    actor.kind,
    actor.id,
    actor.name,
  ]);
  return new Set(idOf.values());
}

/** What an account says of differences. */
export interface WeightDifferenceSettings {
  readonly tolerance: Tolerance;
  /** Null: nothing is accepted by itself. */
  readonly acceptAfterDays: number | null;
}

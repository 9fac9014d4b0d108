import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { type Newest, type NewestPage, readNewest } from '../newest-page.ts';

/** A row of a courier's file. Amounts are paise, days `2026-11-15`. */
export interface SentRemittance {
  readonly trackingNumber: string;
  readonly amountPaise: number;
  readonly utr: string;
  readonly remittedOn: string;
}

/** What is known of the shipment that a row names. */
export interface RemittedShipment {
  readonly line: number;
  readonly shipmentId: string | null;
  readonly carrierId: string | null;
  readonly isCod: boolean;
  readonly codAmountPaise: number;
  /** What the same payment has of it already; null for nothing. */
  readonly hadPaise: number | null;
}

/**
 * Each row by itself, by the keys: a plan that was made while a table was empty, and kept while a file filled it, read
 * all of it for each portion.
 */
const LOOK_UP = {
  name: 'look-up-remitted',
  text: `select n.line, s.shipment_id as "shipmentId", s.carrier_id as "carrierId", coalesce(s.is_cod, false) as "isCod",
        coalesce(s.cod_amount_paise, 0)::float8 as "codAmountPaise", had.amount_paise::float8 as "hadPaise"
      from unnest($2::integer[], $3::text[], $4::text[]) as n (line, tracking_number, utr)
      left join lateral (
        select shipment_id from tracking_numbers t
         where t.tracking_number = n.tracking_number and t.account_id = $1 offset 0
      ) t on true
      left join lateral (
        select shipment_id, carrier_id, is_cod, cod_amount_paise from shipments
         where account_id = $1 and shipment_id = t.shipment_id and tracking_number = n.tracking_number offset 0
      ) s on true
      left join lateral (
        select remittance_id from remittances where account_id = $1 and courier = $5 and utr = n.utr offset 0
      ) r on true
      left join lateral (
        select amount_paise from remittance_rows
         where account_id = $1 and remittance_id = r.remittance_id and shipment_id = s.shipment_id offset 0
      ) had on true`,
};

/** Finds the shipments of rows, by line. */
export async function lookUpRemitted(
  writer: AccountWriter,
  courier: string,
  rows: ReadonlyMap<number, SentRemittance>,
): Promise<Map<number, RemittedShipment>> {
  const sent = [...rows.values()];
  const found = await writer.preparedQuery<RemittedShipment>(LOOK_UP, [
    [...rows.keys()],
    sent.map(({ trackingNumber }) => trackingNumber),
    sent.map(({ utr }) => utr),
    courier,
  ]);
  return new Map(found.map((row) => [row.line, row]));
}

/** A row that is taken. */
export interface RemittanceToRecord extends SentRemittance {
  readonly shipmentId: string;
  readonly carrierId: string;
  readonly expectedPaise: number;
}

const RECORD_PAYMENTS = {
  name: 'record-payments',
  text: `with sent as (
      select utr, min(remitted_on) as remitted_on, sum(amount) as amount, sum(expected) as expected, count(*) as shipments,
             count(*) filter (where amount <> expected) as differences
        from unnest($2::text[], $3::date[], $4::bigint[], $5::bigint[]) as n (utr, remitted_on, amount, expected)
       group by utr
    )
    insert into remittances as r (account_id, remittance_id, recorded_at, remitted_on, amount_paise, expected_paise,
        shipments, differences, courier, utr)
    select $1, new.remittance_id, $6, sent.remitted_on, sent.amount, sent.expected,
           sent.shipments, sent.differences, $7, sent.utr
      from (select *, row_number() over (order by utr) as place from sent) sent
      join unnest($8::uuid[]) with ordinality as new (remittance_id, place) using (place)
     order by sent.utr
    on conflict on constraint remittance_is_unique do update
       set amount_paise = r.amount_paise + excluded.amount_paise, expected_paise = r.expected_paise + excluded.expected_paise,
           shipments = r.shipments + excluded.shipments, differences = r.differences + excluded.differences
    returning remittance_id, utr, (xmax = 0) as is_new`,
};

const RECORD_ROWS = {
  name: 'record-remitted',
  text: `with sent as (
      select * from unnest($2::uuid[], $3::uuid[], $4::text[], $5::date[], $6::bigint[], $7::bigint[])
        as n (remittance_id, shipment_id, carrier_id, remitted_on, amount, expected)
    ), rows as (
      insert into remittance_rows (account_id, remittance_id, shipment_id, remitted_on, amount_paise, expected_paise, import_id)
      select $1, remittance_id, shipment_id, remitted_on, amount, expected, $8 from sent
    )
    insert into cod_dues as due (account_id, shipment_id, carrier_id, remitted_paise)
    select $1, shipment_id, min(carrier_id), sum(amount) from sent group by shipment_id order by shipment_id
    on conflict (account_id, shipment_id) do update set remitted_paise = due.remitted_paise + excluded.remitted_paise`,
};

/** Records rows, the payments that they belong to, and what their couriers owe less: two statements for any number. */
export async function recordRemitted(
  writer: AccountWriter,
  { courier, importId }: { courier: string; importId: string },
  rows: readonly RemittanceToRecord[],
): Promise<{ readonly remittanceId: string; readonly isNew: boolean }[]> {
  if (rows.length === 0) return [];
  const utrs = rows.map(({ utr }) => utr);
  const days = rows.map(({ remittedOn }) => remittedOn);
  const amounts = rows.map(({ amountPaise }) => amountPaise);
  const expected = rows.map(({ expectedPaise }) => expectedPaise);
  const payments = await writer.preparedChange<{ remittance_id: string; utr: string; is_new: boolean }>(
    RECORD_PAYMENTS,
    [utrs, days, amounts, expected, writer.now, courier, [...new Set(utrs)].map(() => writer.newId())],
  );
  const idOf = new Map(payments.map(({ remittance_id, utr }) => [utr, remittance_id]));
  await writer.preparedChange(RECORD_ROWS, [
    utrs.map((utr) => idOf.get(utr)),
    rows.map(({ shipmentId }) => shipmentId),
    rows.map(({ carrierId }) => carrierId),
    days,
    amounts,
    expected,
    importId,
  ]);
  return payments.map(({ remittance_id, is_new }) => ({ remittanceId: remittance_id, isNew: is_new }));
}

/** One payment of a courier. Amounts are paise. */
export interface Remittance {
  readonly id: string;
  readonly courier: string;
  readonly utr: string;
  /** `2026-11-15`. */
  readonly remittedOn: string;
  readonly recordedAt: string;
  readonly amountPaise: number;
  /** What was to be collected for its shipments. */
  readonly expectedPaise: number;
  readonly shipments: number;
  /** Rows with another amount than was to be collected. */
  readonly differences: number;
}

const REMITTANCE = `remittance_id as id, courier, utr, remitted_on::text as "remittedOn", recorded_at as "recordedAt",
  amount_paise::float8 as "amountPaise", expected_paise::float8 as "expectedPaise", shipments, differences`;

/** The account's remittances, newest first. */
export function listRemittances(
  scope: AccountScope,
  page: NewestPage & { readonly courier: string | null; readonly utr: string | null },
): Promise<Newest<Remittance>> {
  return readNewest<Remittance>(
    scope,
    {
      from: 'from remittances where account_id = $1 and ($2::text is null or courier = $2) and ($3::text is null or utr = $3)',
      columns: REMITTANCE,
      id: 'remittance_id',
      parameters: [page.courier, page.utr],
    },
    page,
  );
}

/** The account's remittances with these ids, in no order. */
export function findRemittances(
  scope: AccountScope,
  remittanceIds: readonly string[],
): Promise<Remittance[]> {
  return scope.rawQuery<Remittance>(
    `select ${REMITTANCE} from remittances where account_id = $1 and remittance_id = any($2::uuid[])`,
    [remittanceIds],
  );
}

/** What a payment has of one shipment. Amounts are paise. */
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

const ROWS = `from remittance_rows r
  join shipments s on s.account_id = r.account_id and s.shipment_id = r.shipment_id
  join orders o on o.account_id = s.account_id and o.order_id = s.order_id
  join bookings b on b.account_id = s.account_id and b.shipment_id = s.shipment_id and b.booking_id = s.booking_id
  where r.account_id = $1 and r.remittance_id = $2::uuid and ($3::boolean is null or (r.amount_paise <> r.expected_paise) = $3)`;

const ROW = `r.shipment_id as "shipmentId", s.tracking_number as "trackingNumber", o.display_id as "orderId",
  b.carrier_name as "carrierName", s.delivered_at as "deliveredAt", r.remitted_on::text as "remittedOn",
  r.amount_paise::float8 as "amountPaise", r.expected_paise::float8 as "expectedPaise"`;

/** The shipments of a payment, the one that was made last first. */
export function listRemitted(
  scope: AccountScope,
  remittanceId: string,
  page: NewestPage & { readonly differs: boolean | null },
): Promise<Newest<RemittedRow>> {
  return readNewest<RemittedRow>(
    scope,
    { from: ROWS, columns: ROW, id: 'r.shipment_id', parameters: [remittanceId, page.differs] },
    page,
  );
}

/** What is remitted of shipments: the day and reference of the payment that came last. */
export async function remittedOfShipments(
  scope: AccountScope,
  shipmentIds: readonly string[],
): Promise<Map<string, { readonly remittedOn: string; readonly utr: string }>> {
  const rows = await scope.rawQuery<{ shipment_id: string; remittedOn: string; utr: string }>(
    `select distinct on (shipment_id) shipment_id, rows.remitted_on::text as "remittedOn", utr
       from remittance_rows rows join remittances using (account_id, remittance_id)
      where rows.account_id = $1 and shipment_id = any($2::uuid[])
      order by shipment_id, rows.remitted_on desc, remittance_id desc`,
    [shipmentIds],
  );
  return new Map(rows.map(({ shipment_id, ...remitted }) => [shipment_id, remitted]));
}

/** What a carrier owes of the cash that it collected. */
export interface CarrierOwes {
  readonly carrierId: string;
  readonly carrierName: string;
  /** Whose amounts differ from what was remitted. */
  readonly shipments: number;
  /** Below 0 where it remitted more than it collected. */
  readonly paise: number;
}

/** By carrier, for those that owe something or have paid too much: from the index of what is outstanding alone. */
export function listOwed(scope: AccountScope): Promise<CarrierOwes[]> {
  return scope.rawQuery<CarrierOwes>(
    `select owed.*, (select b.carrier_name from bookings b where b.account_id = $1 and b.shipment_id = owed.example
         and b.carrier_id = owed."carrierId" limit 1) as "carrierName"
       from (select carrier_id as "carrierId", count(*)::integer as shipments,
                    sum(collected_paise - remitted_paise)::float8 as paise, (array_agg(shipment_id))[1] as example
               from cod_dues where account_id = $1 and collected_paise <> remitted_paise group by carrier_id) owed
      order by paise desc, "carrierId"`,
    [],
  );
}

/** A shipment whose courier is done with it. */
export interface FinishedShipment {
  readonly shipmentId: string;
  readonly trackingNumber: string;
  readonly carrierName: string;
  readonly deliveredAt: Date;
  /** 0 where no cash was collected. */
  readonly collectedPaise: number;
  /** 0.01 g. */
  readonly appliedWeight: number;
  readonly totalChargesPaise: number;
}

/** The account's delivered shipments, the one that was made first first. */
export function listDelivered(scope: AccountScope, limit: number): Promise<FinishedShipment[]> {
  return scope.rawQuery<FinishedShipment>(
    `select s.shipment_id as "shipmentId", s.tracking_number as "trackingNumber", b.carrier_name as "carrierName",
            s.delivered_at as "deliveredAt", s.cod_amount_paise::float8 as "collectedPaise",
            s.applied_weight::float8 as "appliedWeight", b.total_charges_paise::float8 as "totalChargesPaise"
       from shipments s
       join bookings b on b.account_id = s.account_id and b.shipment_id = s.shipment_id and b.booking_id = s.booking_id
      where s.account_id = $1 and s.granular_status = 'delivered' and s.tracking_number is not null
      order by s.created_at, s.shipment_id limit $2`,
    [limit],
  );
}

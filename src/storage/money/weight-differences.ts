import { USUAL_TOLERANCE, type WeightDifferenceState } from '../../domain/money/weight-difference.ts';
import type { Sentence } from '../../problems/sentence.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { findShipmentsByTrackingNumber } from '../booking/tracking-numbers.ts';
import type { Database } from '../database.ts';
import { Conditions } from '../listing/conditions.ts';
import { addOfShipments, type OfShipments } from '../listing/of-shipments.ts';
import { type Newest, type NewestList, type NewestPage, readAllRows, readNewest } from '../newest-page.ts';
import { readOrNull, storedOrNull } from '../stored-sentence.ts';
import type { WeightDifferenceSettings } from './courier-invoices.ts';

export interface WeightDifferenceStep {
  readonly state: WeightDifferenceState;
  readonly at: string;
  readonly by: string;
  readonly note: Sentence | null;
  /** The agreed amount, in paise without GST. */
  readonly paise: number | null;
}

/** A difference between a courier's weight and ours. Weights in 0.01 g, amounts in paise without GST. */
export interface WeightDifference {
  readonly id: string;
  readonly shipmentId: string;
  readonly trackingNumber: string;
  readonly orderId: string;
  readonly carrierName: string;
  readonly courier: string;
  readonly invoiceNumber: string;
  readonly ourWeight: number;
  readonly chargedWeight: number;
  readonly ourPaise: number;
  readonly chargedPaise: number;
  readonly agreedPaise: number | null;
  readonly state: WeightDifferenceState;
  readonly raisedAt: string;
  /** Ordered from oldest to newest. */
  readonly steps: readonly WeightDifferenceStep[];
}

const JOINS = `join courier_invoices i on i.account_id = $1 and i.invoice_id = d.invoice_id
  join courier_invoice_rows r on r.account_id = $1 and r.invoice_id = d.invoice_id and r.shipment_id = d.shipment_id
  join shipments s on s.account_id = $1 and s.shipment_id = d.shipment_id
  join orders o on o.account_id = $1 and o.order_id = s.order_id
  join bookings b on b.account_id = $1 and b.shipment_id = s.shipment_id and b.booking_id = s.booking_id`;

const COLUMNS = `d.difference_id as id, d.shipment_id as "shipmentId", s.tracking_number as "trackingNumber",
  o.display_id as "orderId", b.carrier_name as "carrierName", i.courier, i.invoice_number as "invoiceNumber",
  r.our_weight as "ourWeight", r.charged_weight as "chargedWeight", r.our_paise as "ourPaise",
  r.charged_paise as "chargedPaise", d.agreed_paise as "agreedPaise", d.state, d.raised_at as "raisedAt",
  (select json_agg(json_build_object('state', t.state, 'at', t.taken_at, 'by', t.actor_name, 'note', t.note,
      'paise', t.amount_paise) order by t.taken_at, t.state <> 'raised', t.step_id)
     from weight_difference_steps t where t.account_id = $1 and t.difference_id = d.difference_id) as steps`;

export interface WeightDifferenceFilters extends OfShipments {
  readonly state: WeightDifferenceState | null;
  readonly trackingNumber: string | null;
  /** Times at which it was raised, in epoch milliseconds; both bounds are included. */
  readonly from: number | null;
  readonly to: number | null;
}

/** Sums of all matching differences, in paise without GST. */
export interface WeightDifferenceSums {
  readonly ourPaise: number;
  readonly chargedPaise: number;
  readonly agreedPaise: number;
}

const SUMS = `json_build_object('ourPaise', coalesce(sum(f.our_paise), 0), 'chargedPaise', coalesce(sum(f.charged_paise), 0),
  'agreedPaise', coalesce(sum(d.agreed_paise), 0))`;

async function differenceList(
  scope: AccountScope,
  { state, trackingNumber, from, to, ...shipments }: WeightDifferenceFilters,
): Promise<NewestList> {
  const conditions = new Conditions('d.account_id = $1');
  if (state !== null) conditions.add('d.state = ?::weight_difference_state', state);
  if (trackingNumber !== null) {
    const named = await findShipmentsByTrackingNumber(scope, [trackingNumber]);
    conditions.add('d.shipment_id = any(?::uuid[])', [...named.values()]);
  }
  if (from !== null) conditions.add('d.raised_at >= ?::timestamptz', new Date(from));
  if (to !== null) conditions.add('d.raised_at <= ?::timestamptz', new Date(to));
  addOfShipments(conditions, 'd', shipments);
  return listOf(conditions);
}

function listOf(conditions: Conditions): NewestList {
  return {
    from: `from weight_differences d join courier_invoice_rows f on f.account_id = $1 and f.invoice_id = d.invoice_id
      and f.shipment_id = d.shipment_id where ${conditions.sql}`,
    sums: SUMS,
    columns: COLUMNS,
    id: 'd.difference_id',
    joins: JOINS,
    parameters: conditions.parameters,
  };
}

/** Lists the account's differences, newest first. */
export async function listWeightDifferences(
  scope: AccountScope,
  filters: WeightDifferenceFilters,
  page: NewestPage,
): Promise<Newest<WeightDifference, WeightDifferenceSums>> {
  const found = await readNewest<DifferenceRow, WeightDifferenceSums>(
    scope,
    await differenceList(scope, filters),
    page,
  );
  return { ...found, rows: found.rows.map(differenceOfRow) };
}

interface DifferenceRow extends Omit<WeightDifference, 'steps'> {
  readonly steps: readonly (Omit<WeightDifferenceStep, 'note'> & { readonly note: string | null })[];
}

function differenceOfRow(row: DifferenceRow): WeightDifference {
  return { ...row, steps: row.steps.map((step) => ({ ...step, note: readOrNull(step.note) })) };
}

export async function* readWeightDifferences(
  scope: AccountScope,
  filters: WeightDifferenceFilters,
): AsyncGenerator<readonly WeightDifference[], void, undefined> {
  for await (const rows of readAllRows<DifferenceRow>(scope, await differenceList(scope, filters)))
    yield rows.map(differenceOfRow);
}

/** Reads one difference; null if the account has none with this id. */
export async function showWeightDifference(
  scope: AccountScope,
  differenceId: string,
): Promise<WeightDifference | null> {
  const conditions = new Conditions('d.account_id = $1');
  conditions.add('d.difference_id = ?::uuid', differenceId);
  const { rows } = await readNewest<DifferenceRow>(scope, listOf(conditions), { limit: 1, before: null });
  return rows[0] === undefined ? null : differenceOfRow(rows[0]);
}

/** A difference that is locked for an action. */
export interface HeldDifference {
  readonly shipmentId: string;
  readonly state: WeightDifferenceState;
  /** The part of the charge above ours, in paise without GST. */
  readonly extraPaise: number;
}

/** Reads a difference; null if the account has none with this id. */
export async function findDifference(
  scope: AccountScope,
  differenceId: string,
): Promise<HeldDifference | null> {
  const [row] = await scope.read<HeldDifference>(
    `select d.shipment_id as "shipmentId", d.state, r.charged_paise - r.our_paise as "extraPaise"
       from weight_differences d join courier_invoice_rows r using (account_id, invoice_id, shipment_id)
      where d.account_id = $1 and d.difference_id = $2`,
    [differenceId],
  );
  return row ?? null;
}

export async function takeStep(
  writer: AccountWriter,
  differenceId: string,
  step: {
    readonly state: WeightDifferenceState;
    readonly note: Sentence | null;
    /** Null if no amount is agreed. */
    readonly agreedPaise: number | null;
  },
): Promise<void> {
  const { actor } = writer;
  await writer.change(
    `with step as (
       insert into weight_difference_steps (account_id, difference_id, step_id, taken_at, amount_paise, state, actor_kind,
         actor_id, actor_name, note) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     )
     update weight_differences set state = $6, agreed_paise = $5 where account_id = $1 and difference_id = $2`,
    [
      differenceId,
      writer.newId(),
      writer.now,
      step.agreedPaise,
      step.state,
      actor.kind,
      actor.id,
      actor.name,
      storedOrNull(step.note),
    ],
  );
}

export async function findDifferenceSettings(scope: AccountScope): Promise<WeightDifferenceSettings> {
  const [row] = await scope.read<{ weight: number; paise: number; acceptAfterDays: number | null }>(
    `select tolerance_weight as weight, tolerance_paise as paise, accept_after_days as "acceptAfterDays"
       from weight_difference_settings where account_id = $1`,
    [],
  );
  if (row === undefined) return { tolerance: USUAL_TOLERANCE, acceptAfterDays: null };
  const { acceptAfterDays, ...tolerance } = row;
  return { tolerance, acceptAfterDays };
}

export async function keepDifferenceSettings(
  writer: AccountWriter,
  { tolerance, acceptAfterDays }: WeightDifferenceSettings,
): Promise<void> {
  await writer.change(
    `insert into weight_difference_settings (account_id, tolerance_weight, tolerance_paise, accept_after_days, updated_at)
     values ($1, $2, $3, $4, $5)
     on conflict (account_id) do update set tolerance_weight = excluded.tolerance_weight,
       tolerance_paise = excluded.tolerance_paise, accept_after_days = excluded.accept_after_days, updated_at = excluded.updated_at`,
    [tolerance.weight, tolerance.paise, acceptAfterDays, writer.now],
  );
}

/** Lists differences without an action for the set number of days, of all accounts with this setting. */
export async function listOverdueDifferences(
  database: Database,
  now: Date,
): Promise<{ accountId: string; differenceId: string }[]> {
  const rows = await database.run<{ accountId: string; differenceId: string }>(
    `select d.account_id as "accountId", d.difference_id as "differenceId"
       from weight_difference_settings s join weight_differences d using (account_id)
      where s.accept_after_days is not null and d.state = 'raised'
        and d.raised_at <= $1::timestamptz - make_interval(days => s.accept_after_days)
      order by d.raised_at limit 500`,
    [now],
  );
  return rows;
}

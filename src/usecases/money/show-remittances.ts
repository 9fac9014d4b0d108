import type { WorkingCalendar } from '../../domain/calendar/working-calendar.ts';
import { indiaDate, indiaDay } from '../../domain/india-time.ts';
import { remittanceDay } from '../../domain/money/remittance.ts';
import { notFound } from '../../problems/problem.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import { findRemittanceCycles } from '../../storage/money/remittance-cycles.ts';
import {
  findRemittances,
  listRemittances,
  listRemitted,
  type Remittance,
  type RemittanceFilters,
  type RemittanceSums,
  type RemittedRow,
  readRemittances,
  readRemitted,
  remittedOfShipments,
} from '../../storage/money/remittances.ts';
import type { Newest, NewestPage } from '../../storage/newest-page.ts';
import { findShipmentsNamed } from '../booking/find-named-shipments.ts';
import { exportRows } from '../export-rows.ts';
import type { Client, ListingParts } from '../long-work.ts';
import type { AccountContext } from '../service.ts';
import { cycleOf } from './remittance-cycles.ts';
import { withoutRepeats } from './without-repeats.ts';

export type { Remittance, RemittedRow };

export type ShownCod =
  | { readonly awb: string; readonly outcome: 'unknown' }
  | { readonly awb: string; readonly outcome: 'prepaid' }
  | {
      readonly awb: string;
      readonly outcome: 'cod';
      readonly codAmountPaise: number;
      /** For example `2026-11-15`, in India. */
      readonly deliveredOn: string | null;
      /** The day of the payment, or else the day when it is due; null before delivery. */
      readonly remittedOn: string | null;
      /** Only after the payment. */
      readonly utr: string | null;
    };

/** Reads the COD state of shipments in the requested order, without repeats. */
export async function showCod(
  account: AccountContext,
  calendar: WorkingCalendar,
  sent: readonly string[],
): Promise<ShownCod[]> {
  const awbs = withoutRepeats(sent);
  const scope = account.database.account(account.accountId);
  const shipments = await findShipmentsNamed(scope, awbs);
  const ids = [...shipments.values()].map(({ shipmentId }) => shipmentId);
  const [remitted, cycles] = await Promise.all([
    remittedOfShipments(scope, ids),
    findRemittanceCycles(scope),
  ]);
  return awbs.map((awb): ShownCod => {
    const shipment = shipments.get(awb);
    if (shipment === undefined) return { awb, outcome: 'unknown' };
    if (!shipment.isCod) return { awb, outcome: 'prepaid' };
    const deliveredAt = shipment.state.milestones.delivered;
    const paid = remitted.get(shipment.shipmentId);
    const cycle = cycleOf(cycles, shipment.carrierId);
    const due =
      deliveredAt === undefined
        ? null
        : calendar.textOf(remittanceDay(calendar, indiaDay(deliveredAt), cycle));
    return {
      awb,
      outcome: 'cod',
      codAmountPaise: shipment.codAmountPaise,
      deliveredOn: deliveredAt === undefined ? null : indiaDate(deliveredAt),
      remittedOn: paid?.remittedOn ?? due,
      utr: paid?.utr ?? null,
    };
  });
}

/** Returns the account's remittances by their days, newest first. */
export function listAccountRemittances(
  { database, accountId }: AccountContext,
  filters: RemittanceFilters,
  page: NewestPage,
): Promise<Newest<Remittance, RemittanceSums>> {
  return listRemittances(database.account(accountId), filters, page);
}

/** Exports all matching remittances as CSV. */
export function exportRemittances(
  account: AccountContext & ListingParts,
  filters: RemittanceFilters,
  client: Client,
) {
  const rows = {
    headings: LIST_HEADINGS,
    read: (scope: AccountScope) => readRemittances(scope, filters),
    cellsOf: (one: Remittance) => [
      one.remittedOn,
      one.courier,
      one.utr,
      String(one.shipments),
      one.expectedPaise,
      one.amountPaise,
      one.amountPaise - one.expectedPaise,
      String(one.differences),
    ],
  };
  return exportRows(account, rows, client);
}

const LIST_HEADINGS = [
  'remittance_date',
  'courier',
  'utr_no',
  'shipments',
  'cod_amount',
  'remitted_amount',
  'difference',
  'differences',
];

/** @throws Problem `not_found` */
export async function getRemittance(
  { database, accountId }: AccountContext,
  remittanceId: string,
  page: NewestPage & { readonly differs: boolean | null },
): Promise<{ readonly remittance: Remittance; readonly rows: Newest<RemittedRow> }> {
  const scope = database.account(accountId);
  const [remittance] = await findRemittances(scope, [remittanceId]);
  if (remittance === undefined) throw notFound('Remittance');
  return { remittance, rows: await listRemitted(scope, remittanceId, page) };
}

const HEADINGS = [
  'delivery_date',
  'carrier',
  'order_id',
  'tracking_number',
  'cod_amount',
  'remitted_amount',
  'difference',
  'remittance_date',
  'utr_no',
];

/** Exports all shipments of a remittance as CSV, in parts as they are read. @throws Problem `not_found` */
export async function exportRemittance(
  account: AccountContext & ListingParts,
  remittanceId: string,
  client: Client,
): Promise<AsyncGenerator<Buffer, void, undefined>> {
  const { database, accountId } = account;
  const [remittance] = await findRemittances(database.account(accountId), [remittanceId]);
  if (remittance === undefined) throw notFound('Remittance');
  const { utr } = remittance;
  const rows = {
    headings: HEADINGS,
    read: (scope: AccountScope) => readRemitted(scope, remittanceId),
    cellsOf: (row: RemittedRow) => [
      row.deliveredAt === null ? '' : indiaDate(Date.parse(row.deliveredAt)),
      row.carrierName,
      row.orderId,
      row.trackingNumber,
      row.expectedPaise,
      row.amountPaise,
      row.amountPaise - row.expectedPaise,
      row.remittedOn,
      utr,
    ],
  };
  return exportRows(account, rows, client);
}

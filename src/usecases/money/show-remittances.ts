import { stringify } from 'csv-stringify/sync';
import { dayStart } from '../../domain/calendar/india-day.ts';
import type { WorkingCalendar } from '../../domain/calendar/working-calendar.ts';
import { indiaDate, indiaDay } from '../../domain/india-time.ts';
import {
  lastDayOverdue,
  type RemittanceCycle,
  remittanceDay,
  USUAL_CYCLE,
} from '../../domain/money/remittance.ts';
import { paiseText } from '../../domain/rupees.ts';
import { notFound } from '../../problems/problem.ts';
import { findRemittanceCycles } from '../../storage/money/remittance-cycles.ts';
import {
  type CarrierOwes,
  findRemittances,
  listCarrierBalances,
  listRemittances,
  listRemitted,
  type Remittance,
  type RemittedRow,
  remittedOfShipments,
} from '../../storage/money/remittances.ts';
import type { Newest, NewestPage } from '../../storage/newest-page.ts';
import { findShipmentsNamed } from '../booking/find-named-shipments.ts';
import type { Client } from '../long-work.ts';
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

/** Returns the account's remittances, newest first, with each carrier's due and overdue amounts. */
export async function listAccountRemittances(
  { database, accountId, now }: AccountContext,
  calendar: WorkingCalendar,
  page: NewestPage & { readonly courier: string | null; readonly utr: string | null },
): Promise<Newest<Remittance> & { readonly owed: readonly CarrierOwes[] }> {
  const scope = database.account(accountId);
  const today = indiaDay(now().getTime());
  const before = (cycle: RemittanceCycle) => dayStart(lastDayOverdue(calendar, today, cycle) + 1);
  const cycles = await findRemittanceCycles(scope);
  const byCarrier = new Map([...cycles].map(([carrierId, cycle]) => [carrierId, before(cycle)]));
  const owed = await listCarrierBalances(scope, { usual: before(USUAL_CYCLE), byCarrier });
  return { ...(await listRemittances(scope, page)), owed };
}

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

const ROWS_AT_ONCE = 1_000;
const BYTE_ORDER_MARK = '\ufeff';
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
  account: AccountContext,
  remittanceId: string,
  client: Client,
): Promise<AsyncGenerator<Buffer, void, undefined>> {
  const { database, accountId, longWork } = account;
  const scope = database.account(accountId, client.signal);
  const [remittance] = await findRemittances(scope, [remittanceId]);
  if (remittance === undefined) throw notFound('Remittance');
  const { utr } = remittance;
  async function* lines() {
    yield BYTE_ORDER_MARK + csv([HEADINGS]);
    for (let before: string | null = null; ; ) {
      const page: Newest<RemittedRow> = await listRemitted(scope, remittanceId, {
        limit: ROWS_AT_ONCE,
        before,
        differs: null,
      });
      yield csv(page.rows.map((row) => cellsOf(row, utr)));
      if (page.next === null) return;
      before = page.next;
    }
  }
  return longWork.inParts({ accountId, ...client }, lines());
}

function cellsOf(row: RemittedRow, utr: string): string[] {
  return [
    row.deliveredAt === null ? '' : indiaDate(Date.parse(row.deliveredAt)),
    row.carrierName,
    row.orderId,
    row.trackingNumber,
    paiseText(row.expectedPaise),
    paiseText(row.amountPaise),
    paiseText(row.amountPaise - row.expectedPaise),
    row.remittedOn,
    utr,
  ];
}

function csv(rows: readonly (readonly string[])[]): string {
  return stringify(rows as string[][], { escape_formulas: true, record_delimiter: 'windows' });
}

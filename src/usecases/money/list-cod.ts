import { dayStart } from '../../domain/calendar/india-day.ts';
import type { WorkingCalendar } from '../../domain/calendar/working-calendar.ts';
import { indiaDate, indiaDay } from '../../domain/india-time.ts';
import {
  lastDayOverdue,
  type RemittanceCycle,
  remittanceDay,
  USUAL_CYCLE,
} from '../../domain/money/remittance.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import {
  type CarrierOwes,
  type CodFilters,
  type CodState,
  type CodSums,
  listCarrierBalances,
  listCod,
  type PaidOutBefore,
  readCod,
  type ShipmentCod,
} from '../../storage/money/cod-dues.ts';
import { findRemittanceCycles } from '../../storage/money/remittance-cycles.ts';
import type { Newest, NewestPage } from '../../storage/newest-page.ts';
import { exportRows } from '../export-rows.ts';
import type { Client, ListingParts } from '../long-work.ts';
import type { AccountContext } from '../service.ts';
import { cycleOf } from './remittance-cycles.ts';
import { withReadNumber } from './with-read-number.ts';

export type { CodState };

/** The days of payment of an account's carriers, as they are now. */
class PaymentDays {
  readonly #calendar: WorkingCalendar;
  readonly #cycles: ReadonlyMap<string, RemittanceCycle>;
  readonly #today: number;

  constructor(calendar: WorkingCalendar, cycles: ReadonlyMap<string, RemittanceCycle>, now: Date) {
    this.#calendar = calendar;
    this.#cycles = cycles;
    this.#today = indiaDay(now.getTime());
  }

  get limits(): PaidOutBefore {
    const before = (cycle: RemittanceCycle) =>
      dayStart(lastDayOverdue(this.#calendar, this.#today, cycle) + 1);
    const byCarrier = [...this.#cycles].map(([carrierId, cycle]) => [carrierId, before(cycle)] as const);
    return { usual: before(USUAL_CYCLE), byCarrier: new Map(byCarrier) };
  }

  /** The day on which the cash of a delivery is due; null without a delivery. @param at ISO 8601 */
  dueOn(carrierId: string, at: string | null): string | null {
    if (at === null) return null;
    const day = remittanceDay(this.#calendar, indiaDay(Date.parse(at)), cycleOf(this.#cycles, carrierId));
    return this.#calendar.textOf(day);
  }

  isOverdue(dueOn: string | null): boolean {
    return dueOn !== null && dueOn < this.#calendar.textOf(this.#today);
  }
}

async function paymentDaysOf(
  scope: AccountScope,
  calendar: WorkingCalendar,
  { now }: AccountContext,
): Promise<PaymentDays> {
  return new PaymentDays(calendar, await findRemittanceCycles(scope), now());
}

/** What a carrier owes, and since when. */
export interface OwedByCarrier extends CarrierOwes {
  /** The day on which the oldest unpaid delivery is or was due. */
  readonly dueSince: string | null;
}

/** Returns the carriers that owe COD, those with the most overdue COD first. */
export async function listOwed(account: AccountContext, calendar: WorkingCalendar): Promise<OwedByCarrier[]> {
  const scope = account.database.account(account.accountId);
  const days = await paymentDaysOf(scope, calendar, account);
  const owed = await listCarrierBalances(scope, days.limits);
  return owed.map((one) => ({ ...one, dueSince: days.dueOn(one.carrierId, one.oldestAt) }));
}

/** The cash of a shipment, and when it is due. */
export interface ListedCod extends ShipmentCod {
  readonly dueOn: string | null;
  readonly isOverdue: boolean;
}

/** Returns a page of the cash of shipments, by their delivery. @throws Problem if `LongWork` is full */
export async function listAccountCod(
  account: AccountContext & ListingParts,
  calendar: WorkingCalendar,
  filters: CodFilters,
  page: NewestPage,
  { signal }: Pick<Client, 'signal'>,
): Promise<Newest<ListedCod, CodSums>> {
  const { database, accountId, longWork } = account;
  const scope = database.account(accountId, signal);
  const days = await paymentDaysOf(scope, calendar, account);
  const found = await longWork.run({ accountId, signal }, () =>
    listCod(scope, days.limits, withReadNumber(filters), page),
  );
  return { ...found, rows: found.rows.map((row) => withDueDay(days, row)) };
}

const HEADINGS = [
  'delivery_date',
  'carrier',
  'order_id',
  'tracking_number',
  'cod_amount',
  'remitted_amount',
  'owed_amount',
  'due_date',
  'remittance_date',
  'utr_no',
];

/** Exports the cash of all matching shipments as CSV. */
export async function exportCod(
  account: AccountContext & ListingParts,
  calendar: WorkingCalendar,
  filters: CodFilters,
  client: Client,
) {
  const days = await paymentDaysOf(account.database.account(account.accountId), calendar, account);
  const rows = {
    headings: HEADINGS,
    read: (scope: AccountScope) => readCod(scope, days.limits, withReadNumber(filters)),
    cellsOf: (row: ShipmentCod) => [
      row.deliveredAt === null ? null : indiaDate(Date.parse(row.deliveredAt)),
      row.carrierName,
      row.orderId,
      row.trackingNumber,
      row.collectedPaise,
      row.remittedPaise,
      row.collectedPaise - row.remittedPaise,
      days.dueOn(row.carrierId, row.deliveredAt),
      row.remittedOn,
      row.utr,
    ],
  };
  return exportRows(account, rows, client);
}

function withDueDay(days: PaymentDays, row: ShipmentCod): ListedCod {
  const dueOn = days.dueOn(row.carrierId, row.deliveredAt);
  return { ...row, dueOn, isOverdue: row.collectedPaise > row.remittedPaise && days.isOverdue(dueOn) };
}

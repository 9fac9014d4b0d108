import { WEEKDAYS, type Weekday } from '../calendar/holidays.ts';
import { dayOfText, weekdayOfDay } from '../calendar/india-day.ts';
import { NATION, type WorkingCalendar } from '../calendar/working-calendar.ts';

/** The days that a cycle counts: national working days of couriers, or all days. */
export const COUNTED_DAYS = ['working', 'calendar'] as const;
export type CountedDays = (typeof COUNTED_DAYS)[number];

/** The rule for the day on which a courier pays out the collected cash. */
export interface RemittanceCycle {
  /** Days after delivery; at least 1. */
  readonly days: number;
  readonly counted: CountedDays;
  /** The weekdays of payments, at least one. The courier pays on the first of these on or after that day. */
  readonly weekdays: readonly Weekday[];
}

/** The first Monday, Wednesday or Friday on or after the eighth working day. */
export const USUAL_CYCLE: RemittanceCycle = {
  days: 8,
  counted: 'working',
  weekdays: ['monday', 'wednesday', 'friday'],
};

/**
 * The day on which a courier pays out the cash collected on a day: the first of its weekdays on or after the
 * given number of days. Days are those of `india-day.ts`.
 */
export function remittanceDay(
  calendar: WorkingCalendar,
  deliveredOn: number,
  { days, counted, weekdays }: RemittanceCycle = USUAL_CYCLE,
): number {
  let day = counted === 'working' ? calendar.workingDayAfter(NATION, deliveredOn, days) : deliveredOn + days;
  while (!weekdays.some((weekday) => WEEKDAYS[weekdayOfDay(day)] === weekday)) day += 1;
  return day;
}

/** The last delivery day that a courier should have paid for before today. */
export function lastDayOverdue(calendar: WorkingCalendar, today: number, cycle: RemittanceCycle): number {
  let day = today - 1;
  while (remittanceDay(calendar, day, cycle) >= today) day -= 1;
  return day;
}

/** A row of a courier's file, with the data of its shipment. */
export interface RemittedAmount {
  /** Null if the account has no such tracking number. */
  readonly shipment: { readonly isCod: boolean; readonly codAmountPaise: number } | null;
  readonly amountPaise: number;
  /** The amount that the same payment already has for the shipment, in paise; null if it has no amount. */
  readonly hadPaise: number | null;
}

/**
 * The decision about a row: `record` it, with or without a `difference` from the expected amount; skip a `repeat`; or refuse
 * it. A payment pays for a shipment once, so that importing a file twice changes nothing.
 */
export type RemittedVerdict = 'record' | 'difference' | 'repeat' | 'unknown' | 'prepaid' | 'conflict';

export function judgeRemitted({ shipment, amountPaise, hadPaise }: RemittedAmount): RemittedVerdict {
  if (shipment === null) return 'unknown';
  if (!shipment.isCod) return 'prepaid';
  if (hadPaise !== null) return hadPaise === amountPaise ? 'repeat' : 'conflict';
  return amountPaise === shipment.codAmountPaise ? 'record' : 'difference';
}

/** Tells whether a text is a valid payment day, `2026-11-15`: not after tomorrow. */
export function isPaymentDay(day: string, today: number): boolean {
  return dayOfText(day) <= today + 1;
}

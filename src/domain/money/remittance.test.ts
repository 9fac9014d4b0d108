import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHolidays } from '../../data-files/read-holidays.ts';
import { WEEKDAYS } from '../calendar/holidays.ts';
import { dayOfText, textOfDay } from '../calendar/india-day.ts';
import { WorkingCalendar } from '../calendar/working-calendar.ts';
import {
  COUNTED_DAYS,
  judgeRemitted,
  lastDayOverdue,
  type RemittanceCycle,
  remittanceDay,
} from './remittance.ts';

const calendar = new WorkingCalendar(
  readHolidays({
    weekly_off: ['sunday'],
    every_year: { '01-26': 'Republic Day' },
    dated: { '2026-11-09': 'Diwali' },
    by_state: { MH: { '05-01': 'Maharashtra Day' } },
  }),
);

const paidFor = (day: string) => textOfDay(remittanceDay(calendar, dayOfText(day)));

describe('the payment day of a courier', () => {
  it.each([
    // Eight working days later is a Wednesday.
    ['2026-11-16', '2026-11-25'],
    // Eight working days later is a Thursday; the next payment day is a Friday.
    ['2026-11-17', '2026-11-27'],
    // Eight working days later is a Saturday; the next payment day is a Monday.
    ['2026-11-19', '2026-11-30'],
    // With a Sunday in between, and with a delivery on a Sunday.
    ['2026-11-22', '2026-12-02'],
    // A national holiday does not count as a working day.
    ['2026-11-06', '2026-11-18'],
    ['2027-01-18', '2027-01-29'],
    // A holiday of a single state counts as a working day.
    ['2027-04-26', '2027-05-05'],
  ])('for a delivery on %s is %s', (delivered, paid) => expect(paidFor(delivered)).toBe(paid));
});

describe('the remittance cycle of a courier', () => {
  const weekly: RemittanceCycle = { days: 5, counted: 'calendar', weekdays: ['friday'] };

  it.each([
    // The fifth day after a Sunday is a Friday.
    ['2026-11-15', '2026-11-20'],
    ['2026-11-16', '2026-11-27'],
    // Diwali is not a working day, but counts as a calendar day.
    ['2026-11-08', '2026-11-13'],
  ])('with Fridays from the fifth day on pays for %s on %s', (delivered, paid) =>
    expect(textOfDay(remittanceDay(calendar, dayOfText(delivered), weekly))).toBe(paid),
  );

  it('makes a delivery overdue on the day after its payment day', () => {
    const lastOverdue = (today: string) => textOfDay(lastDayOverdue(calendar, dayOfText(today), weekly));
    expect(lastOverdue('2026-11-20')).toBe('2026-11-08');
    expect(lastOverdue('2026-11-21')).toBe('2026-11-15');
  });

  it('makes exactly those deliveries overdue that were due before today', () => {
    const cycles = fc.record({
      days: fc.integer({ min: 1, max: 90 }),
      counted: fc.constantFrom(...COUNTED_DAYS),
      weekdays: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }),
    });
    fc.assert(
      fc.property(cycles, fc.integer({ min: 20_000, max: 21_000 }), fc.nat(200), (cycle, today, ago) => {
        const isOverdue = remittanceDay(calendar, today - ago, cycle) < today;
        expect(today - ago <= lastDayOverdue(calendar, today, cycle)).toBe(isOverdue);
      }),
    );
  });
});

describe('a row of a remittance file', () => {
  const shipment = { isCod: true, codAmountPaise: 49_900 };

  it.each([
    [null, 49_900, null, 'unknown'],
    [{ isCod: false, codAmountPaise: 0 }, 49_900, null, 'prepaid'],
    [shipment, 49_900, null, 'record'],
    [shipment, 49_899, null, 'difference'],
    [shipment, 49_901, null, 'difference'],
    [shipment, 49_900, 49_900, 'repeat'],
    [shipment, 49_900, 49_899, 'conflict'],
  ] as const)(
    'of the shipment %j with the amount %i, after the amount %s, is judged as %s',
    (of, amountPaise, hadPaise, verdict) => {
      expect(judgeRemitted({ shipment: of, amountPaise, hadPaise })).toBe(verdict);
    },
  );
});

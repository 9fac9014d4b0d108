import { type Field, type FieldOptions, field } from './field.ts';

/**
 * A moment: ISO 8601, `YYYY-MM-DD HH:MM[:SS]`, or a bare date. A time of day without an offset is
 * India Standard Time, a bare date its midnight there. Read as UTC text to the millisecond:
 * `2026-11-15T05:00:00.000Z`.
 */
export function timestamp(options: FieldOptions = {}): Field<string> {
  return field(
    { type: 'string', pattern: CANONICAL },
    {
      kind: 'timestamp',
      expectation: 'must be a date and time such as 2026-11-15 10:30 or 2026-11-15T10:30:00Z',
    },
    {
      type: 'string',
      description:
        'ISO 8601, `YYYY-MM-DD HH:MM` or a bare date. A time of day without an offset is India Standard Time.',
      examples: ['2026-11-15 10:30', '2026-11-15T10:30:00+05:30'],
    },
    options,
  );
}

const CANONICAL = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$';
const WRITTEN =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)? ?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
/** Longer than the longest text that the pattern takes. */
const LONGEST = 40;
const IST_MINUTES = 5 * 60 + 30;
const FIRST_YEAR = 1970;
const LAST_MOMENT = Date.UTC(10_000, 0) - 1;

/** The moment as UTC text to the millisecond, or undefined where it is none. */
export function readTimestamp(raw: unknown): string | undefined {
  if (typeof raw !== 'string' || raw.length > LONGEST) return undefined;
  const match = WRITTEN.exec(raw.trim());
  if (match === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', offset] = match;
  const offsetMinutes = readOffset(offset);
  if (offsetMinutes === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    return undefined;
  const midnight = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isOnCalendar = midnight.getUTCMonth() === Number(month) - 1 && midnight.getUTCDate() === Number(day);
  if (!isOnCalendar || Number(year) < FIRST_YEAR) return undefined;
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
  const moment = new Date(
    midnight.getTime() +
      ((Number(hour) * 60 + Number(minute) - offsetMinutes) * 60 + Number(second)) * 1000 +
      milliseconds,
  );
  const isWithinFourDigitYears = moment.getTime() >= 0 && moment.getTime() <= LAST_MOMENT;
  return isWithinFourDigitYears ? moment.toISOString() : undefined;
}

/** Minutes ahead of UTC; undefined where the offset is none that a clock has. */
function readOffset(offset: string | undefined): number | undefined {
  if (offset === undefined) return IST_MINUTES;
  if (offset === 'Z' || offset === 'z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(':', ''));
  if (hours > 14 || minutes > 59) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

import { isHoliday } from '../domain/calendar/holidays.ts';
import { indiaDate, isInYears, YEARS } from '../domain/india-time.ts';
import { type AboutField, about } from '../problems/sentence.ts';
import { type Field, type FieldOptions, field, type JsonSchema, mapped, scalar } from './field.ts';
import { LAST_SECOND, readWholeNumber } from './number.ts';

/**
 * A time: ISO 8601, `YYYY-MM-DD HH:MM[:SS]` or a bare date; the date may also be `DD-MM-YYYY`. A time of day
 * without an offset is India Standard Time; a bare date means midnight in India. Read as UTC text in
 * milliseconds: `2026-11-15T05:00:00.000Z`.
 */
export function timestamp(options: FieldOptions = {}): Field<string> {
  return written(
    (text) => text,
    about(
      'must_be_date_and_time',
      'must be a date and time such as 2026-11-15 10:30 or 2026-11-15T10:30:00Z',
    ),
    {
      description:
        'ISO 8601, from 2000 to 2100. `YYYY-MM-DD HH:MM` or a date without a time (also `DD-MM-YYYY`) is accepted too; a time of day without an offset is India Standard Time.',
      examples: ['2026-11-15T10:30:00+05:30'],
    },
    options,
  );
}

/** Like `timestamp`, read as a `Date`. */
export function moment(options: FieldOptions = {}): Field<Date> {
  return mapped(timestamp(options), (text) => new Date(text), {
    show: (time) => time.toISOString(),
    shown: { type: 'string', format: 'date-time' },
  });
}

/** A day of India, in any format of `timestamp`; read as `2026-11-16`. */
export function day(options: FieldOptions = {}): Field<string> {
  return written(
    (text) => indiaDate(Date.parse(text)),
    about('must_be_date', 'must be a date such as 2026-11-16'),
    {
      description: '`YYYY-MM-DD`, in India, from 2000 to 2100; `DD-MM-YYYY` and moments are accepted too.',
      examples: ['2026-11-16'],
    },
    options,
  );
}

const OUT_OF_YEARS = about('out_of_years', 'must be in a year from {first} to {last}', {
  first: String(YEARS.first),
  last: String(YEARS.last),
});

/** A text of `readTimestamp` in one of the `YEARS`. Bounds of spans may be in any year: see `timeBound`. */
function written(
  canonical: (text: string) => string,
  expectation: AboutField,
  document: JsonSchema,
  options: FieldOptions,
): Field<string> {
  return field(
    {
      read: (raw, at, out) => {
        const text = readTimestamp(raw);
        if (text === undefined) return out.refuse(at, 'invalid', expectation);
        return isInYears(Date.parse(text)) ? canonical(text) : out.refuse(at, 'invalid', OUT_OF_YEARS);
      },
      document: { type: 'string', pattern: MOMENT_TEXT, ...document },
    },
    options,
  );
}

/** A day of every year, `01-26`, or of one year, `2027-03-22`. */
export function holiday(options: FieldOptions = {}): Field<string> {
  return scalar(
    (raw) => {
      const text = typeof raw === 'string' ? raw.trim() : '';
      return isHoliday(text) ? text : undefined;
    },
    { expectation: about('must_be_holiday', 'must be a day such as 01-26 or 2027-03-22') },
    {
      type: 'string',
      pattern: '^([0-9]{4}-)?[0-9]{2}-[0-9]{2}$',
      description: '`MM-DD` of every year, or `YYYY-MM-DD`.',
    },
    options,
  );
}

/** The start of a span, inclusive, read as Unix milliseconds. */
export function earliestTime(options: FieldOptions = {}): Field<number> {
  return timeBound((raw) => readTimeBound(raw)?.first, options);
}

/** The end of a span in Unix milliseconds. It includes the whole second, or the whole day of a date. */
export function latestTime(options: FieldOptions = {}): Field<number> {
  return timeBound((raw) => readTimeBound(raw)?.last, options);
}

function timeBound(read: (raw: unknown) => number | undefined, options: FieldOptions): Field<number> {
  return scalar(
    read,
    {
      expectation: about(
        'must_be_time',
        'must be a time: Unix seconds, milliseconds (13 digits), or ISO 8601',
      ),
    },
    {
      anyOf: [
        { type: 'integer', minimum: 0, maximum: LAST_SECOND },
        { type: 'integer', minimum: FIRST_MILLISECOND, maximum: LAST_MILLISECOND },
        { type: 'string', pattern: `^[0-9]{1,13}$|${MOMENT_TEXT}` },
      ],
      description:
        'Unix seconds. Milliseconds (13 digits) and ISO 8601 are accepted too; a time without an offset is India Standard Time.',
      examples: [1763179200],
    },
    options,
  );
}

/** The pattern of a date with an optional time of day. It also matches days that do not exist, in any year. */
const MOMENT_TEXT =
  '^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{2}-[0-9]{2}-[0-9]{4})(?:[Tt ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,9})?)? ?(?:[Zz]|[+-][0-9]{2}(?::?[0-9]{2})?)?)?$';
/** Times with 13 digits are in milliseconds. */
const FIRST_MILLISECOND = 1_000_000_000_000;
const LAST_MILLISECOND = 9_999_999_999_999;

const WRITTEN =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)? ?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
/** `15-11-2026`, as in Indian forms and spreadsheets: the day always comes first. */
const DAY_FIRST = /^(\d{2})-(\d{2})-(\d{4})(?!\d)/;
/** Longer than the longest text that the pattern matches. */
const LONGEST = 40;
const IST_MINUTES = 5 * 60 + 30;
const FIRST_YEAR = 1970;
const LAST_MOMENT = Date.UTC(10_000, 0) - 1;

/** Returns the time as UTC text in milliseconds, or undefined if the value is not a time. */
export function readTimestamp(raw: unknown): string | undefined {
  if (typeof raw !== 'string' || raw.length > LONGEST) return undefined;
  const match = WRITTEN.exec(raw.trim().replace(DAY_FIRST, '$3-$2-$1'));
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

/** Returns the minutes ahead of UTC, or undefined for an invalid offset. */
function readOffset(offset: string | undefined): number | undefined {
  if (offset === undefined) return IST_MINUTES;
  if (offset === 'Z' || offset === 'z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(':', ''));
  if (hours > 14 || minutes > 59) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

const SECOND_MS = 1000;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;
/** Unix time in milliseconds, from 2001 on. Text with fewer digits is in seconds. */
const MILLISECONDS = /^\d{13}$/;
const BARE_DATE = /^(?:\d{4}-\d{2}-\d{2}|\d{2}-\d{2}-\d{4})$/;

/**
 * Returns the first and the last millisecond of a time in a filter: of its second or, for a bare date, of its
 * day in India. Undefined if the value is not a time.
 */
export function readTimeBound(raw: unknown): { readonly first: number; readonly last: number } | undefined {
  const text = typeof raw === 'string' ? raw.trim() : raw;
  const number = readWholeNumber(text);
  if (number !== undefined) {
    if (MILLISECONDS.test(String(number))) return { first: number, last: number };
    const first = number * SECOND_MS;
    return first >= 0 && first <= LAST_MOMENT ? { first, last: first + SECOND_MS - 1 } : undefined;
  }
  const moment = readTimestamp(text);
  if (moment === undefined) return undefined;
  const first = Date.parse(moment);
  const width = BARE_DATE.test(String(text)) ? DAY_MS : first % SECOND_MS === 0 ? SECOND_MS : 1;
  return { first, last: first + width - 1 };
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Field } from './field.ts';
import { day, earliestTime, latestTime, moment, object, timestamp } from './fields.ts';
import { buildRequestReading } from './request-reading.ts';
import { readTimeBound, readTimestamp } from './timestamp.ts';

it.each([
  ['2026-11-15 10:30', '2026-11-15T05:00:00.000Z'],
  ['2026-11-15 10:30:05', '2026-11-15T05:00:05.000Z'],
  ['2026-11-15T10:30:05.1', '2026-11-15T05:00:05.100Z'],
  ['2026-11-15', '2026-11-14T18:30:00.000Z'],
  ['15-11-2026', '2026-11-14T18:30:00.000Z'],
  ['15-11-2026 10:30', '2026-11-15T05:00:00.000Z'],
  ['02-01-2026 10:30:05', '2026-01-02T05:00:05.000Z'],
  ['2026-11-15T10:30:00Z', '2026-11-15T10:30:00.000Z'],
  ['2026-11-15t10:30:00.123456789z', '2026-11-15T10:30:00.123Z'],
  ['2026-11-15T10:30:00+05:30', '2026-11-15T05:00:00.000Z'],
  ['2026-11-15T10:30:00 -0800', '2026-11-15T18:30:00.000Z'],
  ['2026-11-15T10:30+00', '2026-11-15T10:30:00.000Z'],
  ['2024-02-29 00:00', '2024-02-28T18:30:00.000Z'],
  [' 2026-11-15 10:30 ', '2026-11-15T05:00:00.000Z'],
  ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('reads %s as %s', (written, utc) => {
  expect(readTimestamp(written)).toBe(utc);
});

it.each([
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-11-00',
  '2026-11-15 24:00',
  '2026-11-15 10:60',
  '2026-11-15 10:30:60',
  '2026-11-15T10:30:00+15:00',
  '2026-11-15T10:30:00+05:60',
  '31-02-2026',
  '11-15-2026',
  '15-11-20261',
  '15-11-26',
  '5-11-2026',
  '2026/11/15',
  '2026-11-15 10',
  '2026-11-15Z',
  '1969-12-31T23:59:59Z',
  '1970-01-01',
  '0050-01-01',
  '9999-12-31T23:59:59-01:00',
  '20261115',
  'now',
  `2026-11-15 ${' '.repeat(100)}10:30`,
  1_763_179_200,
  null,
  [],
  {},
])('refuses %j as a time', (written) => {
  expect(readTimestamp(written)).toBeUndefined();
});

it('reads its own form', () => {
  const moments = fc.date({
    min: new Date(0),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(moments, (moment) => {
      expect(readTimestamp(moment.toISOString())).toBe(moment.toISOString());
    }),
  );
});

it('refuses a time with an example', () => {
  const { readWith } = buildRequestReading({});
  expect(readWith(object({ order_date: timestamp() }), { order_date: 'tomorrow' }).error?.sentences).toEqual([
    'order_date must be a date and time such as 2026-11-15 10:30 or 2026-11-15T10:30:00Z',
  ]);
});

it.each([
  [1763179200, 1763179200_000, 1763179200_999],
  ['1763179200', 1763179200_000, 1763179200_999],
  [1763179200123, 1763179200_123, 1763179200_123],
  ['1763179200123', 1763179200_123, 1763179200_123],
  [999_999_999_999, undefined, undefined],
  [253_402_300_799, 253_402_300_799_000, 253_402_300_799_999],
  [253_402_300_800, undefined, undefined],
  [0, 0, 999],
  [-1, undefined, undefined],
  [1.5, undefined, undefined],
  ['2026-11-15T10:30:00Z', 1794738600_000, 1794738600_999],
  ['2026-11-15T10:30:00.250Z', 1794738600_250, 1794738600_250],
  ['2026-11-15', 1794681000_000, 1794767399_999],
  ['15-11-2026', 1794681000_000, 1794767399_999],
  ['15-11-2026 10:30', 1794718800_000, 1794718800_999],
  ['2026-11', undefined, undefined],
  ['x'.repeat(64_000), undefined, undefined],
  [{}, undefined, undefined],
])('reads the bound %j as %j to %j', (written, first, last) => {
  expect(readTimeBound(written)).toEqual(first === undefined ? undefined : { first, last });
});

function problemsOf(field: Field, x: string): readonly string[] {
  return buildRequestReading({}).readWith(object({ x: field }), { x }).error?.sentences ?? [];
}

it.each(['2000-01-01T00:00Z', '2100-12-31T23:59:59.999Z', '2101-01-01'])('a date may be %s', (text) => {
  for (const field of [timestamp(), moment(), day()]) expect(problemsOf(field, text)).toEqual([]);
});

it.each([
  '1999-12-31',
  '1999-12-31T23:59:59Z',
  '2101-01-01T00:00Z',
  '9999-12-31',
  '2100-12-31T19:00-05:00',
  '1970-01-02',
])('a date may not be %s, because of its year, but the bound of a filter may', (text) => {
  for (const field of [timestamp(), moment(), day()]) {
    expect(problemsOf(field, text)).toEqual(['x must be in a year from 2000 to 2100']);
  }
  for (const field of [earliestTime(), latestTime()]) expect(problemsOf(field, text)).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import { readAmountCell, readDateCell } from '../../reading/cells.ts';
import { findColumns } from './columns.ts';

describe('an amount', () => {
  it.each([
    ['499', 49_900],
    [' 499.5 ', 49_950],
    ['1,29,900.00', 12_990_000],
    ['₹1,499.00', 149_900],
    ['Rs. 20', 2000],
    ['INR 20.10', 2010],
    ['0', 0],
    ['499.000', 49_900],
    ['10000000', 1_000_000_000],
  ])('%j is %i paise', (cell, paise) => expect(readAmountCell(cell)).toBe(paise));

  it.each(['', '4x9', '-1', '1.005', '10000000.01', '1e99', 'NaN', '٤٩٩'])('is refused: %j', (cell) =>
    expect(readAmountCell(cell)).toBeNull(),
  );
});

describe('a day', () => {
  it.each([
    ['2026-11-15', '2026-11-15'],
    ['15-11-2026', '2026-11-15'],
    ['15/11/2026', '2026-11-15'],
    ['5.1.2026', '2026-01-05'],
    ['15 Nov 2026', '2026-11-15'],
    ['15-november-2026', '2026-11-15'],
    ['2026-11-15 10:30:00', '2026-11-15'],
    ['15/11/2026 10:30', '2026-11-15'],
    ['01-01-2000', '2000-01-01'],
    ['31-12-2100', '2100-12-31'],
  ])('%j is %s', (cell, day) => expect(readDateCell(cell)).toBe(day));

  it.each([
    '',
    '31-12-1999',
    '01-01-2101',
    '9999-12-31',
    '2026-02-30',
    '31-04-2026',
    '11/15/2026',
    '15 Foo 2026',
    '46341',
    'yesterday',
    '15-11-26',
  ])('is refused: %j', (cell) => expect(readDateCell(cell)).toBeNull());
});

describe('columns', () => {
  const wanted = [
    { name: 'tracking_number', knownAs: ['awb', 'waybill'], isRequired: true },
    { name: 'utr', knownAs: ['utr no'], isRequired: false },
  ] as const;

  it('are found by the names of couriers, the most likely first', () => {
    expect(findColumns(['Waybill', 'A.W.B', 'UTR_No.'], wanted, {}).columns).toEqual({
      tracking_number: 0,
      utr: 2,
    });
    expect(findColumns(['waybill', 'AWB'], wanted, {}).columns.tracking_number).toBe(1);
  });

  it('are only those that the merchant named', () => {
    expect(findColumns(['AWB', 'Parcel'], wanted, { tracking_number: 'parcel' }).columns).toEqual({
      tracking_number: 1,
      utr: null,
    });
    expect(findColumns(['AWB'], wanted, { utr: 'Ref' }).problems[0]).toMatchObject({
      field: 'utr_column',
      message: 'the file has no column "Ref", which you named for utr',
    });
  });
});

import { describe, expect, it } from 'vitest';
import { readKilogramsCell, readPaymentCell } from './cells.ts';

describe('how an order is paid, in a cell', () => {
  it.each(['COD', 'Cash on Delivery (COD)', 'cash', 'C.O.D.', 'Pay on Delivery', 'PostPaid'])(
    'is COD for %j',
    (cell) => {
      expect(readPaymentCell(cell)).toBe('COD');
    },
  );

  it.each(['Prepaid', 'PPD', 'pre-paid', 'PAID', 'Online payment', 'Non-COD', 'NONCOD'])(
    'is prepaid for %j',
    (cell) => {
      expect(readPaymentCell(cell)).toBe('PREPAID');
    },
  );

  it.each(['not COD', 'No cash', 'Cash (paid)', 'COD prepaid', 'cod or prepaid', 'unpaid', '', 'card'])(
    'is not guessed from %j',
    (cell) => {
      expect(readPaymentCell(cell)).toBeNull();
    },
  );
});

describe('a weight of an order, in a cell', () => {
  it.each([
    ['0.5', 'kg', '0.5'],
    ['500 g', 'kg', '0.5'],
    ['350', 'g', '0.35'],
    ['.25 kg', 'kg', '0.25'],
  ] as const)('is read from %j in a column of %s', (cell, unit, kilograms) => {
    expect(readKilogramsCell(cell, unit)).toBe(kilograms);
  });

  it.each(['0002', '00.5', ' 05 kg', 'heavy', ''])('is not guessed from %j', (cell) => {
    expect(readKilogramsCell(cell, 'kg')).toBeNull();
  });
});

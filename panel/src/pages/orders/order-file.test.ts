import { expect, it } from 'vitest';
import { readOrderFile, template, withCell, withColumn, writeOrderFile, writtenLines } from './order-file.ts';

const TEXT = '\uFEFFOrder,Customer Name,Note\nA-1,"Rao, Asha",x\n\nA-2,"Two\nlines",y\n';

it('numbers the lines of a file, with blank lines and cells of several lines', () => {
  const file = readOrderFile('a.csv', TEXT);
  expect(file?.head).toEqual(['Order', 'Customer Name', 'Note']);
  expect(file?.rows).toEqual([
    ['A-1', 'Rao, Asha', 'x'],
    ['A-2', 'Two\nlines', 'y'],
  ]);
  expect(file?.lines).toEqual([2, 4]);
});

it('does not read a file with one column', () => {
  expect(readOrderFile('a.csv', 'hello\nworld')).toBeNull();
});

it('writes each column under its chosen name, and omits columns that are left out', () => {
  const file = readOrderFile('a.csv', TEXT);
  if (file === null) throw new Error('it was not read');
  const right = withCell(file, 1, 0, 'A-3');
  expect(writeOrderFile(right, { Order: 'order_id', Note: null })).toBe(
    'order_id,Customer Name\nA-1,"Rao, Asha"\nA-3,"Two\nlines"',
  );
  expect(writtenLines(right)).toEqual([2, 3]);
});

it('writes two columns of the same meaning, and keeps a column without a choice', () => {
  const file = readOrderFile('a.csv', 'Order;Mobile;Phone 2;Note\nA-1;12;34;x\n');
  if (file === null) throw new Error('it was not read');
  expect(writeOrderFile(file, { Mobile: 'billing_phone', 'Phone 2': null })).toBe(
    'Order,billing_phone,Note\nA-1,12,x',
  );
  const more = withCell(withColumn(file, 'City'), 0, 4, 'Pune');
  expect(writeOrderFile(more, { Note: null })).toBe('Order,Mobile,Phone 2,City\nA-1,12,34,Pune');
});

it('reads its own template', () => {
  const file = readOrderFile('t.csv', template('Okhla'));
  expect(file?.rows).toHaveLength(2);
  expect(file?.head).toContain('COD amount');
});

it('ignores the column of errors in a file of rejected rows', () => {
  const file = readOrderFile('r.csv', 'Order,Mobile,errors\nA-1,12,Mobile: is wrong\n');
  expect(file?.head).toEqual(['Order', 'Mobile']);
  expect(file?.rows).toEqual([['A-1', '12']]);
});

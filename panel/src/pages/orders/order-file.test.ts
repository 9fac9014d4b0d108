import { expect, it } from 'vitest';
import { readOrderFile, template, withCell, writeOrderFile, writtenLines } from './order-file.ts';

const TEXT = '\uFEFFOrder,Customer Name,Note\nA-1,"Rao, Asha",x\n\nA-2,"Two\nlines",y\n';

it('reads a file with its lines, past blank ones and cells of several', () => {
  const file = readOrderFile('a.csv', TEXT);
  expect(file?.head).toEqual(['Order', 'Customer Name', 'Note']);
  expect(file?.rows).toEqual([
    ['A-1', 'Rao, Asha', 'x'],
    ['A-2', 'Two\nlines', 'y'],
  ]);
  expect(file?.lines).toEqual([2, 4]);
});

it('is no file of orders with one column', () => {
  expect(readOrderFile('a.csv', 'hello\nworld')).toBeNull();
});

it('writes each column under the chosen name, without those left out', () => {
  const file = readOrderFile('a.csv', TEXT);
  if (file === null) throw new Error('it was not read');
  const right = withCell(file, 1, 0, 'A-3');
  expect(writeOrderFile(right, { Order: 'order_id', Note: null })).toBe(
    'order_id,Customer Name\nA-1,"Rao, Asha"\nA-3,"Two\nlines"',
  );
  expect(writtenLines(right)).toEqual([2, 3]);
});

it('reads the template that it gives', () => {
  const file = readOrderFile('t.csv', template('Okhla'));
  expect(file?.rows).toHaveLength(2);
  expect(file?.head).toContain('COD amount');
});

it('reads a file of rejected rows without the reasons', () => {
  const file = readOrderFile('r.csv', 'Order,Mobile,errors\nA-1,12,Mobile: is wrong\n');
  expect(file?.head).toEqual(['Order', 'Mobile']);
  expect(file?.rows).toEqual([['A-1', '12']]);
});

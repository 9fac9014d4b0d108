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

it('writes the file as it was read and corrected', () => {
  const file = readOrderFile('a.csv', TEXT);
  if (file === null) throw new Error('it was not read');
  const right = withCell(file, 1, 0, 'A-3');
  expect(writeOrderFile(right)).toBe('Order,Customer Name,Note\nA-1,"Rao, Asha",x\nA-3,"Two\nlines",y');
  expect(writtenLines(right)).toEqual([2, 3]);
});

it('writes a column that was added, and knows it', () => {
  const file = readOrderFile('a.csv', 'Order,Mobile\nA-1,12\n');
  if (file === null) throw new Error('it was not read');
  const more = withCell(withColumn(file, 'City'), 0, 2, 'Pune');
  expect(writeOrderFile(more)).toBe('Order,Mobile,City\nA-1,12,Pune');
  expect(more.added).toEqual(['City']);
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

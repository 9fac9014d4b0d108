import { describe, expect, it } from 'vitest';
import { CompressedRows } from '../api/compressed-rows.ts';
import { RowsOfPages } from './rows.ts';

const PAGES = [['a', 'b', 'c'], [], ['d'], ['e', 'f']].map((ids) => ids.map((id) => ({ id })));
const all = PAGES.flat();
const rows = new RowsOfPages(PAGES.map((page) => new CompressedRows(page)));

describe('RowsOfPages', () => {
  it('slices like one list', () => {
    expect([rows.length, rows.all()]).toEqual([all.length, all]);
    for (let from = 0; from <= all.length; from += 1)
      for (let until = from; until <= all.length + 1; until += 1)
        expect(rows.slice(from, until)).toEqual(all.slice(from, until));
  });

  it('finds each row by place and by id, and none outside', () => {
    for (const [at, row] of all.entries()) {
      expect(rows.at(at)).toBe(row);
      expect(rows.indexOf(row.id)).toBe(at);
    }
    expect([rows.at(-1), rows.at(all.length)]).toEqual([undefined, undefined]);
    expect(rows.indexOf('x')).toBe(-1);
  });

  it('tells which pages hold a range of rows', () => {
    expect([rows.pagesBetween(0, 2), rows.pagesBetween(2, 3), rows.pagesBetween(4, 99)]).toEqual([
      [0, 0],
      [0, 2],
      [3, 3],
    ]);
  });

  it('may be empty', () => {
    const none = new RowsOfPages<{ id: string }>([]);
    expect([none.length, none.slice(0, 10), none.at(0)]).toEqual([0, [], undefined]);
  });
});

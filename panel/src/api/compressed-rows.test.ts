import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CompressedRows } from './compressed-rows.ts';

/** So many newer pages that older ones are compressed. */
const OTHERS = 20;
const compressEarlier = () => {
  for (let page = 0; page < OTHERS; page += 1) new CompressedRows([{ id: `other ${page}` }]);
};

describe('CompressedRows', () => {
  it('returns the same rows at first, and equal rows after compressing them', () => {
    const rows = [
      { id: 'a', city: 'पुणे', price: 1.5, cod: null, tags: ['x'], carrier: { name: 'Blue "Dart"' } },
      { id: 'b', city: '', price: 0, cod: true, tags: [], carrier: {} },
    ];
    const page = new CompressedRows(rows);
    expect(page.all()).toBe(rows);
    compressEarlier();
    expect(page.all()).not.toBe(rows);
    expect(page.all()).toEqual(rows);
    expect(page.all()).toBe(page.all());
    expect([page.length, page.slice(1, 5)]).toEqual([2, rows.slice(1)]);
  });

  it('keeps every field of every row', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.uuid(), fc.dictionary(fc.string(), fc.jsonValue()))), (values) => {
        const rows = values.map(([id, others]) => ({ ...others, id }));
        const page = new CompressedRows(rows);
        compressEarlier();
        // Compared as JSON, which has no `-0`.
        expect(page.all()).toStrictEqual(JSON.parse(JSON.stringify(rows)));
      }),
    );
  });

  it('finds rows by id before and after compressing', () => {
    const named = new CompressedRows([{ id: 'a"b' }, { id: 'b' }]);
    const numbered = new CompressedRows([{ id: 12 }, { id: 1 }]);
    const find = () => [named.indexOf('a"b'), named.indexOf('b'), named.indexOf('c'), numbered.indexOf(1)];
    expect(find()).toEqual([0, 1, -1, 1]);
    expect(numbered.indexOf(2)).toBe(-1);
    compressEarlier();
    expect(find()).toEqual([0, 1, -1, 1]);
  });

  it('may be empty', () => {
    const none = new CompressedRows<{ id: string }>([]);
    compressEarlier();
    expect([none.length, none.all(), none.indexOf('a')]).toEqual([0, [], -1]);
  });
});

import { describe, expect, it } from 'vitest';
import { either, list, listOf, object, optional, text, wholeNumber } from './fields.ts';
import { ignoredFields } from './ignored-fields.ts';

const units = wholeNumber({ nearMisses: ['quantity', 'qty'] });
const items = listOf(object({ units }), { max: 200, nearMisses: ['items'] });
const schema = object({
  status: optional(text({ max: 9 })),
  zone: optional(list(text({ max: 9 }), { max: 3 })),
  order_items: optional(items),
  address: optional(object({ line: text({ max: 9 }) })),
  page: optional(either(wholeNumber(), object({ number: wholeNumber() }))),
});
const find = (sent: unknown) => ignoredFields(schema, sent);

describe('ignored fields', () => {
  it('are the unknown names, as sent', () => {
    const sent = JSON.parse('{"statuss":"x","zone[]":"a","__proto__":1,"Status":1,"status":null}');
    expect(find(sent)).toEqual(['statuss', '__proto__', 'Status']);
    expect(find({ status: 'x', zone: ['a'] })).toEqual([]);
  });

  it('are listed with their path, by the sent names', () => {
    expect(
      find({ items: [{ units: 1 }, { units: 1, colour: 'red' }], address: { 'zip.': 1 }, page: { n: 1 } }),
    ).toEqual(['items[1].colour', 'address.zip.', 'page.n']);
  });

  it('are other names of a field that was given by a better name', () => {
    expect(find({ items: [{ qty: 1 }] })).toEqual([]);
    expect(find({ order_items: [{ units: 1, qty: 2, quantity: 3 }], items: [{ b: 1 }] })).toEqual([
      'items',
      'order_items[0].quantity',
      'order_items[0].qty',
    ]);
  });

  it('are found in a bare list of values', () => {
    expect(ignoredFields(items, [{ units: 1 }, { a: 1 }, 7, null])).toEqual(['[1].a']);
    expect(find([{ a: 1 }])).toEqual([]);
  });

  it.each([undefined, null, 'text', 1, [], { order_items: 'x', address: [], page: 7 }])(
    'are none in %j',
    (sent) => {
      expect(find(sent)).toEqual([]);
    },
  );

  it('are at most 50 texts that can be stored', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`x${i}`, i]));
    expect(find(many)).toHaveLength(50);
    expect(find({ order_items: Array(100).fill(many) })).toHaveLength(50);
    expect(find({ ['x'.repeat(1000)]: 1, '\ud800': 2 })).toEqual(['x'.repeat(100), '\ufffd']);
  });
});

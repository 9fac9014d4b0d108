import { describe, expect, it } from 'vitest';
import { shapeOf } from './answer-shape.ts';

describe('the shape of an answer', () => {
  it('has keys and types, and one form for the entries of a list', () => {
    const answer = {
      ok: true,
      none: null,
      parcels: [{ awb: '12', n: 1 }, { awb: null, more: [] }, { more: ['x'] }],
    };
    expect(shapeOf(answer)).toEqual({
      ok: 'boolean',
      none: 'null',
      parcels: [{ awb: 'string or null', n: 'number', more: ['string'] }],
    });
    expect([shapeOf('text'), shapeOf([]), shapeOf([[1], ['x']]), shapeOf([1, { a: 1 }])]).toEqual([
      'string',
      [],
      [['number or string']],
      [{ a: 'number' }],
    ]);
  });

  it('has no key that may be a number, a name or an address', () => {
    const keyed = {
      '1234567890': { a: 1 },
      AWB123: { b: 1 },
      'Asha Rao': { c: 1 },
      'x@y.in': 1,
      अशा: 1,
      address_1: 1,
    };
    expect(shapeOf(keyed)).toEqual({
      '(key)': { a: 'number', b: 'number', c: 'number' },
      address_1: 'number',
    });
  });

  it('ends for answers that are deep, wide or hostile', () => {
    const deep = JSON.parse(`${'['.repeat(5_000)}1${']'.repeat(5_000)}`);
    expect(JSON.stringify(shapeOf(deep)).length).toBeLessThan(100);
    const wide = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, at) => [`k${'a'.repeat(at % 30)}${at % 9}x`, at]),
    );
    expect(Object.keys(shapeOf(wide) as object).length).toBeLessThanOrEqual(200);
    expect(shapeOf(JSON.parse('{"__proto__": {"polluted": 1}}'))).toBeTruthy();
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ForeignJson, parseForeignJson, TooMuchJsonError } from './foreign-json.ts';

const list = (text: string, count: number) => `[${Array(count).fill(text).join(',')}]`;
const object = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',')}}`;
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('JSON that somebody else wrote', () => {
  it.each([
    ['levels', nested(31), nested(32), nested(33), 'is nested more than 32 levels deep'],
    [
      'levels of both kinds',
      `${'{"a":['.repeat(15)}1${']}'.repeat(15)}`,
      `${'{"a":['.repeat(16)}1${']}'.repeat(16)}`,
      `${'{"a":['.repeat(16)}[]${']}'.repeat(16)}`,
      'is nested more than 32 levels deep',
    ],
    ['keys', object(19_999), object(20_000), object(20_001), 'has more than 20000 keys'],
    [
      'keys of all objects',
      list('{"a":1}', 19_999),
      list('{"a":1}', 20_000),
      list('{"a":1}', 20_001),
      'has more than 20000 keys',
    ],
    ['entries', list('1', 99_999), list('1', 100_000), list('1', 100_001), 'has more than 100000 entries'],
    [
      'empty objects, which count twice',
      list('{}', 49_999),
      list('{}', 50_000),
      list('{}', 50_001),
      'has more than 100000 entries',
    ],
  ])('may have so many %s', (_what, below, at, above, sentence) => {
    for (const text of [below, at]) {
      for (const sent of [text, Buffer.from(text)]) {
        expect(JSON.stringify(parseForeignJson(sent)) === text).toBe(true);
      }
    }
    const refusal = expect(() => parseForeignJson(above));
    refusal.toThrow(TooMuchJsonError);
    refusal.toThrow(new RegExp(`^${sentence}$`));
  });

  it('may have any signs in its texts', () => {
    const value = { 'a:b,[{': ['[[[[', '\\"[', '"', '\\', 'चाय, {', '\u2028'], '\\': '[{'.repeat(200_000) };
    expect(parseForeignJson(JSON.stringify(value))).toEqual(value);
  });

  it.each(['', '{', '"', '"\\', '[}', '{"a":"\\', ']]]]', '\u0000', '{"a":"[,[,'])(
    'is no JSON if it is %j',
    (text) => expect(() => parseForeignJson(text)).toThrow(SyntaxError),
  );

  it('has the entries and keys that a parser finds', () => {
    const limits = { levels: 1_000, keys: 1_000_000, entries: 1_000_000 };
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 0, max: 2 }), (value, blanks) => {
        const text = JSON.stringify(value, null, blanks);
        const { levels, keys, entries } = sizeOf(value);
        const fits = (changed: Partial<typeof limits>) => {
          try {
            new ForeignJson({ ...limits, ...changed }).check(Buffer.from(text));
            return true;
          } catch {
            return false;
          }
        };
        expect([fits({ levels }), fits({ keys }), fits({ entries })]).toEqual([true, true, true]);
        expect(levels > 0 && fits({ levels: levels - 1 })).toBe(false);
        expect(keys > 0 && fits({ keys: keys - 1 })).toBe(false);
        expect(entries > 0 && fits({ entries: entries - 1 })).toBe(false);
      }),
    );
  });

  it('shares its limits among several texts', () => {
    const json = new ForeignJson({ levels: 2, keys: 3, entries: 100 });
    expect([json.parse('{"a":1}'), json.parse('{"a":1,"b":2}')]).toEqual([{ a: 1 }, { a: 1, b: 2 }]);
    expect(() => json.parse('{"a":1}')).toThrow(TooMuchJsonError);
    // Levels are those of each text, also after one that was cut.
    const lines = new ForeignJson({ levels: 2, keys: 3, entries: 100 });
    expect(() => lines.parse('[[')).toThrow(SyntaxError);
    expect(lines.parse('[[]]')).toEqual([[]]);
  });
});

function sizeOf(value: unknown): { levels: number; keys: number; entries: number } {
  if (typeof value !== 'object' || value === null) return { levels: 0, keys: 0, entries: 0 };
  const inside = Object.values(value).map(sizeOf);
  const sum = (name: 'keys' | 'entries') => inside.reduce((total, one) => total + one[name], 0);
  return {
    levels: 1 + Math.max(0, ...inside.map(({ levels }) => levels)),
    keys: sum('keys') + (Array.isArray(value) ? 0 : inside.length),
    entries: sum('entries') + Math.max(1, inside.length),
  };
}

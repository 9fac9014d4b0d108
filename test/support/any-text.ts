import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };

const character = fc.nat(0x10ffff - SURROGATES.count).map(
  (nth) => String.fromCodePoint(nth < SURROGATES.first ? nth : nth + SURROGATES.count),
  (text) => {
    const code = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (code === undefined || text !== String.fromCodePoint(code)) throw new Error('It is not one character');
    if (code < SURROGATES.first) return code;
    if (code < SURROGATES.first + SURROGATES.count) throw new Error('It is half a character');
    return code - SURROGATES.count;
  },
);

/**
 * Text of any Unicode characters, assigned or not, with occasional texts that break programs, such as
 * `__proto__`, which fast-check adds if it can map a character back to its number. `fc.string({ unit:
 * 'binary' })` draws the same, but takes 0.8 s of processor time to start in each process.
 */
export function anyText(length: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ ...length, unit: character });
}

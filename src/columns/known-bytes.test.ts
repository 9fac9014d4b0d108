import { expect, it } from 'vitest';
import { KnownBytes } from './known-bytes.ts';

it('finds the code of a value, and never that of another value with the same hash', () => {
  const known = new KnownBytes();
  // Some of so many values share a slot. Their length is no multiple of a word.
  const count = 40_000;
  const bytesOf = (n: number) => {
    const bytes = Buffer.from(`-sku-${String(n).padStart(6, '0')}`);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    return { view, from: 1, length: bytes.length - 1 };
  };
  for (let n = 0; n < count; n += 1) {
    known.add(bytesOf(n), n);
    if (known.find(bytesOf(n)) !== n) throw new Error(`The value ${n} is not found after it was added`);
  }
  const codes = Array.from({ length: count }, (_, n) => known.find(bytesOf(n)));
  expect(codes.findIndex((code, n) => code !== undefined && code !== n)).toBe(-1);
  expect(codes.filter((code) => code !== undefined).length).toBeGreaterThan(20_000);
  expect(known.find({ ...bytesOf(1), length: 4 })).toBeUndefined();
});

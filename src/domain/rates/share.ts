import { type Decimal, decimalToInteger, parseDecimal } from '../decimal.ts';

/**
 * A share of an amount in millionths: 1.8 % is 18,000, a factor of 0.9 is 900,000. Percentages therefore keep
 * four decimals, and are integers in tables and arithmetic.
 */
export type Millionths = number;

export const WHOLE: Millionths = 1_000_000;

const WHOLE_AS_BIGINT = 1_000_000n;

/** A share as `numerator / denominator` in lowest terms, for exact arithmetic with small numbers. */
export interface Ratio {
  readonly numerator: number;
  readonly denominator: number;
}

/** Converts a share, or a share of a share, to a ratio. */
export function ratioOf(share: Millionths, of: Millionths = WHOLE): Ratio {
  const numerator = BigInt(share) * BigInt(of);
  const denominator = WHOLE_AS_BIGINT * WHOLE_AS_BIGINT;
  const divisor = greatestCommonDivisor(numerator, denominator);
  return { numerator: Number(numerator / divisor), denominator: Number(denominator / divisor) };
}

/**
 * `amount x ratio`, rounded half up once. `amount` is an integer, 0 or more.
 *
 * The quotient of two integers below 2^53 never rounds up to the next integer, so its floor is exact in
 * floats; a larger product, which needs a price and a markup at their limits, is divided as a big integer.
 */
export function shareOf(amount: number, { numerator, denominator }: Ratio): number {
  const dividend = 2 * amount * numerator + denominator;
  if (dividend <= Number.MAX_SAFE_INTEGER) return Math.floor(dividend / (2 * denominator));
  const exact = 2n * BigInt(amount) * BigInt(numerator) + BigInt(denominator);
  return Number(exact / (2n * BigInt(denominator)));
}

/** Like `shareOf`, for an exact decimal of rupees; returns paise. */
export function shareOfRupees(rupees: Decimal, { numerator, denominator }: Ratio): number {
  const product = rupees.units * BigInt(numerator) * 100n;
  const divisor = 10n ** BigInt(rupees.scale) * BigInt(denominator);
  return Number((2n * product + divisor) / (2n * divisor));
}

/** Reads `1.8` as 18,000 millionths; null if it is not a number or has more than four decimals. */
export function percentToMillionths(text: string): Millionths | null {
  return scaledInteger(text, 4);
}

/** Formats 18,000 millionths as `1.8`. */
export function millionthsToPercent(share: Millionths): string {
  return String(share / 10_000);
}

/** Reads a factor, `0.9`, as 900,000 millionths; null if it is not a number or has more than six decimals. */
export function factorToMillionths(text: string): Millionths | null {
  return scaledInteger(text, 6);
}

/** Formats 900,000 millionths as `0.9`. */
export function millionthsToFactor(share: Millionths): string {
  return String(share / WHOLE);
}

function scaledInteger(text: string, scale: number): number | null {
  const value = parseDecimal(text);
  return value === null ? null : decimalToInteger(value, scale);
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}

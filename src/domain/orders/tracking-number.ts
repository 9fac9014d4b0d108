import type { SerialPermutation } from './serial-permutation.ts';

const DIGITS = 10;

export interface TrackingNumberParts {
  /** Letters. */
  readonly prefix: string;
  /** A positive integer, unique in the whole service. */
  readonly serial: number;
  /** Tells whether the digits are the permuted serial; in older numbers they are the serial itself. */
  readonly isPermuted: boolean;
}

/**
 * Makes a tracking number in the style of couriers: a prefix of letters, ten digits, and a check digit
 * against typing errors. Nobody can guess the next number, because anybody with a number can open its
 * tracking page.
 */
export function makeTrackingNumber(
  { prefix, serial, isPermuted }: TrackingNumberParts,
  permutation: SerialPermutation,
): string {
  const digits = String(isPermuted ? permutation.digitsOf(serial) : serial).padStart(DIGITS, '0');
  return `${prefix}${digits}${checkDigit(digits)}`;
}

/** Returns a tracking number as it is stored and compared: in upper case. */
export function readTrackingNumber(text: string): string {
  return text.trim().toUpperCase();
}

/** Luhn's check digit: it detects every single wrong digit and nearly every swap of two neighbours. */
function checkDigit(digits: string): number {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48;
    const weighted = at % 2 === 0 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return (10 - (sum % 10)) % 10;
}

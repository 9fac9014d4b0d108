const DIGITS = 10;

/**
 * A tracking number in the style of couriers: a prefix of letters, the serial in ten digits or more, and a
 * check digit by which a mistyped one is seen.
 *
 * @param serial a positive integer
 */
export function makeTrackingNumber(prefix: string, serial: number): string {
  const digits = String(serial).padStart(DIGITS, '0');
  return `${prefix}${digits}${checkDigit(digits)}`;
}

/** A tracking number as it is kept and compared: people and couriers write it in either case. */
export function readTrackingNumber(text: string): string {
  return text.trim().toUpperCase();
}

/** By Luhn: it sees every single wrong digit and nearly every two neighbours that changed places. */
function checkDigit(digits: string): number {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48;
    const weighted = at % 2 === 0 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return (10 - (sum % 10)) % 10;
}

import { parsePhoneNumberFromString as parseAny } from 'libphonenumber-js/max';
import { parsePhoneNumberFromString as parseMobile } from 'libphonenumber-js/mobile';

/** The ten digits of an Indian mobile number, with or without `+91`, `91` or `0` in front; null for anything else. */
export function readMobile(digits: string): string | null {
  const phone = parseMobile(digits, 'IN');
  return phone?.isValid() && phone.country === 'IN' ? phone.nationalNumber : null;
}

/** Like `readMobile`, for mobile and landline numbers; a landline number keeps its area code, without `0`. */
export function readPhone(digits: string): string | null {
  const mobile = readMobile(digits);
  if (mobile !== null) return mobile;
  const phone = parseAny(digits, 'IN');
  const isLandline = phone?.getType() === 'FIXED_LINE' || phone?.getType() === 'FIXED_LINE_OR_MOBILE';
  return phone?.isValid() && phone.country === 'IN' && isLandline ? phone.nationalNumber : null;
}

/**
 * Reads a customer's number in stored form: the ten digits of a mobile number, or a landline number with its
 * area code and a `0` in front, which marks it as a landline. A landline number must be written with `0` or
 * `+91` in front; ten bare digits are a mobile number. Null for anything else.
 */
export function readCustomerPhone(digits: string): string | null {
  const mobile = readMobile(digits);
  if (mobile !== null || !/^(?:0|\+91)/.test(digits)) return mobile;
  const landline = readPhone(digits);
  return landline === null ? null : `${LANDLINE}${landline}`;
}

/** The digits with which a customer may shorten a phone number. */
export const ENDING_DIGITS = 4;

/** Reads a typed phone number: its last four digits, or all digits without `0` or `+91`; else null. */
export function phoneEnding(typed: string): string | null {
  const digits = typed.replace(/\D/g, '');
  return digits.length === ENDING_DIGITS ? digits : readPhone(digits);
}

/** The first digit of stored landline numbers; no mobile number has it. See `insertMessages`. */
const LANDLINE = '0';

import { parsePhoneNumberFromString as parseAny } from 'libphonenumber-js/max';
import { parsePhoneNumberFromString as parseMobile } from 'libphonenumber-js/mobile';

/** The ten digits of an Indian mobile number, with or without `+91`, `91` or `0` in front; null for anything else. */
export function readMobile(digits: string): string | null {
  const phone = parseMobile(digits, 'IN');
  return phone?.isValid() && phone.country === 'IN' ? phone.nationalNumber : null;
}

/** As `readMobile`, for mobile and landline numbers; a landline number keeps its area code, without `0`. */
export function readPhone(digits: string): string | null {
  const mobile = readMobile(digits);
  if (mobile !== null) return mobile;
  const phone = parseAny(digits, 'IN');
  const isLandline = phone?.getType() === 'FIXED_LINE' || phone?.getType() === 'FIXED_LINE_OR_MOBILE';
  return phone?.isValid() && phone.country === 'IN' && isLandline ? phone.nationalNumber : null;
}

/**
 * A customer's number in stored form: the ten digits of a mobile number, or a landline number with its area
 * code and a `0` in front, which marks it as a landline. A landline number must come with its `0` or `+91`;
 * ten bare digits are a mobile number. Null for anything else.
 */
export function readCustomerPhone(digits: string): string | null {
  const mobile = readMobile(digits);
  if (mobile !== null || !/^(?:0|\+91)/.test(digits)) return mobile;
  const landline = readPhone(digits);
  return landline === null ? null : `${LANDLINE}${landline}`;
}

/**
 * Reads a typed phone number: its last four digits, or the whole number, which is returned without `0` or
 * `+91`. Null for anything else.
 */
export function phoneEnding(typed: string): string | null {
  const digits = typed.replace(/\D/g, '');
  return digits.length === 4 ? digits : readPhone(digits);
}

/** The first digit of stored landline numbers; no mobile number has it. See `insertMessages`. */
const LANDLINE = '0';

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

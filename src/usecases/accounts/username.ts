import parsePhoneNumber from 'libphonenumber-js/mobile';
import type { Username } from '../../storage/accounts/users.ts';

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}$/;

/**
 * Reads a username: an email address, or an Indian mobile number (`+91...` or the ten digits).
 * Null for anything else.
 */
export function readUsername(text: string): Username | null {
  const trimmed = text.trim();
  if (EMAIL.test(trimmed)) return { email: trimmed.toLowerCase() };
  const phone = trimmed.length <= 30 ? parsePhoneNumber(trimmed, 'IN') : undefined;
  if (!phone?.isValid() || phone.country !== 'IN') return null;
  return { phone: phone.nationalNumber };
}

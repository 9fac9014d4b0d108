import { misleadingText, withoutUnseen } from './visible-text.ts';

/**
 * Without angle brackets, which stand around an address: `a@x.in<b@y.in>` would be two. Matching takes linear
 * time, because the parts of the pattern do not overlap.
 */
export const EMAIL_ADDRESS = /^[^\s@<>]+@[^\s@.<>]+(?:\.[^\s@.<>]+)+$/;
/** RFC 5321, without the angle brackets. */
export const LONGEST_EMAIL_ADDRESS = 254;

/** Tells whether a text has the shape of an email address. It does not prove that the address exists. */
export function isEmailAddress(text: string): boolean {
  return text.length <= LONGEST_EMAIL_ADDRESS && EMAIL_ADDRESS.test(text) && misleadingText(text) === null;
}

/** Returns the email address if it is valid; otherwise null. */
export function usableEmail(sent: string | null | undefined): string | null {
  const address = typeof sent === 'string' ? withoutUnseen(sent).trim() : '';
  return isEmailAddress(address) ? address : null;
}

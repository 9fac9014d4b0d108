import { randomBytes } from 'node:crypto';

/** Without letters that are read as others: people type what a message shows. */
const LETTERS = '23456789abcdefghjkmnpqrstvwxyz';
/** 54 bits: of a billion shipments, one guess in 18 million finds any. */
const LENGTH = 11;

/** Matches the code of a tracking link. */
export const LINK_CODE = new RegExp(`^[${LETTERS}]{${LENGTH}}$`);

/** A new code of a tracking link, `k7m2qx9d4ht`. */
export function newLinkCode(): string {
  // Bytes past the last whole round of the letters would make the first ones likelier.
  const most = 256 - (256 % LETTERS.length);
  let code = '';
  while (code.length < LENGTH) {
    for (const byte of randomBytes(2 * LENGTH)) {
      if (byte < most && code.length < LENGTH) code += LETTERS[byte % LETTERS.length];
    }
  }
  return code;
}

/** An email address without who it is: `a***@shop.example`. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address;
  return `${first}***${at < 0 ? '' : address.slice(at)}`;
}

/** A phone number less all but its last four digits: `******3210`. */
export function maskPhone(digits: string): string {
  return `******${digits.slice(-4)}`;
}

const EMAIL = /[^\s<>"'(),:;@]{1,64}@[^\s<>"'(),:;@]{1,255}/g;
const NUMBER = /\d[\d -]{6,20}\d/g;

/** A provider's words less the addresses and numbers in them: they are kept, listed and logged. */
export function maskContacts(words: string): string {
  return words.replace(EMAIL, maskEmail).replace(NUMBER, (number) => maskPhone(number.replace(/\D/g, '')));
}

/** The message and stack of an error, with addresses and numbers masked, and nothing else that it carries. */
export function maskedError(error: unknown): string {
  return maskContacts(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

/** An email address with most of its name hidden: `a***@shop.example`. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address;
  return `${first}***${at < 0 ? '' : address.slice(at)}`;
}

/** A phone number with only its last four digits: `******3210`. */
export function maskPhone(digits: string): string {
  return `******${digits.slice(-4)}`;
}

const EMAIL = /[^\s<>"'(),:;@]{1,64}@[^\s<>"'(),:;@]{1,255}/g;
const NUMBER = /\d[\d -]{6,20}\d/g;

/** Masks addresses and numbers in a provider's text, because it is stored, listed and logged. */
export function maskContacts(words: string): string {
  return words.replace(EMAIL, maskEmail).replace(NUMBER, (number) => maskPhone(number.replace(/\D/g, '')));
}

/** The message and stack of an error, with addresses and numbers masked, and without its other properties. */
export function maskedError(error: unknown): string {
  return maskContacts(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

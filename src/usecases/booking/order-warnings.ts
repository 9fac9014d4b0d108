import { isEmailAddress } from '../../domain/email-address.ts';
import { type DoubtfulOrder, type OrderDoubt, orderDoubts } from '../../domain/orders/order-doubts.ts';
import type { PincodeDirectory } from '../../domain/pincodes/pincode-directory.ts';
import { placeNamesOf } from '../../domain/pincodes/place-names.ts';

/** Returns the odd values of an accepted order. @param emails the sent emails, by field */
export function doubtsOf(
  draft: DoubtfulOrder,
  emails: Readonly<Record<string, string | undefined>>,
  directory: PincodeDirectory,
): OrderDoubt[] {
  return [
    ...Object.entries(emails).flatMap(([field, sent]) => unusableEmail(field, sent)),
    ...orderDoubts(draft, placeNamesOf(directory)),
  ];
}

/** Returns the sentences of `doubtsOf`. */
export function orderWarnings(...order: Parameters<typeof doubtsOf>): string[] {
  return doubtsOf(...order).map(({ message }) => message);
}

/** Returns the email address if it is valid; otherwise null. */
export function usableEmail(sent: string | undefined): string | null {
  return sent !== undefined && isEmailAddress(sent) ? sent : null;
}

const LONGEST_ECHO = 100;

function unusableEmail(field: string, sent: string | undefined): OrderDoubt[] {
  if (sent === undefined || usableEmail(sent) !== null) return [];
  const message = `${field} ${sent.slice(0, LONGEST_ECHO)} is not an email address and was left out`;
  return [{ field, code: 'email_left_out', message }];
}

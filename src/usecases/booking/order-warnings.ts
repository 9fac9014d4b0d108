import { isEmailAddress } from '../../domain/email-address.ts';
import { orderDoubts } from '../../domain/orders/order-doubts.ts';
import type { PincodeDirectory } from '../../domain/pincodes/pincode-directory.ts';
import { placeNamesOf } from '../../domain/pincodes/place-names.ts';
import type { OrderDraft, OrderFields } from './order-draft.ts';

/** What is odd in an order that is carried out all the same, in sentences (contract: amendments). */
export function orderWarnings(
  { billing, shipping }: OrderFields,
  draft: OrderDraft,
  directory: PincodeDirectory,
): string[] {
  return [
    ...unusableEmail('billing_email', billing.email),
    ...unusableEmail('shipping_email', shipping?.email),
    ...orderDoubts(draft, placeNamesOf(directory)),
  ];
}

const LONGEST_ECHO = 100;

function unusableEmail(field: string, email: string | undefined): string[] {
  if (email === undefined || isEmailAddress(email)) return [];
  return [`${field} ${email.slice(0, LONGEST_ECHO)} is not an email address and was left out`];
}

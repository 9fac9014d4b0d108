import type { Contact } from '../../domain/orders/order.ts';
import { column, columns } from '../../resources/columns.ts';

export const CONTACT_ROLES = ['billing', 'shipping', 'reattempt'] as const;
export type ContactRole = (typeof CONTACT_ROLES)[number];

const CONTACT = columns({
  firstName: column<string>(),
  lastName: column<string | null>(),
  phone: column<string>(),
  email: column<string | null>(),
  address: column<string>(),
  address2: column<string | null>('address_2'),
  city: column<string>(),
  pincode: column<string>(),
  state: column<string>(),
  country: column<string>(),
  gstin: column<string | null>(),
  note: column<string | null>(),
});

/** Reads a contact from a row of its columns. */
export const contactOfRow = CONTACT.ofRow;

export function rowOfContact(contact: Contact): Record<string, unknown> {
  return CONTACT.rowOf({ gstin: null, note: null, ...contact });
}

import type { Contact } from '../../domain/orders/order.ts';

export const CONTACT_ROLES = ['billing', 'shipping', 'reattempt'] as const;
export type ContactRole = (typeof CONTACT_ROLES)[number];

/** A contact in its row's format. */
export interface ContactRow {
  first_name: string;
  last_name: string | null;
  phone: string;
  email: string | null;
  address: string;
  address_2: string | null;
  city: string;
  pincode: string;
  state: string;
  country: string;
  gstin?: string | null;
}

export function contactOfRow(row: ContactRow): Contact {
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    email: row.email,
    address: row.address,
    address2: row.address_2,
    city: row.city,
    pincode: row.pincode,
    state: row.state,
    country: row.country,
    gstin: row.gstin ?? null,
  };
}

export function rowOfContact(contact: Contact): ContactRow {
  return {
    first_name: contact.firstName,
    last_name: contact.lastName,
    phone: contact.phone,
    email: contact.email,
    address: contact.address,
    address_2: contact.address2,
    city: contact.city,
    pincode: contact.pincode,
    state: contact.state,
    country: contact.country,
    gstin: contact.gstin ?? null,
  };
}

/*
 * What statements about shipments join, each rule once. `s` has the account, the shipment, its order and its store.
 */

/** The booking that is in force, once its carrier has it: `b`, null before. */
export const BOOKED = `left join bookings b on b.account_id = s.account_id and b.shipment_id = s.shipment_id
    and b.booking_id = s.booking_id and b.state = 'booked'`;

/** Whom the parcel goes to: `c`, the shipping contact, else the billing one; null where they were erased. */
export const CONSIGNEE = consignee('');

/** Whom a message on this channel is for: as `CONSIGNEE`, but by email the one that has an address. */
export function recipient(channel: string): string {
  return consignee(`${channel} = 'email' and c.email is null, `);
}

/** Looked up one by one, which `limit` holds PostgreSQL to. */
function consignee(order: string): string {
  return `left join lateral (
      select c.* from order_contacts c
       where c.account_id = s.account_id and c.order_id = s.order_id and c.role in ('billing', 'shipping')
       order by ${order}c.role desc limit 1) c on true`;
}

/** The linked store, and the account. */
export const STORE_AND_ACCOUNT = `join accounts a on a.account_id = s.account_id
    left join stores st on st.account_id = s.account_id and st.store_id = s.store_id`;

/** In whose name a customer is addressed, with `STORE_AND_ACCOUNT`: the store's brand, else its name, else the account's. */
export const BRAND_NAME = 'coalesce(st.brand_name, st.store_name, a.name)';

import { USUAL_STATES } from '../domain/pincodes/states.ts';

/*
 * The joins of statements about shipments, each rule once. `s` has the account, the shipment, its order and
 * its store; `$1` is the account too, unless stated otherwise.
 */

/**
 * The booking in force, once its carrier has it: `b`, null before. With `(select $1)`, like `joinOne`, but
 * for many shipments joined at once.
 */
export const BOOKED = `left join bookings b on b.account_id = (select $1::uuid) and b.shipment_id = s.shipment_id
    and b.booking_id = s.booking_id and b.state = 'booked'`;

/**
 * Looks up the row that belongs to each earlier row, under another name. `offset 0` makes PostgreSQL do it
 * one by one, and `(select $1)` makes it use the index with the whole key: if its statistics do not know an
 * account yet, it expects one row, and would start with all of the account's orders, or use any index that
 * begins with the account. For an account that it learns only at execution, it expects an average number of
 * rows. A cluster gets the constant, which it must see.
 *
 * @param key the condition that selects the table's row
 */
export function joinOne(table: string, name: string, key: string): string {
  return `cross join lateral (select * from ${table} where account_id = (select $1::uuid) and ${key} offset 0) ${name}`;
}

/** Like `joinOne`, for a row that may be missing. */
export function leftJoinOne(table: string, name: string, key: string): string {
  return `left join lateral (select * from ${table} where account_id = (select $1::uuid) and ${key} offset 0) ${name} on true`;
}

/** Like `BOOKED`, for a few shipments. */
export const BOOKED_ONE_BY_ONE = leftJoinOne(
  'bookings',
  'b',
  "shipment_id = s.shipment_id and booking_id = s.booking_id and state = 'booked'",
);

/** The recipient of the parcel: `c`, the shipping contact, else the billing one; null if they were erased. */
export const CONSIGNEE = consignee('$1', '');

/** The recipient of a message: like `CONSIGNEE`, but for email the contact with an address. */
export function recipient(channel: string, account = '$1'): string {
  return consignee(account, `${channel} = 'email' and c.email is null, `);
}

/** Looked up one by one, enforced by `limit`; a cluster must see the constant account inside. */
function consignee(account: string, order: string): string {
  return `left join lateral (
      select c.* from order_contacts c
       where c.account_id = ${account} and c.order_id = s.order_id and c.role in ('billing', 'shipping')
       order by ${order}c.role desc limit 1) c on true`;
}

/**
 * `usualState` of a column, by which states are compared and counted. With the C collation, so that no other
 * letters become Latin ones.
 */
export function usualStateOf(column: string): string {
  const letters = `lower(regexp_replace(replace(${column}, '&', 'and') collate "C", '[^A-Za-z]', '', 'g'))`;
  return `coalesce('${JSON.stringify(Object.fromEntries(USUAL_STATES))}'::jsonb ->> ${letters}, initcap(${column} collate "C"))`;
}

/** The linked store and the account: a constant, by which a cluster finds the store in a subquery. */
export function storeAndAccount(account = '$1'): string {
  return `join accounts a on a.account_id = ${account}
    left join stores st on st.account_id = ${account} and st.store_id = s.store_id`;
}

/**
 * The brand name for customers, with `storeAndAccount`: the store's brand, else the words of its name, else
 * the account's name. `my-first-store` becomes `My First Store`; a name with capitals stays as it is.
 */
export const BRAND_NAME = `coalesce(st.brand_name,
    case when st.store_name = lower(st.store_name) then initcap(translate(st.store_name, '-', ' '))
      else translate(st.store_name, '-', ' ') end,
    a.name)`;

import { USUAL_STATES } from '../domain/pincodes/states.ts';

/*
 * The joins in statements about shipments, with one definition for each rule. `s` has the account, the
 * shipment, its order and its store; `$1` is also the account, unless stated otherwise.
 */

/**
 * Joins the current booking as `b`; its columns are null until the carrier has the booking. It uses `(select
 * $1)`, like `joinOne`, but is for many shipments at once.
 */
export const BOOKED = `left join bookings b on b.account_id = (select $1::uuid) and b.shipment_id = s.shipment_id
    and b.booking_id = s.booking_id and b.state = 'booked'`;

/**
 * Looks up one row of a table for each earlier row, with a new name. `offset 0` makes PostgreSQL look up rows
 * one by one, and `(select $1)` makes it use the index with the whole key. If its statistics do not know an
 * account yet, it would expect one row, and start with all of the account's orders, or use any index that
 * begins with the account. If it learns the account only at execution, it expects an average number of rows.
 * A cluster gets a constant instead, because it must see the account.
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

/** Joins the parcel's recipient as `c`: the shipping contact, else billing; null if both were erased. */
export const CONSIGNEE = consignee('$1', '');

/** Joins the recipient of a message: like `CONSIGNEE`, but for email it prefers a contact with an address. */
export function recipient(channel: string, account = '$1'): string {
  return consignee(account, `${channel} = 'email' and c.email is null, `);
}

/** `limit` makes PostgreSQL look up rows one by one. A cluster must see the constant account inside. */
function consignee(account: string, order: string): string {
  return `left join lateral (
      select c.* from order_contacts c
       where c.account_id = ${account} and c.order_id = s.order_id and c.role in ('billing', 'shipping')
       order by ${order}c.role desc limit 1) c on true`;
}

/**
 * SQL for `usualState` of a column, which is used to compare and count states. The C collation keeps other
 * letters from becoming Latin letters.
 */
export function usualStateOf(column: string): string {
  const letters = `lower(regexp_replace(replace(${column}, '&', 'and') collate "C", '[^A-Za-z]', '', 'g'))`;
  return `coalesce('${JSON.stringify(Object.fromEntries(USUAL_STATES))}'::jsonb ->> ${letters}, initcap(${column} collate "C"))`;
}

/** Joins the store and the account; a cluster finds the store because the account is a constant. */
export function storeAndAccount(account = '$1'): string {
  return `join accounts a on a.account_id = ${account}
    left join stores st on st.account_id = ${account} and st.store_id = s.store_id`;
}

/**
 * SQL for the brand name that customers see; it needs `storeAndAccount`. It is the store's brand, else the
 * words of the store's name, else the account's name. `my-first-store` becomes `My First Store`; a name with
 * capitals stays as it is.
 */
export const BRAND_NAME = `coalesce(st.brand_name,
    case when st.store_name = lower(st.store_name) then initcap(translate(st.store_name, '-', ' '))
      else translate(st.store_name, '-', ' ') end,
    a.name)`;

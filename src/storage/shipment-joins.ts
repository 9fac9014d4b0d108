import { USUAL_STATES } from '../domain/pincodes/states.ts';

/*
 * What statements about shipments join, each rule once. `s` has the account, the shipment, its order and its store; `$1` is
 * the account too, where nothing else is said.
 */

/** The booking that is in force, once its carrier has it: `b`, null before. By `(select $1)`, as `lookUp`, but of many shipments joined at once. */
export const BOOKED = `left join bookings b on b.account_id = (select $1::uuid) and b.shipment_id = s.shipment_id
    and b.booking_id = s.booking_id and b.state = 'booked'`;

/**
 * Looks the row up that belongs to each row before it, under another name. `offset 0` holds PostgreSQL to one by one, and `(select
 * $1)` to the index that has the whole key: where its statistics do not know an account yet, it takes the account to have one
 * row, and would begin with all of its orders, or look each up by any index that begins with the account. Of an account that it learns of when it
 * carries the statement out it expects as many rows as of any. A cluster is sent the constant, which it must see.
 *
 * @param key which row of the table it is
 */
export function joinOne(table: string, name: string, key: string): string {
  return `cross join lateral (select * from ${table} where account_id = (select $1::uuid) and ${key} offset 0) ${name}`;
}

/** As `lookUp`, where there may be none. */
export function leftJoinOne(table: string, name: string, key: string): string {
  return `left join lateral (select * from ${table} where account_id = (select $1::uuid) and ${key} offset 0) ${name} on true`;
}

/** As `BOOKED`, for a few shipments. */
export const BOOKED_ONE_BY_ONE = leftJoinOne(
  'bookings',
  'b',
  "shipment_id = s.shipment_id and booking_id = s.booking_id and state = 'booked'",
);

/** Whom the parcel goes to: `c`, the shipping contact, else the billing one; null where they were erased. */
export const CONSIGNEE = consignee('$1', '');

/** Whom a message on this channel is for: as `CONSIGNEE`, but by email the one that has an address. */
export function recipient(channel: string, account = '$1'): string {
  return consignee(account, `${channel} = 'email' and c.email is null, `);
}

/** Looked up one by one, which `limit` holds PostgreSQL to; by a constant account, which a cluster must see inside of it. */
function consignee(account: string, order: string): string {
  return `left join lateral (
      select c.* from order_contacts c
       where c.account_id = ${account} and c.order_id = s.order_id and c.role in ('billing', 'shipping')
       order by ${order}c.role desc limit 1) c on true`;
}

/**
 * `usualState` of a column, by which states are compared and counted. As C compares, so that no other letters become
 * Latin ones on the way.
 */
export function usualStateOf(column: string): string {
  const letters = `lower(regexp_replace(replace(${column}, '&', 'and') collate "C", '[^A-Za-z]', '', 'g'))`;
  return `coalesce('${JSON.stringify(Object.fromEntries(USUAL_STATES))}'::jsonb ->> ${letters}, initcap(${column} collate "C"))`;
}

/** The linked store, and the account: a constant, by which a cluster finds the store where `s` is fenced in. */
export function storeAndAccount(account = '$1'): string {
  return `join accounts a on a.account_id = ${account}
    left join stores st on st.account_id = ${account} and st.store_id = s.store_id`;
}

/**
 * In whose name a customer is addressed, with `storeAndAccount`: the store's brand, else the words of its name, else
 * the account's name. `my-first-store` is `My First Store`; a name that has capitals keeps its own.
 */
export const BRAND_NAME = `coalesce(st.brand_name,
    case when st.store_name = lower(st.store_name) then initcap(translate(st.store_name, '-', ' '))
      else translate(st.store_name, '-', ' ') end,
    a.name)`;

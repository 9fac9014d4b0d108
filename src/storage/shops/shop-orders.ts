import type { ShopOrder, ShopOrderState } from '../../domain/shops/shop-order.ts';
import type { Sentence } from '../../problems/sentence.ts';
import { column } from '../../resources/columns.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { errandTable } from '../couriers/errands.ts';
import type { Database } from '../database.ts';
import { readOrNull, sentenceColumn, storedOrNull } from '../stored-sentence.ts';
import type { StoredShop } from './shops.ts';

/** Orders of shops to read or settle. */
export const SHOP_ORDERS = errandTable({
  name: 'shop_orders',
  isFreedOfTheDead: true,
  key: { shopId: column<string>(), orderKey: column<string>() },
  lane: () => 'w.shop_id',
  known: { rungAt: column<Date | null>(), readAt: column<Date | null>(), seen: column<ShopOrder | null>() },
  outcome: { failure: sentenceColumn(), updatedAt: column<Date>(), rungAt: column<Date | null>() },
});

/** SQL: whether an order, as it was read, has something to ship. */
function isToShip(row: string): string {
  return `(${row}.seen ->> 'state' = 'open' and ${row}.seen -> 'parcels' <> '[]')`;
}

/**
 * SQL: the part of a shop's order that ours follow. The state stands apart: the shop may have deleted the order since it was read.
 * Services count only when an order is booked; older releases did not keep them.
 */
function contentOf(row: string): string {
  return `(${row}.seen - '{changedAt,chosenServices}'::text[], ${row}.state)`;
}

/** SQL: sets `rung_at` so that only a bell since a time stays. */
function rungSince(row: string, time: string): string {
  return `rung_at = case when ${row}.rung_at > ${time} then ${row}.rung_at end`;
}

/**
 * Keeps the bells of a shop: each named order is read soon.
 *
 * @param failure why they could not be read or kept, as what follows the shop's name; those that wait already then wait on
 */
export async function ringShopOrders(
  writer: AccountWriter,
  shopId: string,
  orderKeys: readonly string[],
  failure: Sentence | null = null,
): Promise<void> {
  await writer.change(
    `insert into shop_orders as o (account_id, shop_id, order_key, created_at, updated_at, next_try_at, rung_at, failure)
      select $1, $2, order_key, $4, $4, $4, $4, $5 from unnest($3::text[]) as r (order_key)
      on conflict (account_id, shop_id, order_key) do update
        set rung_at = excluded.rung_at, failure = coalesce(excluded.failure, o.failure),
          next_try_at = case when excluded.failure is null then excluded.next_try_at else coalesce(o.next_try_at, excluded.next_try_at) end,
          tries = case when excluded.failure is null then 0 else o.tries end`,
    [shopId, [...new Set(orderKeys)], writer.now, storedOrNull(failure)],
  );
}

/**
 * Keeps orders as they were read, if they are newer than what is known: of the same time of change, those asked for later. Orders from before the connection, and those that were over
 * when they were first seen, are left out.
 *
 * @param orders without repeats
 * @param askedAt when the shop was asked for them: a bell that rang later stays, because they may be older than it
 * @param nextTryAt when those that are new or have changed are settled
 * @returns the keys of those that are new or have changed
 */
export async function keepShopOrders(
  writer: AccountWriter,
  { shopId, ordersFrom }: Pick<StoredShop, 'shopId' | 'ordersFrom'>,
  orders: readonly ShopOrder[],
  { askedAt, nextTryAt }: { readonly askedAt: Date; readonly nextTryAt: Date },
): Promise<string[]> {
  const rows = await writer.change<{ readonly orderKey: string }>(
    // On a cluster, the part after a conflict takes no parameters, so `askedAt` comes as the time of creation.
    `insert into shop_orders as o (account_id, shop_id, order_key, created_at, updated_at, next_try_at, read_at, ordered_at, changed_at,
        state, number, seen)
      select $1, $2, order_key, $12, $9, $10, $12, ordered_at, changed_at, state::shop_order_state, number, seen::jsonb
        from unnest($3::text[], $4::timestamptz[], $5::timestamptz[], $6::text[], $7::text[], $8::text[])
          as r (order_key, ordered_at, changed_at, state, number, seen)
       where (ordered_at >= $11 and state in ('open', 'waiting'))
          or exists (select from shop_orders k
               where k.account_id = $1 and k.shop_id = $2 and k.order_key = r.order_key and k.changed_at is not null)
      on conflict (account_id, shop_id, order_key) do update
        set updated_at = excluded.updated_at, read_at = excluded.read_at, tries = 0,
          next_try_at = case when o.rung_at > excluded.created_at then o.next_try_at else excluded.next_try_at end, ${rungSince('o', 'excluded.created_at')},
          ordered_at = excluded.ordered_at, changed_at = excluded.changed_at, state = excluded.state, number = excluded.number,
          seen = excluded.seen, failure = null,
          version = o.version + (${contentOf('o')} is distinct from ${contentOf('excluded')})::integer,
          last_open = case when ${isToShip('excluded')} then null when ${isToShip('o')} then o.seen else o.last_open end
        where o.seen is null or o.changed_at < excluded.changed_at
          or (o.changed_at = excluded.changed_at and o.updated_at <= excluded.created_at
            and ${contentOf('o')} is distinct from ${contentOf('excluded')})
      returning order_key as "orderKey"`,
    [
      shopId,
      orders.map(({ orderKey }) => orderKey),
      orders.map(({ createdAt }) => createdAt),
      orders.map(({ changedAt }) => changedAt),
      orders.map(({ state }) => state),
      orders.map(({ number }) => number),
      orders.map((order) => JSON.stringify(order)),
      writer.now,
      nextTryAt,
      ordersFrom,
      askedAt,
    ],
  );
  return rows.map(({ orderKey }) => orderKey);
}

/** Those of some orders of which the shop has told, and that were not read since. */
export async function listRungOrders(
  scope: AccountScope,
  shopId: string,
  orderKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await scope.read<{ readonly orderKey: string }>(
    `select order_key as "orderKey" from shop_orders
      where account_id = $1 and shop_id = $2 and order_key = any($3) and rung_at is not null`,
    [shopId, orderKeys],
  );
  return new Set(rows.map(({ orderKey }) => orderKey));
}

/**
 * Marks an order that the shop no longer has.
 *
 * @param askedAt when the shop was asked for it
 */
export async function keepGoneOrder(
  writer: AccountWriter,
  shopId: string,
  orderKey: string,
  askedAt: Date,
): Promise<void> {
  await writer.change(
    `update shop_orders o set state = 'cancelled', version = version + (state is distinct from 'cancelled')::integer, ${rungSince('o', '$5')}, updated_at = $4
      where account_id = $1 and shop_id = $2 and order_key = $3`,
    [shopId, orderKey, writer.now, askedAt],
  );
}

/** Keeps when the shop was asked for an order, also if it has not changed. */
export async function noteOrderRead(
  writer: AccountWriter,
  shopId: string,
  orderKey: string,
  askedAt: Date,
): Promise<void> {
  await writer.change(
    'update shop_orders set read_at = greatest(read_at, $4) where account_id = $1 and shop_id = $2 and order_key = $3',
    [shopId, orderKey, askedAt],
  );
}

interface KnownShopOrder {
  /** Null if it was never read. */
  readonly state: ShopOrderState | null;
  /** Null also once it was forgotten. */
  readonly seen: ShopOrder | null;
  /** Counts its different contents; what changed only its time has the same. */
  readonly version: number;
}

/** Locks an order, so that only one process settles its parcels. */
export async function lockShopOrder(
  writer: AccountWriter,
  shopId: string,
  orderKey: string,
): Promise<KnownShopOrder | null> {
  const [found] = await writer.read<KnownShopOrder>(
    `select state, seen, version from shop_orders
      where account_id = $1 and shop_id = $2 and order_key = $3 for no key update`,
    [shopId, orderKey],
  );
  return found ?? null;
}

/** An order of a shop as it was when there last was something to ship; its dates are texts. Null if there never was. */
export interface ReadShopOrder {
  readonly orderKey: string;
  readonly number: string;
  readonly toShip: ShopOrder | null;
}

/** Lists the orders of a shop that were read last, the newest first. */
export function listReadOrders(scope: AccountScope, shopId: string, most: number): Promise<ReadShopOrder[]> {
  return scope.read<ReadShopOrder>(
    `select order_key as "orderKey", number, coalesce(last_open, case when ${isToShip('o')} then seen end) as "toShip"
       from shop_orders o
      where account_id = $1 and shop_id = $2 and seen is not null order by updated_at desc limit $3`,
    [shopId, most],
  );
}

/** The orders of a shop that are to be read or settled. */
export interface WaitingOrders {
  readonly orders: number;
  /** Since when the oldest of them waits; null if there is none. */
  readonly since: Date | null;
  /** Those among them that could not be read. */
  readonly unread: number;
  /** Why the oldest of those could not be read, as what follows the shop's name. */
  readonly failure: Sentence | null;
  /** Parcels of which the shop could not be told several times. */
  readonly untold: number;
  /** Why it could not be told of the oldest of those, as what follows its name. */
  readonly untoldFailure: Sentence | null;
}

/** Tries after which a shop that is not told counts as failing: one answer may be lost. */
const UNTOLD_TRIES = 3;

/** The waiting orders of each shop of an account that has some. */
export async function readWaitingOrders(scope: AccountScope): Promise<ReadonlyMap<string, WaitingOrders>> {
  const [rows, untold] = [
    await scope.read<WaitingRow>(
      `select shop_id as "shopId", count(*) as orders, min(coalesce(rung_at, updated_at)) as since,
          count(failure) as unread,
          (array_agg(failure order by updated_at) filter (where failure is not null))[1] as failure
         from shop_orders where account_id = $1 and next_try_at is not null group by shop_id`,
      [],
    ),
    await scope.read<UntoldRow>(
      `select shop_id as "shopId", count(*) as untold, (array_agg(failure order by updated_at))[1] as failure
         from shop_parcels where account_id = $1 and next_try_at is not null and failure is not null and tries >= $2
        group by shop_id`,
      [UNTOLD_TRIES],
    ),
  ];
  const waiting = new Map<string, WaitingOrders>(
    rows.map(({ shopId, failure, ...some }) => [
      shopId,
      { ...NONE_WAITING, ...some, failure: readOrNull(failure) },
    ]),
  );
  for (const { shopId, untold: parcels, failure } of untold) {
    const known = waiting.get(shopId) ?? NONE_WAITING;
    waiting.set(shopId, { ...known, untold: parcels, untoldFailure: readOrNull(failure) });
  }
  return waiting;
}

/** A shop for which nothing waits. */
export const NONE_WAITING: WaitingOrders = {
  ...{ orders: 0, since: null, unread: 0, failure: null },
  ...{ untold: 0, untoldFailure: null },
};

interface WaitingRow extends Pick<WaitingOrders, 'orders' | 'since' | 'unread'> {
  readonly shopId: string;
  readonly failure: string | null;
}

interface UntoldRow {
  readonly shopId: string;
  readonly untold: number;
  readonly failure: string | null;
}

/**
 * Forgets what was read of orders that have not changed since a time, and what people have corrected in them: it is personal. If
 * needed, it is read again.
 */
export async function forgetOldShopOrders(database: Database, before: Date): Promise<void> {
  await database.run(
    `update shop_orders set seen = null, last_open = null
      where updated_at < $1 and seen is not null and next_try_at is null`,
    [before],
  );
  await database.run(
    `update shop_parcels p set mended = '{}' from shop_orders o
      where p.mended <> '{}' and o.account_id = p.account_id and o.shop_id = p.shop_id and o.order_key = p.order_key
        and o.seen is null and o.next_try_at is null`,
    [],
  );
}

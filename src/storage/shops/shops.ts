import {
  type BookingRule,
  type CheckoutRules,
  type ShopRules,
  USUAL_CHECKOUT,
} from '../../domain/shops/shop-rules.ts';
import { column, columns, type RowOf } from '../../resources/columns.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { errandTable, type TakenErrand } from '../couriers/errands.ts';
import type { Database } from '../database.ts';
import { sentenceColumn, storedOrNull } from '../stored-sentence.ts';

const CHANGING = columns({
  updatedAt: column<Date>(),
  name: column<string>(),
  /** The settings that are not secret, by name. */
  settings: column<Readonly<Record<string, string>>>(),
  /** The secret settings, and those of the webhook address, as encrypted JSON; null if there are none. */
  secrets: column<Buffer | null>(),
  secretNames: column<readonly string[]>(),
  rules: { ...column<ShopRules>(), write: storedRules, read: (stored) => readRules(stored as StoredRules) },
  /** All changes before this time were read; it is a time of the shop's clock. */
  readUntil: column<Date>(),
  /** Where the next poll goes on; null to begin at `readUntil`. */
  readCursor: column<string | null>(),
  /** When the shop is polled; null while the connection is stopped. */
  nextTryAt: column<Date | null>(),
  tries: column<number>(),
  stoppedAt: column<Date | null>(),
  failure: sentenceColumn(),
  failingSince: column<Date | null>(),
  /** Since when it has refused the credential each time it was asked. */
  keptOutSince: column<Date | null>(),
  /** When the owners were told that it does not answer; null before, and once it has answered again. */
  toldAt: column<Date | null>(),
});
const SHOP = columns({
  accountId: column<string>(),
  shopId: column<string>(),
  createdAt: column<Date>(),
  storeId: column<string>(),
  /** The shop system: `woocommerce`. */
  shop: column<string>(),
  /** Orders made before are not taken. */
  ordersFrom: column<Date>(),
  answeredAt: column<Date | null>(),
  lastOrderAt: column<Date | null>(),
  lastBellAt: column<Date | null>(),
  /** When the shop was last made to send webhooks; null if it never was. */
  webhooksSeenAt: column<Date | null>(),
  /** When some of them were found missing or switched off, and were mended. */
  webhooksMendedAt: column<Date | null>(),
  /** Why the shop sends none, as what follows its name. */
  webhooksFailure: sentenceColumn(),
  ...CHANGING.fields,
});

/** Rules as the first release stored them: a process of that release may run beside this one. */
export type StoredRules = Omit<
  ShopRules,
  keyof BookingRule | 'checkout' | 'usualItemWeight' | 'completePrepaid' | 'completeCash'
> & {
  readonly booking: {
    readonly choose: BookingRule['booking'];
    readonly atMostPaise: number | null;
    readonly preferred: readonly string[];
  };
  /** Absent in rules from before rates at checkout. */
  readonly checkout?: Partial<CheckoutRules>;
  /** Absent in rules from before items had a usual weight. */
  readonly usualItemWeight?: number | null;
  /** Absent in rules from before there were rules for completed orders. */
  readonly completePrepaid?: ShopRules['completePrepaid'];
  readonly completeCash?: ShopRules['completeCash'];
};

export function storedRules({
  booking,
  fastestAtMostPaise,
  preferredCarriers,
  ...rules
}: ShopRules): StoredRules {
  const stored = { choose: booking, atMostPaise: fastestAtMostPaise, preferred: preferredCarriers };
  return { ...rules, booking: stored };
}

export function readRules({ booking, checkout, ...rules }: StoredRules): ShopRules {
  const { choose, atMostPaise, preferred } = booking;
  return {
    ...rules,
    usualItemWeight: rules.usualItemWeight ?? null,
    // The shop mails its customer of a completed order: nobody who is told by us gets mails that did not come before.
    completePrepaid: rules.completePrepaid ?? (rules.customerNews === 'shop' ? 'delivered' : 'never'),
    completeCash: rules.completeCash ?? 'remitted',
    booking: choose,
    fastestAtMostPaise: atMostPaise,
    preferredCarriers: preferred,
    checkout: { ...USUAL_CHECKOUT, ...checkout },
  };
}

/** A connection of an account to a shop system. */
export type StoredShop = RowOf<typeof SHOP.fields>;

const SELECT = `select ${SHOP.selected()} from shops where account_id = $1 and removed_at is null`;

/** Lists the oldest connection first. */
export async function listShops(scope: AccountScope): Promise<StoredShop[]> {
  const rows = await scope.read<object>(`${SELECT} order by shop_id`, []);
  return rows.map(SHOP.read);
}

export async function findShop(scope: AccountScope, shopId: string): Promise<StoredShop | null> {
  const [row] = await scope.read<object>(`${SELECT} and shop_id = $2`, [shopId]);
  return row === undefined ? null : SHOP.read(row);
}

/** Finds a connection of any account. */
export async function findAnyShop(database: Database, shopId: string): Promise<StoredShop | null> {
  const [row] = await database.run<object>(
    `select ${SHOP.selected()} from shops where shop_id = $1 and removed_at is null`,
    [shopId],
  );
  return row === undefined ? null : SHOP.read(row);
}

/** Finds a connection and locks it until the transaction ends. */
export async function lockShop(writer: AccountWriter, shopId: string): Promise<StoredShop | null> {
  const [row] = await writer.read<object>(`${SELECT} and shop_id = $2 for no key update`, [shopId]);
  return row === undefined ? null : SHOP.read(row);
}

/** The unique constraint: a store has at most one shop. */
export const SHOP_OF_STORE = 'shop_of_store';

export async function insertShop(writer: AccountWriter, shop: StoredShop): Promise<void> {
  await writer.change(
    `insert into shops (account_id, shop_id, created_at, store_id, shop, orders_from, ${CHANGING.columns})
      values ($1, $2, $3, $4, $5, $6, ${CHANGING.parameters(7)})`,
    [shop.shopId, shop.createdAt, shop.storeId, shop.shop, shop.ordersFrom, ...CHANGING.values(shop)],
  );
}

export async function updateShop(writer: AccountWriter, shop: StoredShop): Promise<void> {
  await writer.change(`update shops set ${CHANGING.assignments(3)} where account_id = $1 and shop_id = $2`, [
    shop.shopId,
    ...CHANGING.values(shop),
  ]);
}

/** Removes a connection and what was read of its orders. Our orders stay. */
export async function deleteShop(writer: AccountWriter, shopId: string): Promise<void> {
  await writer.change(
    `with orders as (delete from shop_orders where account_id = $1 and shop_id = $2),
      parcels as (delete from shop_parcels where account_id = $1 and shop_id = $2)
    update shops set removed_at = $3, next_try_at = null, settings = '{}', secrets = null, secret_names = '{}'
      where account_id = $1 and shop_id = $2`,
    [shopId, writer.now],
  );
}

/** Records when a shop last rang. */
export async function noteBell(writer: AccountWriter, shopId: string): Promise<void> {
  await writer.change(`update shops set last_bell_at = $3 where account_id = $1 and shop_id = $2`, [
    shopId,
    writer.now,
  ]);
}

/** What was found when a shop was made to send webhooks. */
export type SeenWebhooks = Pick<StoredShop, 'webhooksMendedAt' | 'webhooksFailure'>;

/** Records what was found when a shop was made to send webhooks. */
export async function noteWebhooks(
  writer: AccountWriter,
  shopId: string,
  { webhooksMendedAt, webhooksFailure }: SeenWebhooks,
): Promise<void> {
  await writer.change(
    `update shops set webhooks_seen_at = $3, webhooks_mended_at = $4, webhooks_failure = $5
      where account_id = $1 and shop_id = $2`,
    [shopId, writer.now, webhooksMendedAt, storedOrNull(webhooksFailure)],
  );
}

/** Records when an order of a shop was last new or changed. */
export async function noteShopOrder(writer: AccountWriter, shopId: string): Promise<void> {
  await writer.change(`update shops set last_order_at = $3 where account_id = $1 and shop_id = $2`, [
    shopId,
    writer.now,
  ]);
}

/** Makes the next poll of a shop due now, unless its connection has stopped. */
export async function pollSoon(writer: AccountWriter, shopId: string): Promise<void> {
  await writer.change(
    `update shops set next_try_at = $3, tries = 0
      where account_id = $1 and shop_id = $2 and removed_at is null and stopped_at is null`,
    [shopId, writer.now],
  );
}

/** Makes the polls of all shops due that answer, and that no process is reading. */
export async function pollAllSoon(database: Database, now: Date): Promise<void> {
  await database.run(
    `update shops set next_try_at = $1 where next_try_at > $1 and taken_by is null and failure is null`,
    [now],
  );
}

/** Makes everything due that may wait for a shop, because it answers again. */
export async function wakeShop(writer: AccountWriter, shopId: string): Promise<void> {
  await writer.change(
    `with parcels as (
        update shop_parcels set next_try_at = $3, tries = 0
         where account_id = $1 and shop_id = $2
           and (next_try_at is not null or (shipment_id is not null and paid_at is null))
      )
      update shop_orders set next_try_at = $3, tries = 0
       where account_id = $1 and shop_id = $2 and (next_try_at is not null or rung_at is not null)`,
    [shopId, writer.now],
  );
}

/** Polls of shops. */
export const SHOP_POLLS = errandTable({
  name: 'shops',
  isFreedOfTheDead: true,
  key: { shopId: column<string>() },
  lane: () => 'w.shop_id',
  known: {
    readUntil: column<Date>(),
    failure: sentenceColumn(),
    failingSince: column<Date | null>(),
    keptOutSince: column<Date | null>(),
    toldAt: column<Date | null>(),
  },
  outcome: {
    readUntil: column<Date>(),
    readCursor: column<string | null>(),
    answeredAt: column<Date>(),
    lastOrderAt: column<Date>(),
    failure: sentenceColumn(),
    failingSince: column<Date | null>(),
    keptOutSince: column<Date | null>(),
    toldAt: column<Date | null>(),
    tries: column<number>(),
    stoppedAt: column<Date>(),
  },
});

/** Keeps how far a poll has read, unless another process has taken the poll since, or the shop has changed. */
export async function keepPlace(
  writer: AccountWriter,
  { shopId, until }: Pick<TakenErrand<typeof SHOP_POLLS>, 'shopId' | 'until'>,
  { readUntil = null, readCursor = null }: { readUntil?: Date | null; readCursor?: string | null },
): Promise<void> {
  await writer.change(
    `update shops set read_until = coalesce($4, read_until), read_cursor = $5
      where account_id = $1 and shop_id = $2 and next_try_at = $3`,
    [shopId, until, readUntil, readCursor],
  );
}

/** What the holder of a token may do: send webhooks to its address, or ask for rates at checkout. A token is good for one of the two. */
export const SHOP_TOKEN_USES = ['webhooks', 'checkout'] as const;
type ShopTokenUse = (typeof SHOP_TOKEN_USES)[number];

/** A secret that finds a connection, and allows one use of it. */
export interface ShopToken {
  readonly credentialId: string;
  readonly accountId: string;
  readonly shopId: string;
  readonly shop: string;
  readonly expiresAt: null;
  readonly revokedAt: Date | null;
}

/** Finds a token for a use by its public half, in a unique index. */
export async function findShopToken(
  database: Database,
  prefix: string,
  usedFor: ShopTokenUse,
): Promise<(ShopToken & { readonly secretHash: Buffer }) | null> {
  const [found] = await database.run<ShopToken & { readonly secretHash: Buffer }>(
    `select token_id as "credentialId", account_id as "accountId", shop_id as "shopId", shop,
        null as "expiresAt", revoked_at as "revokedAt", secret_hash as "secretHash"
      from shop_tokens where prefix = $1 and used_for = $2`,
    [prefix, usedFor],
  );
  return found ?? null;
}

export async function insertShopToken(
  writer: AccountWriter,
  token: Pick<ShopToken, 'shopId' | 'shop'> & {
    readonly usedFor: ShopTokenUse;
    readonly prefix: string;
    readonly secretHash: Buffer;
  },
): Promise<void> {
  await writer.change(
    `insert into shop_tokens (account_id, token_id, prefix, secret_hash, shop_id, shop, used_for, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [writer.newId(), token.prefix, token.secretHash, token.shopId, token.shop, token.usedFor, writer.now],
  );
}

/** Revokes the tokens of a connection, so that they are refused. @param uses those that end */
export async function revokeShopTokens(
  writer: AccountWriter,
  shopId: string,
  uses: readonly ShopTokenUse[] = SHOP_TOKEN_USES,
): Promise<void> {
  await writer.change(
    `update shop_tokens set revoked_at = $3
      where account_id = $1 and shop_id = $2 and revoked_at is null and used_for = any($4)`,
    [shopId, writer.now, uses],
  );
}

/** Records when tokens were last used. If another process has stored a later time, that time stays. */
export async function noteShopTokenUse(database: Database, uses: ReadonlyMap<string, Date>): Promise<void> {
  if (uses.size === 0) return;
  await database.run(
    `update shop_tokens t set last_used_at = u.used_at
       from unnest($1::uuid[], $2::timestamptz[]) as u (token_id, used_at)
      where t.token_id = u.token_id
        and (t.last_used_at is null or t.last_used_at < u.used_at)`,
    [[...uses.keys()], [...uses.values()]],
  );
}

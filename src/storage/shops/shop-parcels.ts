import type { ParcelTask, TaskAction } from '../../domain/shops/compare-parcel.ts';
import type { ParcelShare } from '../../domain/shops/parcel-shares.ts';
import type { ShopItem, ShopOrder } from '../../domain/shops/shop-order.ts';
import type { ProblemDetail } from '../../problems/problem.ts';
import { asWritten, type Sentence } from '../../problems/sentence.ts';
import { column, columns, type RowOf } from '../../resources/columns.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { errandTable } from '../couriers/errands.ts';
import { type Newest, type NewestPage, readNewest } from '../newest-page.ts';
import type { ServiceTransaction } from '../service-transaction.ts';
import { readOrNull, sentenceColumn, storedOrNull } from '../stored-sentence.ts';
import { keyLists, type ShipmentKey } from '../tracking/tracking-events.ts';
import { readRules, type StoredRules, type StoredShop } from './shops.ts';

export const SHOP_PARCEL_STATES = ['open', 'needs_attention', 'made', 'skipped', 'cancelled'] as const;
export type ShopParcelState = (typeof SHOP_PARCEL_STATES)[number];

const PARCEL = columns({
  parcelId: column<string>(),
  shopId: column<string>(),
  orderKey: column<string>(),
  parcelKey: column<string>(),
  createdAt: column<Date>(),
  updatedAt: column<Date>(),
  /** From 1 within its order. */
  position: column<number>(),
  state: column<ShopParcelState>(),
  /** Why it needs attention, or was skipped. */
  reasons: { ...column<readonly ProblemDetail[]>(), read: readReasons },
  /** Fields of the order that a person has corrected, by the API's names. */
  mended: column<Readonly<Record<string, unknown>>>(),
  confirmedAt: column<Date | null>(),
  /** What a person must do; null for nothing. */
  task: sentenceColumn(),
  /** What this service can do about the task; null for nothing. */
  taskAction: column<TaskAction | null>(),
  /** That the customer paid for a service that was not booked. It is the task when there is no other, until a person ends it. */
  missedService: sentenceColumn(),
  /** Why our order cannot be booked now; null if it can. */
  held: sentenceColumn(),
  /** Our order; null before it is made. */
  orderId: column<string | null>(),
  shipmentId: column<string | null>(),
  /** The version of the shop's order that ours has followed. */
  followedVersion: column<number | null>(),
  /** What our order was given when it followed the shop's last; null if it never did. */
  share: column<ParcelShare | null>(),
  /** Since when the shop does not want the parcel of our order; null while it does. */
  unwantedSince: column<Date | null>(),
  /** How many cancelled orders it had before. */
  ordersBefore: column<number>(),
  /** The shop's id of the fulfilment; null before the shop knows of the parcel. */
  fulfilmentKey: column<string | null>(),
  /** When the shop was told that the order is done; null before. */
  completedAt: column<Date | null>(),
  failure: sentenceColumn(),
});

/** A parcel of a shop's order. */
export type ShopParcelRow = RowOf<typeof PARCEL.fields>;

export async function listParcelsOf(
  scope: AccountScope,
  shopId: string,
  orderKey: string,
): Promise<ShopParcelRow[]> {
  const rows = await scope.read<object>(
    `select ${PARCEL.selected()} from shop_parcels
      where account_id = $1 and shop_id = $2 and order_key = $3 order by position`,
    [shopId, orderKey],
  );
  return rows.map(PARCEL.read);
}

/** Older releases kept only the English text of a reason. */
function readReasons(stored: unknown): readonly ProblemDetail[] {
  return (stored as readonly ProblemDetail[]).map((one) => ({ ...asWritten(one.message), ...one }));
}

/** Adds the parcels of an order that are not known yet, in their order; lock the order before. */
export async function addShopParcels(
  writer: AccountWriter,
  shopId: string,
  orderKey: string,
  parcelKeys: readonly string[],
): Promise<void> {
  const known = await listParcelsOf(writer, shopId, orderKey);
  const added = parcelKeys.filter((key) => known.every(({ parcelKey }) => parcelKey !== key));
  if (added.length === 0) return;
  await writer.change(
    `insert into shop_parcels (account_id, shop_id, order_key, parcel_key, parcel_id, created_at, updated_at, position, state)
      select $1, $2, $3, n.parcel_key, n.parcel_id, $6, $6, n.turn + $7, 'open'
        from unnest($4::text[], $5::uuid[]) with ordinality as n (parcel_key, parcel_id, turn)`,
    [shopId, orderKey, added, added.map(() => writer.newId()), writer.now, known.length],
  );
}

/** What names a parcel. */
export type ShopParcelKey = Pick<ShopParcelRow, 'shopId' | 'orderKey' | 'parcelKey'>;

const WHERE = 'where account_id = $1 and shop_id = $2 and order_key = $3 and parcel_key = $4';

function keyOf({ shopId, orderKey, parcelKey }: ShopParcelKey): string[] {
  return [shopId, orderKey, parcelKey];
}

/** What our order ships of a parcel. */
export type ShippedItems = readonly Pick<ShopItem, 'lineKey' | 'units'>[];

/** What a person must do about an order that was just made. */
export interface MadeTasks extends Pick<ShopParcelRow, 'missedService'> {
  readonly task: Sentence | null;
}

/**
 * Records that the order of a parcel was made.
 *
 * @returns false if it was already made, or the shop has changed the order meanwhile
 */
export async function markParcelMade(
  writer: AccountWriter,
  parcel: ShopParcelKey,
  made: MadeTasks & {
    readonly orderId: string;
    readonly shipmentId: string;
    readonly version: number;
    readonly items: ShippedItems;
    readonly share: ParcelShare;
  },
): Promise<boolean> {
  const rows = await writer.change(
    `update shop_parcels set state = 'made', order_id = $5, shipment_id = $6, followed_version = $7, task = coalesce($8, $12), missed_service = $12,
        reasons = '[]', items = $9, updated_at = $10, next_try_at = $10, tries = 0, share = $11
      ${WHERE} and order_id is null and exists (
        select from shop_orders o where o.account_id = $1 and o.shop_id = $2 and o.order_key = $3 and o.version = $7)
      returning 1`,
    [
      ...keyOf(parcel),
      made.orderId,
      made.shipmentId,
      made.version,
      storedOrNull(made.task),
      JSON.stringify(made.items),
      writer.now,
      JSON.stringify(made.share),
      storedOrNull(made.missedService),
    ],
  );
  return rows.length > 0;
}

/** Changes the state of a parcel that has no order yet. */
export async function settleParcel(
  writer: AccountWriter,
  parcel: ShopParcelKey,
  state: Exclude<ShopParcelState, 'made'>,
  reasons: readonly ProblemDetail[],
): Promise<void> {
  await writer.change(
    `update shop_parcels set state = $5, reasons = $6, updated_at = $7 ${WHERE} and order_id is null
      and (state, reasons) is distinct from ($5::shop_parcel_state, $6::jsonb)`,
    [...keyOf(parcel), state, JSON.stringify(reasons), writer.now],
  );
  if (state === 'skipped' || state === 'cancelled') await ringOthersOf(writer, parcel);
}

/** Makes the shop hear of the other parcels of an order: without this one, they may be all of it. */
async function ringOthersOf(
  writer: AccountWriter,
  { shopId, orderKey, parcelKey }: ShopParcelKey,
): Promise<void> {
  await writer.change(
    `update shop_parcels set next_try_at = $5, tries = 0
      where account_id = $1 and shop_id = $2 and order_key = $3 and parcel_key <> $4 and fulfilment_key is not null`,
    [shopId, orderKey, parcelKey, writer.now],
  );
}

/** How our order has followed a parcel of a shop. */
export interface ParcelFollowed {
  readonly version: number;
  /** What a person must do; null for nothing. One that a person has ended does not come back. */
  readonly task: ParcelTask | null;
  /** Why it cannot be booked now; null if it can. */
  readonly held: Sentence | null;
  /** What our order ships now; null if that did not change. */
  readonly items: ShippedItems | null;
  /** What it was given; null if that did not change. */
  readonly share: ParcelShare | null;
  readonly isWanted: boolean;
  /** That a service was not booked now for which the customer paid; null if nothing was booked now, or as it was paid. */
  readonly missedService: Sentence | null;
}

export async function noteParcelFollowed(
  writer: AccountWriter,
  parcel: ShopParcelKey,
  { version, task, held, items, share, isWanted, missedService }: ParcelFollowed,
): Promise<void> {
  await writer.change(
    `update shop_parcels set followed_version = $5, items = coalesce($7, items), updated_at = $8, held = $11,
        share = coalesce($12, share),
        unwanted_since = case when $9 then null else coalesce(unwanted_since, $8) end,
        missed_service = coalesce($13, missed_service),
        task = coalesce(case when ended_task is distinct from $6 then $6 end, case when $9 then coalesce($13, missed_service) end),
        task_action = case when ended_task is distinct from $6 then $10 end,
        ended_task = case when ended_task is not distinct from $6 then ended_task end
      ${WHERE}`,
    [
      ...keyOf(parcel),
      version,
      storedOrNull(task?.task ?? null),
      items === null ? null : JSON.stringify(items),
      writer.now,
      isWanted,
      task?.action ?? null,
      storedOrNull(held),
      share === null ? null : JSON.stringify(share),
      storedOrNull(missedService),
    ],
  );
  if (!isWanted) await ringOthersOf(writer, parcel);
}

/** Why a shipment cannot be booked now, because its shop has put it on hold; null if it can. */
export async function findHold(scope: AccountScope, shipmentId: string): Promise<Sentence | null> {
  const [row] = await scope.read<{ held: string }>(
    'select held from shop_parcels where account_id = $1 and shipment_id = $2 and held is not null',
    [shipmentId],
  );
  return row === undefined ? null : readOrNull(row.held);
}

/** The order of a shop from which a shipment was made. */
export interface OrderOfShipment {
  readonly shopId: string;
  readonly orderKey: string;
  /** When the shop was asked for what is known of it; null if that is not known. */
  readonly readAt: Date | null;
}

export async function findOrderOfShipment(
  scope: AccountScope,
  shipmentId: string,
): Promise<OrderOfShipment | null> {
  const [row] = await scope.read<OrderOfShipment>(
    `select p.shop_id as "shopId", p.order_key as "orderKey", o.read_at as "readAt" from shop_parcels p
        join shop_orders o on o.account_id = $1 and o.shop_id = p.shop_id and o.order_key = p.order_key
      where p.account_id = $1 and p.shipment_id = $2`,
    [shipmentId],
  );
  return row ?? null;
}

/** Lets a parcel have another order, because its order was cancelled. @param orderId the cancelled order */
export async function openParcelAgain(
  writer: AccountWriter,
  parcel: ShopParcelKey,
  orderId: string,
): Promise<void> {
  await writer.change(
    `update shop_parcels set state = 'open', order_id = null, shipment_id = null, followed_version = null, items = '[]',
        task = null, task_action = null, ended_task = null, missed_service = null, held = null, failure = null, unwanted_since = null, orders_before = orders_before + 1,
        share = null, completed_at = null, updated_at = $5
      ${WHERE} and order_id = $6 and fulfilment_key is null`,
    [...keyOf(parcel), writer.now, orderId],
  );
}

/** Keeps what a person corrected or decided; the order is settled again soon. */
export async function mendParcel(
  writer: AccountWriter,
  parcel: ShopParcelKey,
  change: Pick<ShopParcelRow, 'mended' | 'confirmedAt'> & { readonly endsTask: boolean },
): Promise<void> {
  await writer.change(
    `with settled as (
        update shop_orders set next_try_at = $8, tries = 0 where account_id = $1 and shop_id = $2 and order_key = $3
      )
      update shop_parcels set mended = $5, confirmed_at = $6, updated_at = $8, task = case when $7 then nullif(missed_service, task) else task end,
        missed_service = case when $7 then nullif(missed_service, task) else missed_service end, task_action = case when $7 then null else task_action end,
        ended_task = case when $7 then coalesce(task, ended_task) else ended_task end ${WHERE}`,
    [...keyOf(parcel), JSON.stringify(change.mended), change.confirmedAt, change.endsTask, writer.now],
  );
}

export async function lockParcel(writer: AccountWriter, parcelId: string): Promise<ShopParcelRow | null> {
  const [row] = await writer.read<object>(
    `select ${PARCEL.selected()} from shop_parcels where account_id = $1 and parcel_id = $2 for no key update`,
    [parcelId],
  );
  return row === undefined ? null : PARCEL.read(row);
}

/** A parcel in a list, with its order in the shop and the names of its shop and our order. */
export interface ListedParcel
  extends Omit<ShopParcelRow, 'createdAt' | 'updatedAt' | 'confirmedAt' | 'completedAt'> {
  /** In the form of the database's JSON. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly confirmedAt: string | null;
  readonly number: string;
  readonly shopName: string;
  readonly displayId: string | null;
  readonly customerName: string | null;
  /** Why the order could not be read from the shop again, as what follows its name. */
  readonly readFailure: Sentence | null;
}

export interface ParcelFilters {
  readonly shopId: string | null;
  /** The parcel of this shipment only. */
  readonly shipmentId: string | null;
  readonly state: ShopParcelState | null;
  /** True for parcels that need a person: they need attention or have a task. */
  readonly forPeople: boolean;
}

const LISTED = `${PARCEL.selected('p')}, o.number, s.name as "shopName", ours.display_id as "displayId", o.failure as "readFailure",
  coalesce(nullif(trim(concat_ws(' ', o.seen -> 'recipient' ->> 'firstName', o.seen -> 'recipient' ->> 'lastName')), ''),
    nullif(trim(concat_ws(' ', o.seen -> 'buyer' ->> 'firstName', o.seen -> 'buyer' ->> 'lastName')), '')) as "customerName"`;
const JOINS = `join shop_orders o on o.account_id = $1 and o.shop_id = p.shop_id and o.order_key = p.order_key
  join shops s on s.account_id = $1 and s.shop_id = p.shop_id
  left join orders ours on ours.account_id = $1 and ours.order_id = p.order_id`;

/** Lists the parcels of an account's shops, newest first. */
export async function listShopParcels(
  scope: AccountScope,
  { shopId, shipmentId, state, forPeople, ...page }: ParcelFilters & NewestPage,
): Promise<Newest<ListedParcel>> {
  const people = forPeople ? ` and ${FOR_PEOPLE}` : '';
  const found = await readNewest<Stored<ListedParcel>>(
    scope,
    {
      from: `from shop_parcels p where p.account_id = $1 and ($2::uuid is null or p.shop_id = $2)
        and ($3::shop_parcel_state is null or p.state = $3) and ($4::uuid is null or p.shipment_id = $4)${people}`,
      columns: LISTED,
      id: 'p.parcel_id',
      joins: JOINS,
      parameters: [shopId, state, shipmentId],
    },
    page,
  );
  return { ...found, rows: found.rows.map(readListed) };
}

/** A parcel with its columns as they are stored. */
type Stored<Parcel extends ListedParcel> = Omit<Parcel, keyof typeof PARCEL.fields | 'readFailure'> & {
  readonly readFailure: string | null;
};

function readListed<Parcel extends ListedParcel>(row: Stored<Parcel>): Parcel {
  return { ...PARCEL.read(row), readFailure: readOrNull(row.readFailure) } as unknown as Parcel;
}

const FOR_PEOPLE = `(p.state = 'needs_attention' or p.task is not null)`;

/** Counts the parcels that need a person. */
export async function countParcelsForPeople(scope: AccountScope): Promise<number> {
  const [row] = await scope.read<{ count: number }>(
    `select count(*) as count from shop_parcels p where p.account_id = $1 and ${FOR_PEOPLE}`,
    [],
  );
  return row?.count ?? 0;
}

/** A parcel with all that its order is made from. */
export interface WholeParcel extends ListedParcel, Pick<StoredShop, 'shop' | 'rules' | 'storeId'> {
  /** The order as it was last read; its dates are texts. Null once it was forgotten. */
  readonly seen: ShopOrder | null;
}

export async function findWholeParcel(scope: AccountScope, parcelId: string): Promise<WholeParcel | null> {
  const [row] = await scope.read<{ parcel: Stored<WholeParcel> & { readonly rules: StoredRules } }>(
    `select to_json(r) as parcel from (
        select ${LISTED}, o.seen, s.shop, s.rules, s.store_id as "storeId" from shop_parcels p ${JOINS} where p.account_id = $1 and p.parcel_id = $2) r`,
    [parcelId],
  );
  if (row === undefined) return null;
  return { ...readListed(row.parcel), rules: readRules(row.parcel.rules) };
}

/** What shops are told of our parcels. */
export const SHOP_TELLS = errandTable({
  name: 'shop_parcels',
  key: { shopId: column<string>(), orderKey: column<string>(), parcelKey: column<string>() },
  lane: () => 'w.shop_id',
  // Most shops have no idempotency keys: two processes at once would both find no fulfilment and add one.
  staysTaken: true,
  // Two fulfilments of one order that are made at once double all its lines and its total: seen at Medusa 2.21.
  inTurn: ['shopId', 'orderKey'],
  known: {
    shipmentId: column<string | null>(),
    items: column<ShippedItems>(),
    fulfilmentKey: column<string | null>(),
    toldNumber: column<string | null>(),
    told: column<string | null>(),
    completedAt: column<Date | null>(),
    paidAt: column<Date | null>(),
  },
  outcome: {
    fulfilmentKey: column<string | null>(),
    toldNumber: column<string | null>(),
    told: column<string | null>(),
    completedAt: column<Date | null>(),
    paidAt: column<Date | null>(),
    task: sentenceColumn(),
    taskAction: column<TaskAction | null>(),
    failure: sentenceColumn(),
    tries: column<number>(),
  },
});

/** Makes shops hear of changes of shipments of any accounts. */
export async function ringShopParcels(
  transaction: ServiceTransaction,
  shipments: readonly ShipmentKey[],
): Promise<void> {
  await transaction.runFor(
    {
      name: 'ring-shop-parcels',
      account: 'k.account_id',
      text: (account) => `update shop_parcels p set next_try_at = $3, tries = 0
          from unnest($1::uuid[], $2::uuid[]) as k (account_id, shipment_id)
         where p.account_id = ${account} and p.shipment_id = k.shipment_id`,
    },
    shipments,
    (some) => [...keyLists(some), transaction.now],
  );
}

/** Makes unpaid parcels due again, because cash may have been remitted. A process may just be telling the shop of the delivery. */
export async function ringUnpaidParcels(transaction: ServiceTransaction, accountId: string): Promise<void> {
  await transaction.run(
    `update shop_parcels set next_try_at = $2, tries = 0
      where account_id = $1 and paid_at is null and (told = 'delivered' or taken_until is not null)`,
    [accountId, transaction.now],
  );
}

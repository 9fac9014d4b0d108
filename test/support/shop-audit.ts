import type pg from 'pg';

/** What merchants do to an order in WooCommerce after it was placed, one after the other. */
const FATES = {
  nothing: [],
  moved: [
    {
      shipping: {
        first_name: 'Ravi',
        last_name: 'Iyer',
        city: 'Mumbai',
        state: 'MH',
        postcode: '400001',
        country: 'IN',
      },
    },
  ],
  cancelled: [{ status: 'cancelled' }],
  reopened: [{ status: 'cancelled' }, { status: 'processing' }],
  held: [{ status: 'on-hold' }, { status: 'processing' }],
  left_on_hold: [{ status: 'on-hold' }],
  refunded: [{ refunds: [{ id: 1, reason: 'broken', total: '-100.00' }] }],
  refunded_and_reopened: [
    { status: 'refunded', refunds: [{ id: 1, reason: '', total: '-100.00' }] },
    { status: 'processing' },
  ],
  /** By a request to us. */
  cancelled_here: [],
} as const satisfies Record<string, readonly object[]>;

export type Fate = keyof typeof FATES;
export const FATE_NAMES = Object.keys(FATES) as readonly Fate[];

/** How often each comes, of 100. */
const SHARES: readonly (readonly [Fate, number])[] = [
  ['nothing', 40],
  ['moved', 14],
  ['cancelled', 8],
  ['reopened', 8],
  ['held', 8],
  ['left_on_hold', 4],
  ['refunded', 8],
  ['refunded_and_reopened', 4],
  ['cancelled_here', 6],
];

/** @param drawn from 0 to 1, without 1 */
export function fateOf(drawn: number): Fate {
  let rest = drawn * 100;
  for (const [fate, share] of SHARES) {
    rest -= share;
    if (rest < 0) return fate;
  }
  return 'nothing';
}

/** The changes in the shop, in turn. @param address the new one of an order that is moved */
export function changesOf(fate: Fate, address: string): readonly object[] {
  if (fate !== 'moved') return FATES[fate];
  return FATES.moved.map(({ shipping }) => ({ shipping: { ...shipping, address_1: address } }));
}

/** An order that was placed in a shop. */
export interface PlacedInShop {
  /** Its number there, which is also its key. */
  readonly key: string;
  readonly fate: Fate;
  /** Where it goes, after all changes; null if it never changed. */
  readonly address: string | null;
  /** What its customer owes before any refund. */
  readonly totalPaise: number;
}

interface Ours {
  readonly parcels: number;
  readonly state: string;
  readonly task: string | null;
  readonly status: string | null;
  readonly number: string | null;
  readonly address: string | null;
  readonly cod: number | null;
  /** Of all shipments that were made for this order, those that are not cancelled, and those that are. */
  readonly live: number;
  readonly cancelled: number;
}

const OURS = `select p.order_key as key, count(*)::integer as parcels, min(p.state::text) as state, min(p.task) as task,
    min(s.status::text) as status, min(s.tracking_number) as number, min(c.address) as address,
    min(s.cod_amount_paise)::integer as cod, coalesce(min(l.live), 0)::integer as live,
    coalesce(min(l.cancelled), 0)::integer as cancelled
  from shop_parcels p
    left join shipments s on s.account_id = p.account_id and s.shipment_id = p.shipment_id
    left join (select o.external_id, count(*) filter (where m.status <> 'cancelled') as live,
                      count(*) filter (where m.status = 'cancelled') as cancelled
                 from orders o join shipments m on m.account_id = o.account_id and m.order_id = o.order_id
                where o.account_id = $1 group by o.external_id) l on l.external_id = p.order_key
    left join lateral (select address from order_contacts c
      where c.account_id = p.account_id and c.order_id = p.order_id order by role desc limit 1) c on true
  where p.account_id = $1 group by p.order_key`;

/**
 * Compares the orders of a shop with ours: each has at most one parcel that is not cancelled, in the right state or with a task for a
 * person, and each parcel exactly one fulfilment.
 *
 * @param told the tracking numbers in the shop, by the keys of its orders
 * @returns a line for each order that is wrong
 */
export async function wrongShopOrders(
  database: Pick<pg.ClientBase, 'query'>,
  accountId: string,
  placed: readonly PlacedInShop[],
  told: ReadonlyMap<string, readonly string[]>,
): Promise<string[]> {
  const { rows } = await database.query<Ours & { key: string }>(OURS, [accountId]);
  const ours = new Map(rows.map(({ key, ...row }) => [key, row]));
  const wrong = placed.flatMap((order) => {
    const [row, numbers] = [ours.get(order.key), told.get(order.key) ?? []];
    const why = whyWrong(order, row, numbers);
    return why === null
      ? []
      : [`${order.key} (${order.fate}) ${why}: ${JSON.stringify({ ...row, numbers })}`];
  });
  const { rows: strangers } = await database.query<{ external_id: string }>(
    'select external_id from orders where account_id = $1 and external_id <> all ($2::text[])',
    [accountId, placed.map(({ key }) => key)],
  );
  return [...wrong, ...strangers.map(({ external_id }) => `${external_id} is no order of the shop`)];
}

const REFUND_PAISE = 10_000;

function whyWrong(order: PlacedInShop, row: Ours | undefined, numbers: readonly string[]): string | null {
  if (row !== undefined && (row.parcels !== 1 || row.live > 1)) return 'has several parcels of ours';
  if (numbers.length > 1) return 'has several fulfilments';
  const isShipped = row !== undefined && row.live === 1 && row.number !== null && row.status !== 'cancelled';
  if (!isShipped && numbers.length > 0) return 'was shipped without us';
  if (isShipped && numbers[0] !== row.number) return 'has not our tracking number';
  const hasTask = row !== undefined && row.task !== null;
  const { fate } = order;
  if (fate === 'cancelled' || fate === 'left_on_hold')
    return isShipped && !hasTask ? `is shipped although it is ${fate}` : null;
  if (fate === 'cancelled_here' && row !== undefined && row.cancelled > 0) {
    if (isShipped) return 'is shipped again although it was cancelled here';
    return hasTask ? null : 'was cancelled here, and nobody was asked';
  }
  if (!isShipped) return 'is not booked';
  if (order.address !== null && row.address !== order.address && !hasTask) return 'goes to an old address';
  const refund = fate === 'refunded' || fate === 'refunded_and_reopened' ? REFUND_PAISE : 0;
  if (row.cod !== order.totalPaise - refund && !hasTask) return 'collects another sum than the shop';
  return null;
}

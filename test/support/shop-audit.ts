import type pg from 'pg';

/** An order that was placed in a shop. */
export interface PlacedInShop {
  /** Its number there, which is also its key. */
  readonly key: string;
  readonly isCancelled: boolean;
  /** Where it goes, after all changes; null if it never changed. */
  readonly address: string | null;
}

interface Ours {
  readonly parcels: number;
  readonly orders: number;
  readonly state: string;
  readonly task: string | null;
  readonly status: string | null;
  readonly number: string | null;
  readonly address: string | null;
}

const OURS = `select p.order_key as key, count(*)::integer as parcels, count(o.order_id)::integer as orders,
    min(p.state::text) as state, min(p.task) as task, min(s.status::text) as status, min(s.tracking_number) as number,
    min(c.address) as address
  from shop_parcels p
    left join orders o on o.account_id = p.account_id and o.order_id = p.order_id
    left join shipments s on s.account_id = p.account_id and s.shipment_id = p.shipment_id
    left join lateral (select address from order_contacts c
      where c.account_id = p.account_id and c.order_id = p.order_id order by role desc limit 1) c on true
  where p.account_id = $1 group by p.order_key`;

/**
 * Compares the orders of a shop with ours: each has exactly one of ours in the right state, and each parcel exactly one fulfilment.
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
    const why = (order.isCancelled ? whyNotCancelled : whyNotShipped)(order, row, numbers);
    return why === null ? [] : [`${order.key} ${why}: ${JSON.stringify({ ...row, numbers })}`];
  });
  const made = rows.reduce((sum, { orders }) => sum + orders, 0);
  const { rows: all } = await database.query('select from orders where account_id = $1', [accountId]);
  return all.length === made ? wrong : [...wrong, `${all.length} orders, of which the shop's are ${made}`];
}

type Why = (order: PlacedInShop, row: Ours | undefined, numbers: readonly (string | null)[]) => string | null;

const whyNotShipped: Why = ({ address }, row, numbers) => {
  if (row === undefined || row.state !== 'made') return 'has no order of ours';
  if (row.parcels !== 1 || row.orders !== 1) return 'has several orders of ours';
  if (row.number === null || row.status === 'cancelled') return 'is not booked';
  if (numbers.length !== 1 || numbers[0] !== row.number) return 'has not our tracking number, once';
  if (address !== null && row.address !== address && row.task === null) return 'goes to an old address';
  return null;
};

const whyNotCancelled: Why = (_, row, numbers) => {
  // An order that was cancelled before it was read is not made at all.
  if (row === undefined || row.state !== 'made') return numbers.length > 0 ? 'was shipped without us' : null;
  if (row.parcels !== 1 || row.orders !== 1) return 'has several orders of ours';
  if (row.status !== 'cancelled' && row.task === null) return 'is shipped although it was cancelled';
  return numbers.length > 1 ? 'has several fulfilments' : null;
};

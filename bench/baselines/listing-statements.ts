/**
 * The listing's pages written by hand in plain SQL, for a service that has only these pages: one statement
 * each for page, total and elements, on the same tables and indexes. They share no code with the service, and
 * get only the values below.
 */

/** The sum of the counters of all shipments, or of those with a status in `$2`. */
const COUNTED = (where: string) => `select coalesce(sum(n), 0)::bigint from (
    select status, shipments as n from shipment_counts where account_id = $1 and journey = 'forward'
    union all
    select status, change from shipment_count_deltas where account_id = $1 and journey = 'forward') counts${where}`;

const MINE = "s.account_id = $1 and s.journey = 'forward'";
const NEWEST_FIRST = 'order by s.created_at desc, s.shipment_id desc';

/** The page by an index scan in order, and the rows counted separately. */
function walked(where: string, limit = 21, offset = 0): string {
  const total = `select count(*) from shipments s where ${MINE} and ${where}`;
  return `select s.shipment_id, (${total}) as total from shipments s
    where ${MINE} and ${where} ${NEWEST_FIRST} limit ${limit} offset ${offset}`;
}

/** Few rows, or rows that must all be read: counted as they are found. */
function gathered(table: string, where: string): string {
  return `select s.shipment_id, count(*) over () as total from ${table} s where ${where} ${NEWEST_FIRST} limit 21`;
}

const FOUR = `s.carrier_id = any($2) and s.zone in ('B', 'D') and s.is_cod
    and s.applied_weight between 50000 and 200000`;

/** The queries for the ids of one page with the total; `limit` is one more than shown. */
const FOUND = {
  all: `select s.shipment_id, (${COUNTED('')}) as total from shipments s where ${MINE} ${NEWEST_FIRST} limit 21`,
  hundred: `select s.shipment_id, (${COUNTED('')}) as total from shipments s where ${MINE} ${NEWEST_FIRST} limit 101`,
  status: `select s.shipment_id, (${COUNTED(' where status = any($3)')}) as total from shipments s
    where ${MINE} and s.status = $2 ${NEWEST_FIRST} limit 21`,
  statusAndDays: walked('s.status = $2 and s.created_at >= $3'),
  delivered: gathered('shipments', `${MINE} and s.delivered_at >= $2 and s.delivered_at < $3`),
  four: walked(FOUR),
  fourAndDays: walked(`${FOUR} and s.created_at >= $3`),
  search: gathered('shipment_search', 's.account_id = $1 and s.words like $2'),
  sku: gathered('shipment_skus', 's.account_id = $1 and s.sku = $2'),
  tag: gathered('shipment_tags', 's.account_id = $1 and s.tag = $2'),
  ndrReason: walked('s.ndr_reason = $2'),
  after: `select s.shipment_id, (${COUNTED('')}) as total from shipments s
    where ${MINE} and (s.created_at, s.shipment_id) < ($2, $3) ${NEWEST_FIRST} limit 21`,
  page: `select s.shipment_id, (${COUNTED('')}) as total from shipments s
    where ${MINE} ${NEWEST_FIRST} limit 21 offset $2`,
} satisfies Record<string, string>;

/** The name of a statement. */
export type StatementName = keyof typeof FOUND;

/** The whole statement of a page: its ids, and the data of each element. */
export function statementOf(found: StatementName): string {
  return `select page.total, s.shipment_id, s.tracking_number, s.status, s.granular_status, s.created_at,
      s.warehouse_id, s.total_price_paise, s.cod_amount_paise, s.is_cod, s.zone, s.applied_weight,
      s.attempt_count, s.carrier_id, s.ready_for_pickup_at, s.picked_up_at, s.in_transit_at,
      s.out_for_delivery_at, s.delivered_at, s.ndr_raised_at, s.rto_initiated_at, s.rto_in_transit_at,
      s.rto_delivered_at, s.cancelled_at, s.ndr_reason, s.rto_reason, s.order_id,
      s.expected_pickup_date::text, s.expected_delivery_date::text, b.carrier_name, st.store_name,
      o.order_date, o.channel, o.display_id, o.external_id, o.tags,
      c.first_name, c.last_name, c.phone, c.city, c.state, c.pincode,
      (select json_agg(json_build_object('item_id', i.item_id, 'units', i.units, 'paise', i.selling_price_paise,
                'name', i.name, 'sku', i.sku) order by i.position)
         from order_items i where i.account_id = $1 and i.order_id = s.order_id) as items,
      (select json_agg(json_build_object('event_id', e.event_id, 'status', e.status, 'location', e.location,
                'event_at', e.event_at, 'description', e.description) order by e.event_at desc, e.arrival desc)
         from tracking_events e
        where e.account_id = $1 and e.shipment_id = s.shipment_id and e.refusal is null) as events
    from (${FOUND[found]}) page
    join shipments s on s.account_id = $1 and s.shipment_id = page.shipment_id
    join orders o on o.account_id = $1 and o.order_id = s.order_id
    join lateral (select * from order_contacts c where c.account_id = $1 and c.order_id = s.order_id
                   and c.role in ('billing', 'shipping') order by c.role desc limit 1) c on true
    left join stores st on st.account_id = $1 and st.store_id = s.store_id
    left join bookings b on b.account_id = $1 and b.shipment_id = s.shipment_id and b.booking_id = s.booking_id
      and b.state = 'booked'
   ${NEWEST_FIRST}`;
}

/** The number of shipments by status, counted row by row. */
export const COUNTS_STATEMENT = `select s.status, count(*) as n from shipments s where ${MINE} group by s.status`;

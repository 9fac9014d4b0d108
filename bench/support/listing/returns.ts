import type { Ground } from './ground.ts';

/** Statuses of forward shipments, as those of returns are kept: what a copy of each is. */
const KEPT = `case when s.granular_status in ('pending', 'processing') then 'pending'
    when s.granular_status in ('ready_for_pickup', 'pickup_scheduled', 'out_for_pickup') then 'ready_for_pickup'
    when s.granular_status in ('not_picked', 'cancelled', 'rejected', 'externally_fulfilled', 'lost', 'ndr_raised', 'need_attention', 'delivered')
      then s.granular_status::text
    else 'in_transit' end`;

/** An id of a copy, in the same order. */
const COPY = (id: string) => `(substr(${id}::text, 1, 24) || substr(md5(${id}::text), 1, 12))::uuid`;

const COLUMNS = (alias: string) =>
  `${alias}.warehouse_id, ${alias}.store_id, ${alias}.created_at, ${alias}.updated_at, ${alias}.order_date,
   ${alias}.ready_for_pickup_at, ${alias}.picked_up_at, ${alias}.in_transit_at, ${alias}.delivered_at, ${alias}.cancelled_at,
   ${alias}.status_at, ${alias}.newest_event_at, ${alias}.total_price_paise, ${alias}.applied_weight, ${alias}.newest_arrival,
   ${alias}.event_count, ${alias}.phase, ${alias}.zone, ${alias}.attempt_count, ${alias}.carrier_id, ${alias}.channel`;

/**
 * Gives each of the account's forward shipments a return that is a copy of it, and a manifest, and makes an exchange of
 * every fifth with its return. Where that was done before, nothing.
 */
export async function addReturnsAndExchanges({ service, accountId }: Ground, rows: number): Promise<void> {
  const { pool } = service.database;
  const { rows: there } = await pool.query('select from exchanges where account_id = $1 limit 1', [
    accountId,
  ]);
  if (there.length > 0) return;
  const run = (text: string) => pool.query(text, text.includes('$1') ? [accountId] : []);
  await run(`insert into orders (account_id, order_id, store_id, created_at, order_date, sub_total_paise,
      cod_collectible_paise, is_cod, is_demo, display_id, external_id, channel, tags, journey)
    select account_id, ${COPY('order_id')}, store_id, created_at, order_date, sub_total_paise, 0, false, true, display_id,
      external_id, channel, '{}', 'return' from orders where account_id = $1 and journey = 'forward'`);
  await run(`insert into order_contacts select account_id, ${COPY('order_id')}, role, first_name, last_name, phone, email,
      address, address_2, city, pincode, state, country from order_contacts
     where account_id = $1 and role = 'billing'`);
  await run(`insert into order_items (account_id, order_id, position, item_id, selling_price_paise, units, name, sku)
    select account_id, ${COPY('order_id')}, position, ${COPY('item_id')}, selling_price_paise, units, name, sku
      from order_items where account_id = $1`);
  await run(`insert into shipments (account_id, shipment_id, order_id, journey, is_cod, cod_amount_paise, status,
      granular_status, tracking_number, ${COLUMNS('x').replaceAll('x.', '')})
    select account_id, ${COPY('s.shipment_id')}, ${COPY('s.order_id')}, 'return', false, 0,
      case when kept = s.granular_status::text then s.status when kept = 'in_transit' then 'in_transit' else 'pending' end,
      kept::granular_status, 'R' || tracking_number, ${COLUMNS('s')}
      from shipments s, lateral (select ${KEPT} as kept) as k
     where account_id = $1 and journey = 'forward'`);
  await run(`insert into returns (account_id, shipment_id, created_at, order_id, forward_order_id, qc_status, skus, words)
    select s.account_id, ${COPY('s.shipment_id')}, s.created_at, ${COPY('s.order_id')}, s.order_id,
      (array[null, 'pending', 'passed', 'passed', 'passed', 'failed'])[1 + abs(hashtext(s.shipment_id::text)) % 6]::qc_status,
      coalesce((select array_agg(distinct i.sku) from order_items i
        where i.account_id = s.account_id and i.order_id = s.order_id and i.sku is not null), '{}'),
      ' r' || ltrim(w.words)
      from shipments s join shipment_search w on w.account_id = s.account_id and w.shipment_id = s.shipment_id
     where s.account_id = $1 and s.journey = 'forward'`);
  await run(`insert into shipment_count_deltas (account_id, journey, status, change)
    select account_id, journey, granular_status, count(*) from shipments where account_id = $1 and journey = 'return'
     group by 1, 2, 3`);
  await run(`insert into exchanges (account_id, exchange_id, number, created_at, display_id, forward_shipment_id,
      return_shipment_id, dispatch)
    select s.account_id, ${COPY('s.order_id')}, row_number() over (order by s.created_at, s.shipment_id), s.created_at,
      o.display_id, s.shipment_id, ${COPY('s.shipment_id')}, 'at_once'
      from shipments s join orders o using (account_id, order_id)
     where s.account_id = $1 and s.journey = 'forward' and hashtext(s.shipment_id::text) % 5 = 0`);
  await run(
    `insert into exchange_numbers select account_id, max(number) from exchanges where account_id = $1 group by 1`,
  );
  await run(`insert into manifests (account_id, manifest_id, created_at, warehouse_id, day, carrier_id, carrier_name, actor_name)
    select account_id, ${COPY('shipment_id')}, created_at, warehouse_id, created_at, coalesce(carrier_id, 'none'), 'Carrier', 'bench'
      from shipments where account_id = $1 and journey = 'forward' limit ${rows}`);
  await run(`insert into pickups (account_id, pickup_id, created_at, warehouse_id, day, carrier_id, carrier_name, actor_name)
    select account_id, ${COPY('shipment_id')}, created_at, warehouse_id, created_at, coalesce(carrier_id, 'none'), 'Carrier', 'bench'
      from shipments where account_id = $1 and journey = 'forward' limit ${rows} on conflict do nothing`);
  await run(
    'vacuum analyze orders, order_contacts, order_items, shipments, returns, exchanges, manifests, pickups, shipment_count_deltas',
  );
}

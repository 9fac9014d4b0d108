import type { ForwardStatus, Journey } from '../../domain/tracking/statuses.ts';
import type { AccountWriter } from '../account-scope.ts';
import { writeCountChange } from '../listing/shipment-counts.ts';
import { forgetSums } from '../old-rows.ts';
import { statusOfColumn } from '../tracking/column-status.ts';
import type { SampleData } from './sample-data.ts';

/** The names of the sample stores and warehouses that stay. */
export interface KeptPlaces {
  readonly stores: readonly string[];
  readonly warehouses: readonly string[];
}

const BACK_OF = `select order_id as id from returns where account_id = $1 and forward_order_id = any($2::uuid[])`;
const OUT_OF = `select o.order_id as id from exchanges x
  join shipments b on b.account_id = $1 and b.shipment_id = x.return_shipment_id
  join shipments o on o.account_id = $1 and o.shipment_id = x.forward_shipment_id
 where x.account_id = $1 and b.order_id = any($2::uuid[])`;

/** Adds what was made from these orders: their returns, the orders that exchanges send out, and so on. */
async function withFollowing(writer: AccountWriter, orderIds: readonly string[]): Promise<string[]> {
  const all = new Set(orderIds);
  for (let next = [...all]; next.length > 0; ) {
    const found: { id: string }[] = [];
    for (const text of [BACK_OF, OUT_OF]) found.push(...(await writer.read<{ id: string }>(text, [next])));
    next = found.map(({ id }) => id).filter((id) => !all.has(id));
    for (const id of next) all.add(id);
  }
  return [...all];
}

const LOCK = `select shipment_id as id from shipments where account_id = $1 and order_id = any($2::uuid[])
  order by shipment_id for update`;

const COUNTED = `select journey, granular_status as status, count(*) as shipments from shipments
  where account_id = $1 and shipment_id = any($2::uuid[]) group by journey, granular_status`;

const EVERY_BOOKING = `select booking_id as "bookingId", tracking_number as "trackingNumber" from bookings
  where account_id = $1 and shipment_id = any($2::uuid[])`;

const REQUESTS = `select request_id as id from customer_requests where account_id = $1 and shipment_id = any($2::uuid[])`;
const OF_REQUESTS = ['request_items', 'request_photos'];

const DIFFERENCES = `select difference_id as id from weight_differences where account_id = $1 and shipment_id = any($2::uuid[])`;

/** The files of couriers that name sample parcels lose these rows, and are removed with their last row. */
const UNPAY = [
  `with gone as (delete from remittance_rows where account_id = $1 and shipment_id = any($2::uuid[])
      returning remittance_id, amount_paise, expected_paise),
    sums as (select remittance_id, count(*) as shipments, sum(amount_paise) as amount, sum(expected_paise) as expected,
        count(*) filter (where amount_paise <> expected_paise) as differences from gone group by remittance_id)
   update remittances r set shipments = r.shipments - g.shipments, amount_paise = r.amount_paise - g.amount,
      expected_paise = r.expected_paise - g.expected, differences = r.differences - g.differences
     from sums g where r.account_id = $1 and r.remittance_id = g.remittance_id
   returning r.remittance_id as id`,
  `with gone as (delete from courier_invoice_rows where account_id = $1 and shipment_id = any($2::uuid[])
      returning invoice_id, charged_paise, our_paise),
    sums as (select invoice_id, count(*) as shipments, sum(charged_paise) as charged, sum(our_paise) as ours
        from gone group by invoice_id)
   update courier_invoices i set shipments = i.shipments - g.shipments, charged_paise = i.charged_paise - g.charged,
      our_paise = i.our_paise - g.ours
     from sums g where i.account_id = $1 and i.invoice_id = g.invoice_id
   returning i.invoice_id as id`,
];
const REMOVE_PAID = [
  'delete from remittances where account_id = $1 and remittance_id = any($2::uuid[]) and shipments = 0',
  'delete from courier_invoices where account_id = $1 and invoice_id = any($2::uuid[]) and shipments = 0',
];

const UNPACK = `delete from manifest_parcels where account_id = $1 and shipment_id = any($2::uuid[])
  returning manifest_id as id`;
const REMOVE_MANIFESTS = `delete from manifests m where account_id = $1 and manifest_id = any($2::uuid[])
  and not exists (select from manifest_parcels p where p.account_id = $1 and p.manifest_id = m.manifest_id)`;

const UNINVOICE = `delete from invoices where account_id = $1 and shipment_id = any($2::uuid[]) returning gstin`;
const REMOVE_SERIES = `delete from invoice_series s where account_id = $1 and gstin = any($2::text[])
  and not exists (select from invoices i where i.account_id = $1 and i.gstin = s.gstin)`;

const UNEXCHANGE = `delete from exchanges where account_id = $1
  and (forward_shipment_id = any($2::uuid[]) or return_shipment_id = any($2::uuid[]))`;

/** The tables that have nothing but rows of a shipment, or of an order. */
const OF_SHIPMENTS = [
  'parcels',
  'bookings',
  'tracking_events',
  'unread_scans',
  'shipment_skus',
  'shipment_tags',
  'shipment_search',
  'shipment_notes',
  'messages',
  'cod_dues',
  'weight_differences',
  'returns',
  'qc_answers',
  'tracking_links',
  'courier_polls',
  'courier_decisions',
  'courier_labels',
  'courier_charges',
  'request_codes',
  'customer_requests',
  'ndr_answers',
  'shipments',
];
const OF_ORDERS = ['order_contacts', 'order_items', 'qc_items', 'orders'];

/**
 * Removes the sample orders with all that was done with them, and the sample stores and warehouses. A store or
 * a warehouse stays if it was changed, or if another order uses it.
 */
export async function removeSamples(writer: AccountWriter, samples: SampleData): Promise<KeptPlaces> {
  const orderIds = await withFollowing(writer, samples.orderIds);
  const shipmentIds = (await writer.read<{ id: string }>(LOCK, [orderIds])).map(({ id }) => id);
  await uncount(writer, shipmentIds);
  await removeBookings(writer, shipmentIds);
  await removePapers(writer, shipmentIds);
  await removeMoney(writer, shipmentIds);
  const requestIds = idsOf(await writer.read<{ id: string }>(REQUESTS, [shipmentIds]));
  for (const table of OF_REQUESTS) await removeOf(writer, table, 'request_id', requestIds);
  await writer.change(UNEXCHANGE, [shipmentIds]);
  for (const table of OF_SHIPMENTS) await removeOf(writer, table, 'shipment_id', shipmentIds);
  for (const table of OF_ORDERS) await removeOf(writer, table, 'order_id', orderIds);
  const kept = {
    stores: await removeStores(writer, samples),
    warehouses: await removeWarehouses(writer, samples),
  };
  await forgetSums(writer);
  await writer.change('delete from sample_data where account_id = $1', []);
  return kept;
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return [...new Set(rows.map(({ id }) => id))];
}

async function removeOf(
  writer: AccountWriter,
  table: string,
  column: 'shipment_id' | 'order_id' | 'request_id' | 'difference_id',
  ids: readonly string[],
): Promise<void> {
  await writer.change(`delete from ${table} where account_id = $1 and ${column} = any($2::uuid[])`, [ids]);
}

/** The courier of sample parcels is the service itself, so its books are here too. */
async function removeBookings(writer: AccountWriter, shipmentIds: readonly string[]): Promise<void> {
  const booked = await writer.read<{ bookingId: string; trackingNumber: string | null }>(EVERY_BOOKING, [
    shipmentIds,
  ]);
  await writer.change(
    'delete from tracking_numbers where account_id = $1 and tracking_number = any($2::text[])',
    [booked.flatMap(({ trackingNumber }) => trackingNumber ?? [])],
  );
  await writer.acrossAccounts.run('delete from offline_bookings where reference = any($1::uuid[])', [
    booked.map(({ bookingId }) => bookingId),
  ]);
}

async function removePapers(writer: AccountWriter, shipmentIds: readonly string[]): Promise<void> {
  const manifestIds = idsOf(await writer.change<{ id: string }>(UNPACK, [shipmentIds]));
  await writer.change(REMOVE_MANIFESTS, [manifestIds]);
  const gstins = (await writer.change<{ gstin: string }>(UNINVOICE, [shipmentIds])).map(({ gstin }) => gstin);
  await writer.change(REMOVE_SERIES, [gstins]);
}

async function removeMoney(writer: AccountWriter, shipmentIds: readonly string[]): Promise<void> {
  const { acrossAccounts: transaction } = writer;
  // The triggers of amounts ask for this setting, on a cluster on the account's node.
  if (transaction.isCluster) await transaction.run("set local citus.propagate_set_commands to 'local'", []);
  await transaction.run("set local dakiya.removes_sample_data to 'on'", []);
  for (const [at, text] of UNPAY.entries()) {
    const files = idsOf(await writer.change<{ id: string }>(text, [shipmentIds]));
    await writer.change(REMOVE_PAID[at] ?? '', [files]);
  }
  const differenceIds = idsOf(await writer.read<{ id: string }>(DIFFERENCES, [shipmentIds]));
  await removeOf(writer, 'weight_difference_steps', 'difference_id', differenceIds);
  await removeOf(writer, 'ledger_entries', 'shipment_id', shipmentIds);
  await transaction.run("set local dakiya.removes_sample_data to 'off'", []);
}

const KEPT_STORES = `select store_id as id, store_name as name from stores s
  where account_id = $1 and store_id = any($2::uuid[])
    and (updated_at <> $3 or exists (select from orders o where o.account_id = $1 and o.store_id = s.store_id))`;

async function removeStores(writer: AccountWriter, { storeIds, loadedAt }: SampleData): Promise<string[]> {
  const kept = await writer.read<{ id: string; name: string }>(KEPT_STORES, [storeIds, loadedAt]);
  const gone = storeIds.filter((storeId) => !kept.some(({ id }) => id === storeId));
  for (const table of ['store_logos', 'logo_addresses', 'message_switches', 'stores']) {
    await writer.change(`delete from ${table} where account_id = $1 and store_id = any($2::uuid[])`, [gone]);
  }
  return kept.map(({ name }) => name);
}

const KEPT_WAREHOUSES = `select warehouse_id as id, name from warehouses w
  where account_id = $1 and warehouse_id = any($2::uuid[])
    and (updated_at <> $3 or exists (select from shipments s where s.account_id = $1 and s.warehouse_id = w.warehouse_id))`;

async function removeWarehouses(
  writer: AccountWriter,
  { warehouseIds, loadedAt }: SampleData,
): Promise<string[]> {
  const kept = await writer.read<{ id: string; name: string }>(KEPT_WAREHOUSES, [warehouseIds, loadedAt]);
  const gone = warehouseIds.filter((warehouseId) => !kept.some(({ id }) => id === warehouseId));
  for (const table of ['manifests', 'pickups', 'pickup_requests', 'courier_warehouses', 'warehouses']) {
    await writer.change(`delete from ${table} where account_id = $1 and warehouse_id = any($2::uuid[])`, [
      gone,
    ]);
  }
  return kept.map(({ name }) => name);
}

/** Takes shipments out of the counts. */
async function uncount(writer: AccountWriter, shipmentIds: readonly string[]): Promise<void> {
  type Counted = { readonly journey: Journey; readonly status: ForwardStatus; readonly shipments: number };
  const counted = await writer.read<Counted>(COUNTED, [shipmentIds]);
  await writer.write(
    counted.map(({ journey, status, shipments }) =>
      writeCountChange({ journey, status: statusOfColumn(status, journey), change: -shipments }),
    ),
  );
}

import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { to as copyTo } from 'pg-copy-streams';
import { API } from '../server-process.ts';
import type { Ground } from './ground.ts';

/** An export read to its end. */
interface Exported {
  readonly rows: number;
  readonly megabytes: number;
  readonly seconds: number;
  /** Until its first byte. */
  readonly firstByteMs: number;
}

/** Reads the export of all the account's shipments as fast as possible. */
export async function readExport({ running: { url }, headers }: Ground): Promise<Exported> {
  const begun = performance.now();
  const sent = request(`${url}${API}/shipments/export`, { method: 'POST', headers });
  const [response] = (await once(sent.end('{}'), 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`The export was answered with ${response.statusCode}`);
  let firstByteMs = 0;
  let bytes = 0;
  let lines = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    if (bytes === 0) firstByteMs = performance.now() - begun;
    bytes += part.length;
    for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) lines += 1;
  }
  if (!response.complete) throw new Error('The export broke off');
  const seconds = (performance.now() - begun) / 1000;
  return { rows: lines - 1, megabytes: bytes / 1e6, seconds, firstByteMs };
}

const COLUMNS = `s.shipment_id, s.tracking_number, s.status, s.granular_status, s.created_at, o.display_id, o.external_id,
  s.order_date, s.channel, st.store_name, w.name, b.carrier_name, s.zone, s.is_cod, s.total_price_paise, s.cod_amount_paise,
  b.forward_freight_paise, b.cod_charges_paise, s.applied_weight, s.attempt_count, s.ndr_reason, s.rto_reason, c.first_name,
  c.last_name, c.phone, c.email, c.address, c.city, c.state, c.pincode,
  (select string_agg(i.units || ' x ' || i.name, '; ' order by i.position) from order_items i
    where i.account_id = s.account_id and i.order_id = s.order_id), o.tags, s.expected_delivery_date, s.picked_up_at,
  s.out_for_delivery_at, s.delivered_at, s.ndr_raised_at, s.rto_initiated_at, s.rto_delivered_at, s.cancelled_at`;

/** The seconds of a bare `COPY` of the exported columns from the tables. */
export async function copySeconds({ pool, accountId }: Ground): Promise<number> {
  const client = await pool.connect();
  const begun = performance.now();
  try {
    const rows = client.query(
      copyTo(`copy (select ${COLUMNS} from shipments s join orders o using (account_id, order_id)
        left join stores st on st.account_id = s.account_id and st.store_id = s.store_id
        left join warehouses w on w.account_id = s.account_id and w.warehouse_id = s.warehouse_id
        left join bookings b on b.account_id = s.account_id and b.shipment_id = s.shipment_id and b.booking_id = s.booking_id
        left join order_contacts c on c.account_id = s.account_id and c.order_id = s.order_id and c.role = 'billing'
       where s.account_id = '${accountId}' and s.journey = 'forward' order by s.created_at desc) to stdout csv`),
    );
    for await (const part of rows) void part;
  } finally {
    client.release();
  }
  return (performance.now() - begun) / 1000;
}

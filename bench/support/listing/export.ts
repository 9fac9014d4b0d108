import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { to as copyTo } from 'pg-copy-streams';
import type { Ground } from './ground.ts';

/** An export read to its end. */
export interface Exported {
  readonly rows: number;
  readonly megabytes: number;
  readonly seconds: number;
  /** Until its first byte. */
  readonly firstByteMs: number;
}

/** Reads the export of all the account's shipments as fast as possible. */
export async function readExport(ground: Ground): Promise<Exported> {
  const begun = performance.now();
  const response = await begin(ground);
  let firstByteMs = 0;
  let bytes = 0;
  let lines = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    if (bytes === 0) firstByteMs = performance.now() - begun;
    bytes += part.length;
    for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) lines += 1;
  }
  if (!response.complete) throw new Error('The export broke off');
  return {
    rows: lines - 1,
    megabytes: bytes / 1e6,
    seconds: (performance.now() - begun) / 1000,
    firstByteMs,
  };
}

const COLUMNS = `s.shipment_id, s.tracking_number, s.status, s.granular_status, s.created_at, o.display_id, o.external_id,
  s.order_date, s.channel, st.store_name, w.name, b.carrier_name, s.zone, s.is_cod, s.total_price_paise, s.cod_amount_paise,
  b.forward_freight_paise, b.cod_charges_paise, s.applied_weight, s.attempt_count, s.ndr_reason, s.rto_reason, c.first_name,
  c.last_name, c.phone, c.email, c.address, c.city, c.state, c.pincode,
  (select string_agg(i.units || ' x ' || i.name, '; ' order by i.position) from order_items i
    where i.account_id = s.account_id and i.order_id = s.order_id), o.tags, s.expected_delivery_date, s.picked_up_at,
  s.out_for_delivery_at, s.delivered_at, s.ndr_raised_at, s.rto_initiated_at, s.rto_delivered_at, s.cancelled_at`;

/** The seconds of a bare `COPY` of the exported columns from the tables. */
export async function copySeconds({ service, accountId }: Ground): Promise<number> {
  const client = await service.database.pool.connect();
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

/**
 * Disconnects after the first part of an export.
 *
 * @returns milliseconds until PostgreSQL has ended its query
 */
export async function abortExport(ground: Ground): Promise<number> {
  const response = await begin(ground);
  await new Promise((resolve) => response.once('data', resolve));
  const begun = performance.now();
  while ((await running(ground)) === 0) {
    if (performance.now() - begun > 30_000) throw new Error('The export was not seen running');
  }
  response.destroy();
  const left = performance.now();
  while ((await running(ground)) > 0) {
    if (performance.now() - left > 30_000) throw new Error('The export of a client that left still runs');
    await wait(5);
  }
  return performance.now() - left;
}

async function running({ service }: Ground): Promise<number> {
  const { rows } = await service.database.pool.query<{ n: number }>(
    `select count(*)::integer as n from pg_stat_activity
      where state <> 'idle' and query like 'select string_agg(concat(c0%'`,
  );
  return rows[0]?.n ?? 0;
}

function begin({ running: { url }, headers }: Ground) {
  return new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    const sent = request(`${url}/custom/api/v1/shipments/export`, { method: 'POST', headers }, (response) => {
      if (response.statusCode === 200) resolve(response);
      else reject(new Error(`The export was answered with ${response.statusCode}`));
    });
    sent.once('error', reject);
    sent.end('{}');
  });
}

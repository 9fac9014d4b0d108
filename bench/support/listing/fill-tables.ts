import type { Ground } from './ground.ts';

/** An id for a time, as the service makes it: version 7, ordered by time. */
const idAt = (time: string, salt: string) =>
  `(lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || '7' || substr(md5(${salt}), 1, 3)
    || '8' || substr(md5(${salt}), 4, 15))::uuid`;

/** The account's forward shipments that have a courier, with a constant random number for each. */
const BOOKED = `(select s.*, abs(hashtext(s.shipment_id::text)) as draw from shipments s
  where account_id = $1 and journey = 'forward' and tracking_number is not null) s`;

/** Each adds rows to the tables that are empty after loading demo data. */
const FILLS = [
  `insert into messages (account_id, message_id, shipment_id, store_id, created_at, event_at, due_at, sent_at, attempt, tries,
      moment, channel, status, from_name, language, error)
    select account_id, ${idAt('created_at', "shipment_id::text || 'm'")}, shipment_id, store_id, created_at, created_at,
      created_at, created_at, 0, 1, (array['shipped', 'out_for_delivery', 'delivered'])[1 + draw % 3]::message_moment,
      (array['email', 'sms', 'whatsapp'])[1 + draw / 3 % 3]::message_channel,
      case when draw % 50 = 0 then 'failed' else 'sent' end::message_status, 'Bench', 'en',
      case when draw % 50 = 0 then 'refused' end
      from ${BOOKED}`,
  `insert into audit_records (account_id, audit_id, recorded_at, actor_kind, actor_name, action, subject_kind, subject_id, changes)
    select account_id, ${idAt('created_at', "shipment_id::text || 'a'")}, created_at, 'operator', 'bench',
      'shipment.note_added', 'shipment', shipment_id::text, '{}' from ${BOOKED}`,
  `insert into remittances (account_id, remittance_id, recorded_at, remitted_on, amount_paise, expected_paise, shipments,
      differences, courier, utr)
    select account_id, ${idAt('max(created_at)', "'r' || carrier_id || created_at::date")}, max(created_at), created_at::date,
      sum(cod_amount_paise), sum(cod_amount_paise), count(*), 0, carrier_id, 'UTR' || created_at::date
      from ${BOOKED} where is_cod and granular_status = 'delivered' and created_at < now() - interval '30 days'
     group by account_id, carrier_id, created_at::date`,
  `insert into courier_invoices (account_id, invoice_id, recorded_at, shipments, charged_paise, our_paise, courier, invoice_number)
    select account_id, ${idAt('max(created_at)', "'i' || carrier_id || created_at::date")}, max(created_at), count(*),
      sum(total_price_paise), sum(total_price_paise), carrier_id, 'INV' || created_at::date
      from ${BOOKED} group by account_id, carrier_id, created_at::date`,
  `insert into courier_invoice_rows (account_id, invoice_id, shipment_id, charged_weight, our_weight, charged_paise, our_paise, import_id)
    select s.account_id, i.invoice_id, s.shipment_id, applied_weight + 50000, applied_weight, 9000, 8000, gen_random_uuid()
      from ${BOOKED} join courier_invoices i on i.account_id = s.account_id and i.courier = s.carrier_id
       and i.invoice_number = 'INV' || s.created_at::date where draw % 10 = 0`,
  `insert into weight_differences (account_id, difference_id, shipment_id, invoice_id, raised_at, state)
    select s.account_id, ${idAt('s.created_at', "s.shipment_id::text || 'd'")}, s.shipment_id, r.invoice_id, s.created_at,
      (array['raised', 'accepted', 'disputed'])[1 + draw % 3]::weight_difference_state
      from ${BOOKED} join courier_invoice_rows r on r.account_id = s.account_id and r.shipment_id = s.shipment_id`,
  `insert into weight_difference_steps (account_id, difference_id, step_id, taken_at, state, actor_kind, actor_name)
    select account_id, difference_id, difference_id, raised_at, 'raised', 'operator', 'bench'
      from weight_differences where account_id = $1`,
  `insert into manifests (account_id, manifest_id, created_at, warehouse_id, day, carrier_id, carrier_name, actor_name, closed_at)
    select account_id, ${idAt('max(created_at)', "'n' || carrier_id || warehouse_id || created_at::date")}, max(created_at),
      warehouse_id, created_at::date, carrier_id, 'Carrier', 'bench', max(created_at)
      from ${BOOKED} group by account_id, carrier_id, warehouse_id, created_at::date`,
  `insert into pickups (account_id, pickup_id, created_at, warehouse_id, day, carrier_id, carrier_name, actor_name)
    select account_id, manifest_id, created_at, warehouse_id, day, carrier_id, carrier_name, actor_name
      from manifests where account_id = $1`,
  `insert into customer_requests (account_id, request_id, shipment_id, created_at, attempt, kind, state, is_at_once, note)
    select account_id, ${idAt('created_at', "shipment_id::text || 'q'")}, shipment_id, created_at, 0, 'reattempt',
      case when draw % 400 = 0 then 'waiting' else 'done' end::request_state, false, 'Please ring twice'
      from ${BOOKED} where draw % 20 = 0`,
  `insert into invoices (account_id, invoice_id, issued_at, shipment_id, order_id, kind, copy_number, serial, value_paise,
      taxable_paise, cgst_paise, sgst_paise, igst_paise, gstin, financial_year, prefix, number, from_state, place_of_supply,
      supplier, bill_to, lines, actor_name)
    select account_id, ${idAt('created_at', "shipment_id::text || 'v'")}, created_at, shipment_id, order_id, 'invoice', 1,
      row_number() over (), 118, 100, 9, 9, 0, '27AAPFU0939F1ZV', '2627', 'A', 'A' || row_number() over (), 'MH', 'MH',
      party, party, '[]', 'bench' from ${BOOKED}
      cross join (select '{"name":"Bench","lines":["1 Road"],"city":"Pune","state":"MH","pincode":"411001"}'::jsonb as party) p`,
  `insert into webhook_endpoints (account_id, endpoint_id, created_at, updated_at, enabled, url, events, secret)
    values ($1, md5('endpoint')::uuid, now(), now(), false, 'https://hooks.example.in', '{status_change}', '')`,
  `insert into webhook_deliveries (account_id, event_id, endpoint_id, shipment_id, position, created_at, due_at, tries,
      http_status, state, event)
    select account_id, ${idAt('created_at', "shipment_id::text || 'w'")}, md5('endpoint')::uuid, shipment_id, row_number() over (),
      created_at, created_at, 1, 200, case when draw % 50 = 0 then 'failed' else 'delivered' end, 'status_change'
      from ${BOOKED}`,
] as const;

/**
 * Fills the tables that are empty after loading demo data, as a shop of that size does. Does nothing if that
 * was done before.
 */
export async function fillTables({ pool, accountId }: Ground): Promise<void> {
  const { rows } = await pool.query('select from invoices where account_id = $1 limit 1', [accountId]);
  if (rows.length > 0) return;
  for (const fill of FILLS) await pool.query(`${fill} on conflict do nothing`, [accountId]);
  await pool.query('delete from list_totals where account_id = $1', [accountId]);
  await pool.query('vacuum analyze');
}

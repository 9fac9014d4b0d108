import type pg from 'pg';

/** A carrier of the sample rate book. */
export const CARRIER = 'k4tq9m2x';

/**
 * Makes booked, charged and picked-up shipments, with their tracking numbers and histories, by bulk inserts.
 * Orders and the rest are left out, because scans do not use them.
 *
 * @returns the tracking numbers
 */
export async function fillShipments(pool: pg.Pool, shipments: number, accounts: number): Promise<string[]> {
  await pool.query(
    `create table bench_shipments as
      select (array(select gen_random_uuid() from generate_series(1, ${accounts})))[1 + n % ${accounts}] as account_id,
             gen_random_uuid() as shipment_id, gen_random_uuid() as booking_id, 'BN' || lpad(n::text, 11, '0') as tracking_number
        from generate_series(1, ${shipments}) as n`,
  );
  await pool.query(
    `insert into shipments (account_id, shipment_id, order_id, warehouse_id, created_at, updated_at, order_date,
        ready_for_pickup_at, picked_up_at, in_transit_at, status_at, newest_event_at, total_price_paise,
        cod_amount_paise, applied_weight, newest_arrival, event_count, journey, status, granular_status, phase,
        zone, is_cod, tracking_number, carrier_id, channel, booking_id)
      select account_id, shipment_id, gen_random_uuid(), account_id, at, at, at, at, at, at, at, at, 49900, 0,
        45000, 3, 3, 'forward', 'in_transit', 'in_transit', 'moving', 'D', false, tracking_number, '${CARRIER}',
        'shopify', booking_id
        from bench_shipments, (select now() - interval '30 days' as at) as booked`,
  );
  await pool.query(
    `insert into bookings (account_id, shipment_id, booking_id, asked_at, settled_at, shipment_value_paise,
        forward_freight_paise, cod_charges_paise, rto_charges_paise, total_charges_paise, platform_fee_paise,
        expected_pickup_date, expected_delivery_date, state, zone, is_cod, carrier_id, carrier_name, carrier_code,
        service_level, tracking_number, rate_book_version, origin_pincode, destination_pincode, dead_weight_g,
        length_cm, breadth_cm, height_cm, adapter)
      select account_id, shipment_id, booking_id, at, at, 49900, 4440, 0, 4000, 4440, 500, at, at, 'booked', 'D',
        false, '${CARRIER}', 'Surface', 'surface', 'standard', tracking_number, 1, '110020', '560038', 450, 10, 10, 10,
        'offline'
        from bench_shipments, (select now() - interval '30 days' as at) as booked`,
  );
  await pool.query(
    `insert into ledger_entries (account_id, shipment_id, entry_id, recorded_at, happened_at, amount_paise, gst_paise,
        event_type, side)
      select account_id, shipment_id, gen_random_uuid(), at, at, paise, paise * 18 / 100, event, 'debit'
        from bench_shipments, (select now() - interval '30 days' as at) as booked,
             (values ('platform_fee'::ledger_event, 500), ('shipment_debit', 4440)) as e (event, paise)`,
  );
  await pool.query(
    `insert into tracking_numbers (tracking_number, account_id, shipment_id, carrier_id)
      select tracking_number, account_id, shipment_id, '${CARRIER}' from bench_shipments`,
  );
  await pool.query(
    `insert into tracking_events (account_id, shipment_id, event_id, event_at, arrived_at, arrival, status,
        actor_kind, location, description)
      select account_id, shipment_id, gen_random_uuid(), now() - interval '30 days', now() - interval '30 days',
        arrival, status, 'carrier', 'Okhla hub, New Delhi', 'Scanned'
        from bench_shipments,
             (values (1, 'ready_for_pickup'::granular_status), (2, 'picked_up'), (3, 'in_transit')) as e (arrival, status)`,
  );
  const { rows } = await pool.query<{ tracking_number: string }>(
    'select tracking_number from bench_shipments',
  );
  await pool.query('drop table bench_shipments');
  await pool.query('vacuum analyze shipments, bookings, ledger_entries, tracking_numbers, tracking_events');
  await pool.query('checkpoint');
  return rows.map(({ tracking_number }) => tracking_number);
}

/** All writes of a batch of scans, in one statement: for each one event, one shipment, and the counters. */
export const BULK_STATEMENT = `
  with sent as (
    select t.account_id, t.shipment_id, e.*
      from json_to_recordset($1) as e (event_id uuid, tracking_number text, status granular_status,
             event_date_time timestamptz, location text, description text, reason text)
      join tracking_numbers t using (tracking_number)
  ), moved as (
    update shipments s
       set updated_at = now(), event_count = s.event_count + 1, newest_arrival = s.event_count + 1,
           newest_event_at = sent.event_date_time, status_at = sent.event_date_time,
           granular_status = sent.status,
           status = case sent.status when 'out_for_delivery' then 'out_for_delivery'
                      when 'ndr_raised' then 'ndr_raised' else 'in_transit' end::listing_status,
           phase = 'moving', attempt_count = s.attempt_count + (sent.status = 'out_for_delivery')::integer,
           out_for_delivery_at = case sent.status when 'out_for_delivery'
             then coalesce(s.out_for_delivery_at, sent.event_date_time) else s.out_for_delivery_at end,
           ndr_raised_at = case sent.status when 'ndr_raised'
             then coalesce(s.ndr_raised_at, sent.event_date_time) else s.ndr_raised_at end,
           ndr_reason = case sent.status when 'ndr_raised' then 'customer_not_available' else s.ndr_reason end
      from sent
     where s.account_id = sent.account_id and s.shipment_id = sent.shipment_id
    returning s.account_id, s.shipment_id, s.event_count as arrival, s.journey, s.granular_status
  ), kept as (
    insert into tracking_events (account_id, shipment_id, event_id, event_at, arrived_at, arrival, status,
        actor_kind, location, description, reason)
    select account_id, shipment_id, event_id, event_date_time, now(), arrival, status, 'carrier', location,
        description, reason
      from sent join moved using (account_id, shipment_id)
  )
  insert into shipment_count_deltas (account_id, journey, status, change)
  select account_id, journey, granular_status, count(*) from moved group by 1, 2, 3`;

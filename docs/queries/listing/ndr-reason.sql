with page as materialized (
  select s.shipment_id, s.created_at
    from shipments s
   where s.account_id = $1 and s.journey = 'forward'
    and s.ndr_reason = $2::ndr_reason
   order by s.created_at desc, s.shipment_id desc
   limit 21
), total as (
  select count(*) as n from shipments s where s.account_id = $1 and s.journey = 'forward'
    and s.ndr_reason = $2::ndr_reason
), shown as (
  select s.shipment_id, s.created_at, s.tracking_number is not null as has_tracking_number, json_build_object(
  'tracking_number', s.tracking_number,
  'status', s.status,
  'sub_status', nullif(s.granular_status::text, s.status::text),
  'created_at', to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'warehouse_id', s.warehouse_id,
  'total_price', trim_scale(s.total_price_paise / 100.0),
  'cod_amount', trim_scale(s.cod_amount_paise / 100.0),
  'is_cod', s.is_cod,
  'zone', 'zone_' || lower(s.zone::text),
  'applied_weight', json_build_object('value', trim_scale(s.applied_weight / 100.0), 'metric_unit', 'g'),
  'attempt_count', s.attempt_count,
  'carrier', json_build_object('id', s.carrier_id, 'name', coalesce(b.carrier_name, s.carrier_id)),
  'order', json_build_object(
    'id', s.order_id, 'order_date', to_char(o.order_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'channel', o.channel, 'display_id', o.display_id,
    'external_id', o.external_id, 'store_name', st.store_name),
  'items', (
    select coalesce(json_agg(json_build_object(
        'id', i.item_id, 'quantity', i.units, 'price', trim_scale(i.selling_price_paise / 100.0), 'name', i.name, 'sku', i.sku)
      order by i.position), '[]')
      from order_items i where i.account_id = $1 and i.order_id = s.order_id),
  'shipping_address', (
    select json_build_object(
        'name', concat_ws(' ', c.first_name, c.last_name), 'phone', c.phone, 'city', c.city, 'state', c.state,
        'zip', c.pincode)
      from order_contacts c
     where c.account_id = $1 and c.order_id = s.order_id and c.role in ('billing', 'shipping')
     order by c.role desc limit 1),
  'shipment_milestones', (
    select json_agg(json_build_object('milestone', m.milestone, 'milestone_at', to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by m.at, m.place)
      from (values
        (0, 'created', s.created_at), (1, 'ready_for_pickup', s.ready_for_pickup_at),
        (2, 'picked_up', s.picked_up_at), (3, 'in_transit', s.in_transit_at),
        (4, 'out_for_delivery', s.out_for_delivery_at), (5, 'delivered', s.delivered_at),
        (6, 'ndr_raised', s.ndr_raised_at), (7, 'rto_initiated', s.rto_initiated_at),
        (8, 'rto_in_transit', s.rto_in_transit_at), (9, 'rto_delivered', s.rto_delivered_at),
        (10, 'cancelled', s.cancelled_at)) as m (place, milestone, at)
     where m.at is not null),
  'tracking_details', (
    select coalesce(json_agg(json_build_object(
        'id', e.event_id, 'status', e.status, 'last_location', e.location, 'event_date_time', to_char(e.event_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'description', e.description)
      order by e.event_at desc, e.arrival desc), '[]')
      from tracking_events e
     where e.account_id = $1 and e.shipment_id = s.shipment_id and e.refusal is null),
  'ndr_reason', s.ndr_reason,
  'rto_reason', s.rto_reason,
  'tags', o.tags,
  'expected_pickup_date', s.expected_pickup_date,
  'expected_delivery_date', s.expected_delivery_date
)::text as attributes
    from page
    join shipments s on s.account_id = $1 and s.shipment_id = page.shipment_id
    join orders o on o.account_id = $1 and o.order_id = s.order_id
  left join stores st on st.account_id = $1 and st.store_id = s.store_id
  left join bookings b on b.account_id = $1 and b.shipment_id = s.shipment_id and b.booking_id = s.booking_id
    and b.state = 'booked'
)
select total.n as total, shown.shipment_id, (extract(epoch from shown.created_at) * 1000)::bigint as created_ms,
    shown.has_tracking_number, shown.attributes
  from total
  left join shown on true
 order by shown.created_at desc, shown.shipment_id desc

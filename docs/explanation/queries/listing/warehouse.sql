with page as materialized (
  select s.shipment_id, s.created_at
    from shipments s
   where s.account_id = $1 and s.journey = 'forward'
    and (s.warehouse_id = any($2::uuid[]))
   order by s.created_at desc, s.shipment_id desc
   limit 20
), total as (
  select count(*) as n from shipments s where s.account_id = $1 and s.journey = 'forward'
    and (s.warehouse_id = any($2::uuid[]))
), shown as (
  select s.shipment_id, s.order_id, s.warehouse_id, s.created_at, s.updated_at, s.total_price_paise, s.cod_amount_paise,
    s.is_cod, s.zone, s.applied_weight, s.expected_pickup_date::text, s.expected_delivery_date::text,
    s.journey, s.tracking_number, s.carrier_id, case when s.journey = 'return'
      then exists (select from dakiya.exchanges e where e.account_id = $1 and e.return_shipment_id = s.shipment_id)
      else exists (select from dakiya.exchanges e where e.account_id = $1 and e.forward_shipment_id = s.shipment_id) end as is_exchange, w.city as warehouse_city, s.status, s.granular_status, s.phase, s.status_at, s.newest_event_at, s.newest_arrival, s.attempt_count, s.ndr_reason, s.rto_reason, s.ndr_reason_is_newer, s.ready_for_pickup_at, s.picked_up_at, s.in_transit_at, s.out_for_delivery_at, s.delivered_at, s.ndr_raised_at, s.rto_initiated_at, s.rto_in_transit_at, s.rto_delivered_at, s.cancelled_at,
    b.expected_delivery_date::text as first_expected_delivery_date,
    o.order_date, o.channel, o.display_id, o.external_id, o.tags, st.store_name, b.carrier_name, b.courier_name, b.helpline,
    b.forward_freight_paise, b.cod_charges_paise, b.rto_charges_paise, b.qc_charges_paise, b.total_charges_paise, b.platform_fee_paise,
    case when s.journey = 'return' then coalesce(
        (select r.destination from returns r where r.account_id = $1 and r.shipment_id = s.shipment_id)::json,
        json_build_object('first_name', w.contact_person, 'last_name', null,
        'phone', w.phone, 'email', w.email, 'address', w.street_address, 'address_2', null, 'city', w.city,
        'pincode', w.zip, 'state', w.state, 'country', w.country)) end as home,
    (select json_agg(json_build_array(c.role, c.first_name, c.last_name, c.phone, c.email, c.address, c.address_2,
        c.city, c.pincode, c.state, c.country))
      from order_contacts c where c.account_id = $1 and c.order_id = s.order_id) as contacts,
    (select json_agg(json_build_array(i.item_id, i.units, i.name, i.sku, i.selling_price_paise) order by i.position)
      from order_items i where i.account_id = $1 and i.order_id = s.order_id) as items,
    (select json_agg(json_build_array(e.event_id, e.status, e.reason, e.location, e.description,
        (extract(epoch from e.event_at) * 1000)::bigint, e.actor_kind = 'carrier', e.carrier_reason) order by e.event_at desc, e.arrival desc)
      from tracking_events e
     where e.account_id = $1 and e.shipment_id = s.shipment_id and e.refusal is null) as events,
    (select json_build_object('id', q.request_id, 'kind', q.kind, 'isAtOnce', q.is_at_once, 'deliveryDate', q.delivery_date,
        'landmark', q.landmark, 'phone', q.phone, 'note', q.note, 'returnReason', q.return_reason, 'createdAt', q.created_at)
      from customer_requests q
     where q.account_id = $1 and q.shipment_id = s.shipment_id and q.state = 'waiting') as request
    from page
    cross join lateral (select * from shipments where account_id = (select $1::uuid) and shipment_id = page.shipment_id offset 0) s
    cross join lateral (select * from orders where account_id = (select $1::uuid) and order_id = s.order_id offset 0) o
    cross join lateral (select * from warehouses where account_id = (select $1::uuid) and warehouse_id = s.warehouse_id offset 0) w
    left join lateral (select * from stores where account_id = (select $1::uuid) and store_id = s.store_id offset 0) st on true
    left join lateral (select * from bookings where account_id = (select $1::uuid) and shipment_id = s.shipment_id and booking_id = s.booking_id and state = 'booked' offset 0) b on true
)
select total.n as total, shown.*
  from total
  left join shown on true
 order by shown.created_at desc, shown.shipment_id desc

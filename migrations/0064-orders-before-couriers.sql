-- A new order and its booking are written before the courier is asked, and its shipment afterwards. Until now its id was taken by
-- a row of order_reservations. Processes of the release before still use that table.
alter table bookings add column new_order_id uuid;

comment on column bookings.new_order_id is 'the order that is made if the carrier takes it, and that has no shipment until then; null as soon as it is made, and for a shipment that was there before';

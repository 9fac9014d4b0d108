-- The contents of an order that is over, so that rules can be tried on it.

alter table shop_orders add column last_open jsonb;

comment on column shop_orders.last_open is 'the order when there last was something to ship; null while seen has something to ship, or if there never was';

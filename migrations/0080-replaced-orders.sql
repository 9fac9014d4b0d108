-- A new order may replace a cancelled one and get its order id. Both show the id. The unique index of order ids takes nulls for
-- different, so a null in it frees the id without building the index anew.
alter table orders
  alter column journey drop not null,
  add column replaces uuid;

comment on column orders.journey is 'as in shipments; null once another order has replaced it and has its id';
comment on column orders.replaces is 'the cancelled order whose id it has got; null for most';

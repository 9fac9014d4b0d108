-- Returns: shipments of journey `return`, in the tables and by the protocol of all shipments, with their own
-- words, their own order ids and what only they have.
--
-- The words of a return's life are kept as those of a forward shipment that is as far (`keptStatus` says which), so
-- that a process which knows no returns reads every row, and folds a return's scans right. The moments of messages
-- have no such words: they are handed to jobs of their own, which such a process does not take.

alter type message_moment add value 'return_pickup_scheduled';
alter type message_moment add value 'return_pickup_missed';
alter type message_moment add value 'return_picked_up';
alter type message_moment add value 'return_received';

comment on column order_contacts.role is 'billing: who buys; of a return, at whose door it is picked up. shipping: whom it goes to, only where that differs. reattempt: what the merchant corrected for the next attempt';
comment on column shipments.attempt_count is 'how often it went out for delivery; of a return, how many pickups failed';
comment on column shipments.granular_status is 'of a return, the word of a forward shipment that is as far; status follows from it';
comment on column shipments.delivered_at is 'of a return: at its warehouse; the other milestones likewise go the other way';

-- A return may have the order id of the order that it brings back.

alter table orders add column journey journey not null default 'forward';
alter table orders drop constraint order_display_id_is_unique;
create unique index order_display_id_is_unique on orders (account_id, display_id, journey);

comment on column orders.display_id is 'the merchant''s order_id: unique in the account, for each journey by itself, for ever';

alter table order_reservations add column journey journey not null default 'forward';
alter table order_reservations
  drop constraint order_reservation_is_unique,
  add constraint order_reservation_is_unique primary key (account_id, display_id, journey);

alter table bookings add column qc_charges_paise bigint not null default 0;

comment on column bookings.forward_freight_paise is 'the freight of its journey: of a return, of the way back';

-- The listing of returns, beside indexes that hold forward shipments only.

create index returns_listed on shipments (account_id, created_at, shipment_id)
  include (granular_status, zone, carrier_id, channel, warehouse_id)
  where journey = 'return';

create index returns_by_status on shipments (account_id, granular_status, created_at, shipment_id)
  where journey = 'return';

create type qc_status as enum ('pending', 'passed', 'failed');

create table returns (
  account_id uuid not null,
  shipment_id uuid not null,
  created_at timestamptz(3) not null,
  order_id uuid not null,
  forward_order_id uuid,
  qc_status qc_status,
  return_reason text,
  destination jsonb,
  skus text[] not null default '{}',
  words text not null,
  primary key (account_id, shipment_id)
)
with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_scale_factor = 0.02);

create unique index return_of_order on returns (account_id, order_id);
create index returns_of_forward_order on returns (account_id, forward_order_id) where forward_order_id is not null;
create index returns_by_sku on returns using gin (account_id, skus);

comment on table returns is 'what a return has beside its shipment';
comment on column returns.order_id is 'of the return itself: its items and contacts';
comment on column returns.forward_order_id is 'the order that it brings back';
comment on column returns.destination is 'whom it goes to, as a row of order_contacts; null for the warehouse';
comment on column returns.qc_status is 'of the check at the customer''s door, from the history; null where none is asked for';
comment on column returns.words is 'all that `search` looks in, as compared, between blanks; personal: erased with order_contacts';

do $$
begin
  execute (
    select format('create index returns_by_words on returns using gin (account_id, words %I.gin_trgm_ops)', nspname)
      from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
     where extname = 'pg_trgm'
  );
end
$$;

create table qc_items (
  account_id uuid not null,
  order_id uuid not null,
  position smallint not null,
  product_name text,
  product_image text not null,
  brand text,
  size text,
  color text,
  questions text[] not null default '{}',
  primary key (account_id, order_id, position)
);

comment on table qc_items is 'which items of a return are checked at the door, and what they are compared with';
comment on column qc_items.product_image is 'an address that is shown and told to the courier, and never fetched';

create table qc_answers (
  account_id uuid not null,
  shipment_id uuid not null,
  event_id uuid not null,
  qc_status qc_status not null,
  reason text,
  images text[] not null default '{}',
  primary key (account_id, shipment_id, event_id)
);

comment on table qc_answers is 'what a courier''s check at the door came to, beside the event that told it';
comment on column qc_answers.images is 'addresses that are shown and never fetched';

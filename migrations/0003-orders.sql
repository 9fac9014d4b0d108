-- Warehouses, orders, shipments with their history, bookings with carriers, exact counters, and what keeps
-- a request from being carried out twice.
--
-- Words of small vocabularies are enums. Counting 1,000,000 rows of one account by an index-only scan that
-- filters on two of them took 105 ms as text, 95 ms as enums and 83 ms as smallint codes, in indexes of 64,
-- 50 and 41 MB: most of what codes gain, in rows that a person can read. A test holds each enum to the list
-- in the domain; a new word is one `alter type ... add value`. Other text in indexes is `collate "C"`:
-- compared byte by byte whatever the database's own collation is.
--
-- The tables that every order writes to have no foreign keys. Each would cost a look-up and, worse, a lock
-- on the parent: every order of an account would mark the same row of `accounts`. Rows that belong together
-- are written in one transaction and never deleted alone.

create type journey as enum ('forward', 'return');

create type listing_status as enum (
  'pending', 'in_transit', 'out_for_delivery', 'delivered', 'ndr_raised', 'rto_initiated', 'rto_in_transit',
  'rto_delivered', 'cancelled', 'others'
);

create type granular_status as enum (
  'pending', 'processing', 'ready_for_pickup', 'pickup_scheduled', 'out_for_pickup', 'not_picked',
  'picked_up', 'in_transit', 'reached_destination_hub', 'out_for_delivery',
  'delivered',
  'ndr_raised', 'need_attention', 'reattempt_delivery',
  'rto_initiated', 'rto_in_transit', 'rto_out_for_delivery', 'rto_need_attention',
  'rto_delivered',
  'cancelled', 'rejected',
  'on_hold', 'lost', 'damaged', 'rto_lost', 'rto_damaged',
  'externally_fulfilled'
);

create type shipment_phase as enum ('before_pickup', 'withdrawn', 'moving', 'final');

create type event_refusal as enum ('already_final', 'already_moving', 'already_withdrawn');

create type zone as enum ('A', 'B', 'C', 'D', 'E');

create type ndr_reason as enum (
  'customer_not_available', 'phone_unreachable', 'customer_refused', 'future_delivery_requested',
  'address_incomplete', 'address_incorrect', 'cod_not_ready', 'open_delivery_requested',
  'self_collect_requested', 'out_of_delivery_area', 'entry_restricted', 'customer_cancelled',
  'otp_not_verified', 'not_attempted', 'misrouted', 'shipment_damaged', 'other'
);

create type rto_reason as enum (
  'max_attempts_exhausted', 'customer_refused', 'customer_cancelled', 'customer_not_reachable',
  'customer_not_available', 'address_issue', 'payment_not_ready', 'out_of_delivery_area', 'seller_requested',
  'ndr_not_actioned', 'otp_verified_cancellation', 'shipment_damaged', 'misrouted_or_delayed',
  'regulatory_hold', 'other'
);

create type actor_kind as enum ('key', 'user', 'operator', 'system', 'carrier');

create type contact_role as enum ('billing', 'shipping', 'reattempt');

create type booking_state as enum ('asking', 'unknown', 'booked', 'failed');

-- A carrier may be behind a change too; and an order is a change, so the reason above holds here.
alter table audit_records
  drop constraint audit_records_account_id_fkey,
  drop constraint audit_records_actor_kind_check,
  add constraint audit_records_actor_kind_check
    check (actor_kind in ('key', 'user', 'operator', 'system', 'carrier'));

-- Warehouses ------------------------------------------------------------------------------------------

create table warehouses (
  account_id uuid not null references accounts,
  warehouse_id uuid not null,
  name text not null,
  contact_person text not null,
  phone text not null,
  email text not null,
  gst_no text,
  street_address text not null,
  zip text not null,
  city text not null,
  state text not null,
  country text not null,
  is_active boolean not null default true,
  same_key bytea not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, warehouse_id)
);

create unique index warehouse_is_unique on warehouses (account_id, same_key) where is_active;
create index warehouses_in_list_order on warehouses (account_id, created_at, warehouse_id);

comment on column warehouses.same_key is 'digest of name and address as compared: making an active one again answers with it';

-- Orders ----------------------------------------------------------------------------------------------

create table orders (
  account_id uuid not null,
  order_id uuid not null,
  store_id uuid,
  created_at timestamptz(3) not null,
  order_date timestamptz(3) not null,
  sub_total_paise bigint not null,
  cod_collectible_paise bigint not null,
  is_cod boolean not null,
  display_id text collate "C" not null,
  external_id text collate "C" not null,
  channel text collate "C" not null,
  tags text[] not null default '{}',
  primary key (account_id, order_id),
  constraint order_display_id_is_unique unique (account_id, display_id)
);

-- The tracking page's form knows no account.
create index orders_by_display_id on orders (display_id);

comment on column orders.display_id is 'the merchant''s order_id: unique in the account for ever';

create table order_contacts (
  account_id uuid not null,
  order_id uuid not null,
  role contact_role not null,
  first_name text not null,
  last_name text,
  phone text not null,
  email text,
  address text not null,
  address_2 text,
  city text not null,
  pincode text not null,
  state text not null,
  country text not null,
  note text,
  primary key (account_id, order_id, role)
);

comment on table order_contacts is 'the one place of customers'' names, phones and addresses; shipment_search is derived from it and erased with it';
comment on column order_contacts.role is 'shipping only where it differs from billing; reattempt: what the merchant corrected for the next attempt';
comment on column order_contacts.phone is 'ten digits';

create table order_items (
  account_id uuid not null,
  order_id uuid not null,
  position smallint not null,
  item_id uuid not null,
  selling_price_paise bigint not null,
  discount_paise bigint,
  tax numeric,
  units integer not null,
  name text not null,
  sku text collate "C",
  hsn text,
  primary key (account_id, order_id, position)
);

comment on column order_items.selling_price_paise is 'of one unit';
comment on column order_items.tax is 'as the merchant sent it';

-- Shipments -------------------------------------------------------------------------------------------

create table shipments (
  account_id uuid not null,
  shipment_id uuid not null,
  order_id uuid not null,
  warehouse_id uuid not null,
  store_id uuid,
  booking_id uuid,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  order_date timestamptz(3) not null,
  ready_for_pickup_at timestamptz(3),
  picked_up_at timestamptz(3),
  in_transit_at timestamptz(3),
  out_for_delivery_at timestamptz(3),
  delivered_at timestamptz(3),
  ndr_raised_at timestamptz(3),
  rto_initiated_at timestamptz(3),
  rto_in_transit_at timestamptz(3),
  rto_delivered_at timestamptz(3),
  cancelled_at timestamptz(3),
  status_at timestamptz(3) not null,
  newest_event_at timestamptz(3),
  total_price_paise bigint not null,
  cod_amount_paise bigint not null,
  applied_weight bigint not null,
  expected_pickup_date date,
  expected_delivery_date date,
  newest_arrival integer,
  event_count integer not null default 0,
  journey journey not null,
  status listing_status not null,
  granular_status granular_status not null,
  phase shipment_phase not null,
  zone zone not null,
  ndr_reason ndr_reason,
  rto_reason rto_reason,
  attempt_count smallint not null default 0,
  is_cod boolean not null,
  ndr_reason_is_newer boolean not null default false,
  tracking_number text collate "C",
  carrier_id text collate "C",
  channel text collate "C" not null,
  primary key (account_id, shipment_id)
)
-- Every scan writes a new version of a row. Space left in its page keeps it there, and counts by index-only
-- scans stay quick only while vacuum follows closely: after one row in a hundred.
with (
  fillfactor = 85,
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_insert_scale_factor = 0.01,
  autovacuum_analyze_scale_factor = 0.02,
  autovacuum_vacuum_cost_delay = 0
);

create index shipments_in_list_order on shipments (account_id, created_at, shipment_id);
create index shipments_of_order on shipments (account_id, order_id);

comment on table shipments is 'narrow: one typed column for every filter of the listing, and the whole state that a history folds to';
comment on column shipments.applied_weight is '0.01 g';
comment on column shipments.cod_amount_paise is '0 for prepaid';
comment on column shipments.booking_id is 'the booking in force, or the one whose outcome is awaited';
comment on column shipments.picked_up_at is 'this and the other _at columns of statuses are the milestones: when each was first reached';
comment on column shipments.event_count is 'the arrival number of the shipment''s last event';

create table parcels (
  account_id uuid not null,
  shipment_id uuid not null,
  dead_weight_g numeric not null,
  length_cm numeric not null,
  breadth_cm numeric not null,
  height_cm numeric not null,
  primary key (account_id, shipment_id)
);

comment on table parcels is 'weight and size as the order gave them, exactly';

create table bookings (
  account_id uuid not null,
  shipment_id uuid not null,
  booking_id uuid not null,
  process_id uuid,
  asked_at timestamptz(3) not null,
  settled_at timestamptz(3),
  next_try_at timestamptz(3),
  shipment_value_paise bigint not null,
  forward_freight_paise bigint not null,
  cod_charges_paise bigint not null,
  rto_charges_paise bigint not null,
  total_charges_paise bigint not null,
  platform_fee_paise bigint not null,
  expected_pickup_date date not null,
  expected_delivery_date date not null,
  state booking_state not null,
  zone zone not null,
  is_cod boolean not null,
  carrier_id text collate "C" not null,
  carrier_name text not null,
  carrier_code text not null,
  service_level text not null,
  tracking_number text collate "C",
  rate_book_version bigint not null,
  origin_pincode text not null,
  destination_pincode text not null,
  dead_weight_g numeric not null,
  length_cm numeric not null,
  breadth_cm numeric not null,
  height_cm numeric not null,
  failure text,
  primary key (account_id, shipment_id, booking_id)
);

create index bookings_to_settle on bookings (account_id, asked_at) where state in ('asking', 'unknown');

comment on table bookings is 'what a carrier was asked to take, at which charges, and what they were computed from; the charges are never rewritten';
comment on column bookings.booking_id is 'our reference at the carrier';
comment on column bookings.state is 'asking: the carrier is being called by process_id; unknown: its answer was lost, and it is being reconciled';

create table tracking_numbers (
  tracking_number text collate "C" primary key,
  account_id uuid not null,
  shipment_id uuid not null,
  carrier_id text collate "C" not null
);

comment on table tracking_numbers is 'finds the shipment of a tracking number, in the whole service';

create table tracking_events (
  account_id uuid not null,
  shipment_id uuid not null,
  event_id uuid not null,
  event_at timestamptz(3) not null,
  arrived_at timestamptz(3) not null,
  arrival integer not null,
  status granular_status not null,
  refusal event_refusal,
  actor_kind actor_kind not null,
  actor_id uuid,
  carrier_event_key uuid,
  actor_name text,
  reason text,
  location text,
  description text,
  carrier_status text,
  carrier_reason text,
  primary key (account_id, shipment_id, event_id)
)
with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);

create unique index carrier_event_is_unique on tracking_events (account_id, shipment_id, carrier_event_key)
  where carrier_event_key is not null;

comment on table tracking_events is 'the whole history of every shipment: carriers'' scans and our own actions';
comment on column tracking_events.event_id is 'of a scan: a digest of its content, so that a repeat is the same row';
comment on column tracking_events.carrier_event_key is 'a digest of the carrier''s own id of the event';
comment on column tracking_events.arrival is 'the order in which the shipment''s events reached this service';
comment on column tracking_events.refusal is 'why it did not apply; null where it did';
comment on column tracking_events.reason is 'of the NDR or RTO vocabulary, as the status has it';
comment on column tracking_events.actor_name is 'left out of a carrier''s scans, which name their credential by id';
comment on column tracking_events.carrier_status is 'the carrier''s own word, where it is not ours';

-- What the listing looks for in more than one value per shipment. Rows never change place: created_at and
-- the id are the order of the listing, so that a page and its count need these indexes alone.

create table shipment_skus (
  account_id uuid not null,
  sku text collate "C" not null,
  created_at timestamptz(3) not null,
  shipment_id uuid not null,
  primary key (account_id, sku, created_at, shipment_id)
)
with (autovacuum_vacuum_insert_scale_factor = 0.01);

create table shipment_tags (
  account_id uuid not null,
  tag text collate "C" not null,
  created_at timestamptz(3) not null,
  shipment_id uuid not null,
  primary key (account_id, tag, created_at, shipment_id)
)
with (autovacuum_vacuum_insert_scale_factor = 0.01);

create table shipment_search (
  account_id uuid not null,
  shipment_id uuid not null,
  created_at timestamptz(3) not null,
  words text not null,
  primary key (account_id, shipment_id)
)
with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_scale_factor = 0.02);

comment on table shipment_search is 'all that `search` looks in, as compared, between blanks; personal: erased with order_contacts';

-- The extensions may stand in any schema, if somebody else made them.
do $$
begin
  create extension if not exists pg_trgm schema dakiya;
  create extension if not exists btree_gin schema dakiya;
  execute (
    select format('create index shipments_by_words on shipment_search using gin (account_id, words %I.gin_trgm_ops)', nspname)
      from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
     where extname = 'pg_trgm'
  );
end
$$;

-- Exact counters. A change adds a row here in its own transaction, so that no two changes wait for one
-- another; rows are summed up into shipment_counts in the background. The count is the sum of both.

create table shipment_counts (
  account_id uuid not null,
  journey journey not null,
  status granular_status not null,
  shipments bigint not null,
  primary key (account_id, journey, status)
);

create table shipment_count_deltas (
  account_id uuid not null,
  delta_id bigint generated always as identity,
  journey journey not null,
  status granular_status not null,
  change integer not null,
  primary key (account_id, delta_id)
)
with (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_cost_delay = 0,
  autovacuum_analyze_threshold = 2000
);

-- Once only ---------------------------------------------------------------------------------------------

create table service_processes (
  process_id uuid primary key,
  started_at timestamptz(3) not null,
  seen_at timestamptz(3) not null
);

comment on table service_processes is 'who is alive: a process that was not seen for a while is dead, and what it had begun is settled by another';

create table order_reservations (
  account_id uuid not null,
  display_id text collate "C" not null,
  order_id uuid not null,
  process_id uuid not null,
  reserved_at timestamptz(3) not null,
  booking_id uuid,
  carrier_id text collate "C",
  is_settling boolean not null default false,
  constraint order_reservation_is_unique primary key (account_id, display_id)
)
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0);

comment on table order_reservations is 'order ids taken while a carrier is being called';
comment on column order_reservations.booking_id is 'our reference at the carrier being called now; null before the first';
comment on column order_reservations.is_settling is 'its request ended without an answer; what it left is being undone';

create table idempotency_keys (
  account_id uuid not null,
  idempotency_key text collate "C" not null,
  request_hash bytea not null,
  process_id uuid not null,
  started_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  answer text,
  constraint idempotency_key_is_unique primary key (account_id, idempotency_key)
)
with (autovacuum_vacuum_scale_factor = 0.05);

create index idempotency_keys_by_expiry on idempotency_keys (expires_at);

comment on column idempotency_keys.answer is 'the body of the success; null while the first request runs';

-- Carriers ----------------------------------------------------------------------------------------------

create table carrier_credentials (
  credential_id uuid primary key,
  prefix text not null unique,
  secret_hash bytea not null,
  name text not null,
  carrier_ids text[] not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3)
);

comment on table carrier_credentials is 'with which couriers send scans, each for its own carriers';

-- The offline carrier's own books, as a courier would keep them: it knows our references and nothing else
-- of ours.

create sequence offline_serials;

create table offline_bookings (
  serial bigint primary key default nextval('offline_serials'),
  reference uuid not null,
  copy smallint not null default 1,
  carrier_id text collate "C" not null,
  prefix text not null,
  booked_at timestamptz(3),
  cancelled_at timestamptz(3),
  constraint offline_reference_is_unique unique (reference, copy)
);

comment on column offline_bookings.copy is '2 where the carrier was told to carry out a request twice';
comment on column offline_bookings.booked_at is 'null where we asked for a booking that had not come: if it comes late, it is not carried out';

create table offline_behaviours (
  account_id uuid not null,
  carrier_id text collate "C" not null,
  kind text not null check (kind in ('refuse', 'lose_request', 'lose_answer', 'slow', 'twice')),
  pincode text not null default '',
  milliseconds integer not null default 0,
  primary key (account_id, carrier_id, kind, pincode)
);

comment on table offline_behaviours is 'how the offline carrier fails for an account that tries things out; carrier_id * is every carrier, an empty pincode every destination';

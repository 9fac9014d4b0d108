-- Shops: the merchant's shop systems, what was read of their orders, and what they were told of the parcels.

create table shops (
  account_id uuid not null,
  shop_id uuid not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  removed_at timestamptz(3),
  store_id uuid not null,
  shop text not null collate "C",
  name text not null,
  settings jsonb not null,
  secrets bytea,
  secret_names text[] not null,
  rules jsonb not null,
  orders_from timestamptz(3) not null,
  read_until timestamptz(3) not null,
  next_try_at timestamptz(3),
  tries integer not null default 0,
  answered_at timestamptz(3),
  failing_since timestamptz(3),
  failure text,
  last_order_at timestamptz(3),
  last_bell_at timestamptz(3),
  stopped_at timestamptz(3),
  primary key (account_id, shop_id)
);

create unique index shop_of_store on shops (account_id, store_id) where removed_at is null;
create index shops_to_poll on shops (next_try_at) where next_try_at is not null;

comment on table shops is 'connections to shop systems; each has one store, whose brand its customers see';
comment on column shops.settings is 'those that are not secret, by name';
comment on column shops.secrets is 'the secret ones by name, as JSON, sealed, with the secrets of the webhook address';
comment on column shops.rules is 'what the merchant decided: warehouses, sizes, booking; see src/domain/shops/shop-rules.ts';
comment on column shops.orders_from is 'orders that were made before are not taken';
comment on column shops.read_until is 'all changes until then were read';
comment on column shops.next_try_at is 'when the shop is asked for changes; null while the connection is stopped';
comment on column shops.failure is 'why the shop could not be asked, as what follows its name; null while all is well';
comment on column shops.stopped_at is 'when it stopped for good, because the shop no longer takes the credential';

create table shop_tokens (
  token_id uuid primary key,
  prefix text not null collate "C" unique,
  secret_hash bytea not null,
  account_id uuid not null,
  shop_id uuid not null,
  shop text not null collate "C",
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  last_used_at timestamptz(3)
);

create index shop_tokens_of_account on shop_tokens (account_id, shop_id);

comment on table shop_tokens is 'finds the connection of a webhook by its address, in the whole service';

create type shop_order_state as enum ('waiting', 'open', 'done', 'cancelled');

create table shop_orders (
  account_id uuid not null,
  shop_id uuid not null,
  order_key text not null collate "C",
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  next_try_at timestamptz(3),
  rung_at timestamptz(3),
  ordered_at timestamptz(3),
  changed_at timestamptz(3),
  tries integer not null default 0,
  version integer not null default 1,
  state shop_order_state,
  number text not null default '',
  failure text,
  seen jsonb,
  primary key (account_id, shop_id, order_key)
);

create index shop_orders_to_settle on shop_orders (next_try_at) where next_try_at is not null;
create index shop_orders_newest on shop_orders (account_id, shop_id, updated_at desc);

comment on table shop_orders is 'orders of shops: what was last read of them';
comment on column shop_orders.next_try_at is 'when it is read or settled; null if nothing is due';
comment on column shop_orders.rung_at is 'when the shop told of a change that was not read yet';
comment on column shop_orders.changed_at is 'the shop''s time of the last change; several changes may have the same';
comment on column shop_orders.version is 'counts the different contents of seen';
comment on column shop_orders.seen is 'the order as read, in the form of src/domain/shops/shop-order.ts';

create type shop_parcel_state as enum ('open', 'needs_attention', 'made', 'skipped', 'cancelled');

create table shop_parcels (
  account_id uuid not null,
  shop_id uuid not null,
  order_key text not null collate "C",
  parcel_key text not null collate "C",
  parcel_id uuid not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  next_try_at timestamptz(3),
  confirmed_at timestamptz(3),
  paid_at timestamptz(3),
  order_id uuid,
  shipment_id uuid,
  position integer not null,
  followed_version integer,
  tries integer not null default 0,
  state shop_parcel_state not null,
  reasons jsonb not null default '[]',
  mended jsonb not null default '{}',
  task text,
  fulfilment_key text,
  told_number text,
  told text,
  failure text,
  primary key (account_id, shop_id, order_key, parcel_key)
);

create index shop_parcels_to_tell on shop_parcels (next_try_at) where next_try_at is not null;
create index shop_parcels_of_shipment on shop_parcels (account_id, shipment_id) where shipment_id is not null;
create unique index shop_parcel_is_found_by_id on shop_parcels (account_id, parcel_id);
create index shop_parcels_for_people on shop_parcels (account_id, parcel_id)
  where state = 'needs_attention' or task is not null;

comment on table shop_parcels is 'one row for each parcel of a shop''s order, so that each has exactly one order of ours';
comment on column shop_parcels.next_try_at is 'when the shop is told of it; null if it knows all';
comment on column shop_parcels.followed_version is 'the version of the shop''s order that ours has followed';
comment on column shop_parcels.position is 'from 1; the second parcel of order 1001 is our order 1001-2';
comment on column shop_parcels.reasons is 'why it needs attention or was skipped: a list of {field, code, message}';
comment on column shop_parcels.mended is 'fields of the order that a person has corrected, by the API''s names';
comment on column shop_parcels.task is 'what a person must do, for example because the order changed after its booking';
comment on column shop_parcels.paid_at is 'when the shop was told that the courier has remitted its cash';
comment on column shop_parcels.told_number is 'the tracking number of fulfilment_key';
comment on column shop_parcels.told is 'the last progress that the shop was told';

-- Couriers: the accounts that merchants and the operator have with them, what a booking keeps of its courier, and
-- the tracking numbers that couriers give out in advance.
--
-- The operator's courier accounts stand under the id of zeros, as the default rate book does.

create table courier_accounts (
  account_id uuid not null,
  courier_account_id uuid not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  removed_at timestamptz(3),
  courier text not null collate "C",
  name text not null,
  settings jsonb not null,
  secrets bytea,
  secret_names text[] not null,
  primary key (account_id, courier_account_id),
  constraint courier_is_connected_once unique (account_id, courier)
);

comment on column courier_accounts.removed_at is 'connected again, it is the same one: bookings keep its id';
comment on column courier_accounts.settings is 'those that are not secret, by name; what has its default is left out';
comment on column courier_accounts.secrets is 'the secret ones by name, as JSON, sealed: see src/sealing; null where none is set';
comment on column courier_accounts.secret_names is 'which of them are set';

create table courier_push_tokens (
  token_id uuid primary key,
  prefix text not null collate "C" unique,
  secret_hash bytea not null,
  account_id uuid not null,
  courier_account_id uuid not null,
  courier text not null collate "C",
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  last_used_at timestamptz(3)
);

create index courier_push_tokens_of_account on courier_push_tokens (account_id, courier_account_id);

comment on table courier_push_tokens is 'finds whose parcels a push may move, in the whole service';

create table courier_exchanges (
  account_id uuid not null,
  courier_account_id uuid not null,
  exchange_id uuid not null,
  happened_at timestamptz(3) not null,
  duration_ms integer not null,
  status smallint,
  courier text not null collate "C",
  call text not null,
  method text not null,
  path text not null,
  request text,
  answer text,
  failure text,
  primary key (account_id, courier_account_id, exchange_id)
);

create index courier_exchanges_by_age on courier_exchanges (happened_at);

comment on table courier_exchanges is 'the last requests to couriers that came to nothing, without secrets and personal data; kept 7 days';

create table courier_numbers (
  account_id uuid not null,
  courier_account_id uuid not null,
  fetched_at timestamptz(3) not null,
  number text not null collate "C",
  primary key (account_id, courier_account_id, fetched_at, number)
);

comment on table courier_numbers is 'tracking numbers that a courier has given out in advance and nobody has used yet: the oldest go first';

create table courier_references (
  account_id uuid not null,
  courier_account_id uuid not null,
  reference uuid not null,
  taken_at timestamptz(3),
  closed_at timestamptz(3),
  number text collate "C",
  primary key (account_id, courier_account_id, reference)
);

comment on table courier_references is 'which of them a booking has: written down before the courier is told';
comment on column courier_references.reference is 'the booking''s id';
comment on column courier_references.closed_at is 'nothing is taken under it any more: the booking was not made';

alter table bookings
  add column adapter text not null default 'offline',
  add column courier_product text not null default '',
  add column courier_account_id uuid,
  add column order_reference text not null default '',
  add column courier_order_id text,
  add column routing_code text;

comment on column bookings.adapter is 'the courier that has it, whatever the row of the rate book says later';
comment on column bookings.courier_account_id is 'of the account or of the operator; null of a courier that nobody has to connect';
comment on column bookings.order_reference is 'what the courier knows the parcel by: the merchant''s order id, shortened, with a suffix where another parcel has it';
comment on column bookings.courier_order_id is 'what the courier calls it beside the tracking number';

alter table order_reservations
  add column adapter text not null default 'offline',
  add column courier_product text not null default '',
  add column courier_account_id uuid,
  add column order_reference text not null default '';

alter table tracking_numbers
  add column courier_account_id uuid;

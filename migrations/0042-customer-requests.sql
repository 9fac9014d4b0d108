-- What customers ask for from the tracking page: another delivery, that they do not want it, or a return.
--
-- Whoever has the link proves by a code, sent to the order's own phone or email, that it is the customer.

create type request_kind as enum ('reattempt', 'refusal', 'return');

create type request_state as enum ('waiting', 'done', 'rejected', 'refused', 'outdated');

create type request_rule as enum ('at_once', 'approval', 'off');

create type customer_return_reason as enum ('damaged', 'wrong_item', 'not_as_described', 'does_not_fit', 'changed_mind', 'other');

create table request_settings (
  account_id uuid primary key,
  updated_at timestamptz(3) not null,
  another_day request_rule not null,
  landmark request_rule not null,
  refusal request_rule not null,
  codes_per_day integer not null
);

comment on table request_settings is 'what customers may ask for, and what of it is done without anybody looking at it; without a row as the code says';
comment on column request_settings.codes_per_day is 'codes of the whole account in a day of India: each SMS costs money';

create table request_codes (
  account_id uuid not null,
  code_id uuid not null,
  shipment_id uuid not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  pass_expires_at timestamptz(3),
  pass_used_at timestamptz(3),
  tries smallint not null default 0,
  channel message_channel not null,
  code_hash bytea not null,
  pass_hash bytea,
  primary key (account_id, code_id)
);

create index request_codes_of_shipment on request_codes (account_id, shipment_id, created_at);
create index request_codes_by_age on request_codes (created_at);

comment on table request_codes is 'kept two days: the newest of a shipment works, for ten minutes and five tries, and gives a pass for one request';
comment on column request_codes.pass_hash is 'SHA-256 of the pass that the right code gave';

create table request_code_days (
  account_id uuid not null,
  day date not null,
  codes integer not null,
  primary key (account_id, day)
);

comment on table request_code_days is 'how many codes an account has sent on a day of India; whoever sends one holds its row meanwhile';

create table customer_requests (
  account_id uuid not null,
  request_id uuid not null,
  shipment_id uuid not null,
  return_shipment_id uuid,
  created_at timestamptz(3) not null,
  decided_at timestamptz(3),
  claimed_until timestamptz(3),
  delivery_date date,
  attempt smallint not null,
  kind request_kind not null,
  state request_state not null,
  is_at_once boolean not null,
  return_reason customer_return_reason,
  landmark text,
  phone text,
  note text,
  answer text,
  decided_by text,
  primary key (account_id, request_id)
);

create unique index request_of_shipment_is_one on customer_requests (account_id, shipment_id) where state = 'waiting';
create index requests_of_shipment on customer_requests (account_id, shipment_id, request_id);
create index requests_by_state on customer_requests (account_id, state, request_id);
create index requests_that_wait on customer_requests (created_at) where state = 'waiting';

comment on table customer_requests is 'landmark, phone and note are personal: erased with order_contacts';
comment on column customer_requests.attempt is 'which time out for delivery had failed';
comment on column customer_requests.is_at_once is 'carried out by itself, as the account''s rules said';
comment on column customer_requests.claimed_until is 'until then a process is asking the courier for it';
comment on column customer_requests.answer is 'what the merchant says to it, or why the courier refused';
comment on column customer_requests.return_shipment_id is 'the return that it was made into';

create table request_items (
  account_id uuid not null,
  request_id uuid not null,
  position smallint not null,
  units integer not null,
  primary key (account_id, request_id, position)
);

comment on table request_items is 'what a return is asked for: by the item''s place in its order';

create table request_photos (
  account_id uuid not null,
  request_id uuid not null,
  position smallint not null,
  created_at timestamptz(3) not null,
  width integer not null,
  height integer not null,
  bytes bytea not null,
  primary key (account_id, request_id, position)
);

create index request_photos_by_age on request_photos (created_at);

comment on table request_photos is 'JPEG of our own making, without where and when it was taken; kept 180 days';

alter table stores add column return_days smallint;

comment on column stores.return_days is 'for how many days after delivery customers may ask for a return on the tracking page; null: not at all';

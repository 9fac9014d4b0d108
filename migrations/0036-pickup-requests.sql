-- Couriers that are asked to come to a warehouse: of each courier account once for each day, whichever carriers it has.

create type pickup_request_state as enum ('pending', 'requested', 'refused');

create table pickup_requests (
  account_id uuid not null,
  warehouse_id uuid not null,
  courier_account_id uuid not null,
  day date not null,
  next_try_at timestamptz(3),
  updated_at timestamptz(3) not null,
  tries integer not null default 0,
  courier text not null collate "C",
  state pickup_request_state not null,
  courier_pickup_id text,
  note text,
  reason text,
  primary key (account_id, warehouse_id, courier_account_id, day)
);

create index pickup_requests_to_ask on pickup_requests (next_try_at) where next_try_at is not null;

comment on column pickup_requests.account_id is 'whose warehouse it is; the courier account may be the operator''s';
comment on column pickup_requests.next_try_at is 'when the courier is asked; null once it has answered';
comment on column pickup_requests.note is 'what the merchant should know of a pickup that is requested, as a sentence';
comment on column pickup_requests.reason is 'what the courier, or the way to it, had against it, as what follows its name';

alter table pickups add column courier_account_id uuid;

comment on column pickups.courier_account_id is 'whose request it is part of; null where no courier is asked';

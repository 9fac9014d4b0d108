-- Which warehouses couriers were told of, for those that pick up nowhere else.

create type warehouse_registration_state as enum ('pending', 'registered', 'refused');

create table courier_warehouses (
  account_id uuid not null,
  warehouse_id uuid not null,
  courier_account_id uuid not null,
  next_try_at timestamptz(3),
  updated_at timestamptz(3) not null,
  tries integer not null default 0,
  courier text not null collate "C",
  state warehouse_registration_state not null,
  courier_name text,
  reason text,
  primary key (account_id, warehouse_id, courier_account_id)
);

create index courier_warehouses_to_tell on courier_warehouses (next_try_at) where next_try_at is not null;

comment on column courier_warehouses.account_id is 'whose warehouse it is; the courier account may be the operator''s';
comment on column courier_warehouses.next_try_at is 'when the courier is told of it, or of its change; null where it knows all';
comment on column courier_warehouses.courier_name is 'under which the courier knows it; kept while a change of it is told';
comment on column courier_warehouses.reason is 'what the courier, or the way to it, had against it, as what follows its name';

-- Orders that come in by files: the rows of a file, and the orders that they are.

alter type import_kind add value 'orders';

create table import_rows (
  account_id uuid not null,
  import_id uuid not null,
  line integer not null,
  order_key text not null,
  cells text[] not null,
  primary key (account_id, import_id, line)
);

create table import_orders (
  account_id uuid not null,
  import_id uuid not null,
  first_line integer not null,
  shipment_id uuid,
  state text not null default 'waiting',
  lines integer[] not null,
  primary key (account_id, import_id, first_line)
);

create index import_orders_to_do on import_orders (account_id, import_id, first_line)
  where state in ('waiting', 'acting');

-- When an import that goes on in turns last had one.
alter table imports add column turn_at timestamptz(3);
create index imports_to_do on imports (account_id, turn_at) where turn_at is not null and state = 'running';

comment on table import_rows is 'kept for 30 days, like the file';
comment on column import_orders.state is 'waiting; acting: somebody is at it, or died at it; created, booked, rejected';

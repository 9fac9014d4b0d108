-- Files that come in, row by row, and what couriers have remitted of the cash that they collected.

create type import_kind as enum ('remittance');

create type import_state as enum ('arriving', 'waiting', 'running', 'done', 'failed');

create table imports (
  account_id uuid not null,
  import_id uuid not null,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  bytes bigint not null default 0,
  bytes_read bigint not null default 0,
  rows integer not null default 0,
  rejected integer not null default 0,
  kind import_kind not null,
  state import_state not null default 'arriving',
  actor_kind actor_kind not null,
  actor_id uuid,
  actor_name text not null,
  source text,
  options jsonb not null,
  header text[],
  counts jsonb not null default '{}',
  failure text,
  primary key (account_id, import_id)
);

create index imports_by_age on imports (created_at);

comment on column imports.state is 'arriving: its file is being sent, and nobody is shown it';
comment on column imports.header is 'the first line of the file, for the file of rejected rows';

-- Kept for 30 days, like the next: see src/usecases/imports/forget-import-files.ts.
create table import_pieces (
  account_id uuid not null,
  import_id uuid not null,
  piece integer not null,
  bytes bytea not null,
  primary key (account_id, import_id, piece)
);

create table import_rejections (
  account_id uuid not null,
  import_id uuid not null,
  line integer not null,
  cells text[] not null,
  errors text[] not null,
  primary key (account_id, import_id, line)
);

create table import_columns (
  account_id uuid not null,
  kind import_kind not null,
  courier text not null collate "C",
  columns jsonb not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, kind, courier)
);

comment on table import_columns is 'how a courier names the columns of its files, once it was said';

create table remittances (
  account_id uuid not null,
  remittance_id uuid not null,
  recorded_at timestamptz(3) not null,
  remitted_on date not null,
  amount_paise bigint not null default 0,
  expected_paise bigint not null default 0,
  shipments integer not null default 0,
  differences integer not null default 0,
  courier text not null collate "C",
  utr text not null collate "C",
  primary key (account_id, remittance_id),
  constraint remittance_is_unique unique (account_id, courier, utr)
);

comment on table remittances is 'one payment of a courier, by the bank''s reference; files add rows to it';
comment on column remittances.expected_paise is 'what was to be collected for its shipments';
comment on column remittances.differences is 'how many of its rows have another amount than their shipment';

create table remittance_rows (
  account_id uuid not null,
  remittance_id uuid not null,
  shipment_id uuid not null,
  remitted_on date not null,
  amount_paise bigint not null,
  expected_paise bigint not null,
  import_id uuid not null,
  primary key (account_id, remittance_id, shipment_id)
);

create index remittances_of_shipment on remittance_rows (account_id, shipment_id);

create trigger rows_never_change before update or delete on remittance_rows
  for each statement execute function refuse_change();

-- What couriers charge, beside what their bookings say, and what merchants make of differences in weight.

alter type import_kind add value 'courier_invoice';

create type weight_difference_state as enum ('raised', 'accepted', 'disputed', 'settled');

create table courier_invoices (
  account_id uuid not null,
  invoice_id uuid not null,
  recorded_at timestamptz(3) not null,
  shipments integer not null default 0,
  charged_paise bigint not null default 0,
  our_paise bigint not null default 0,
  courier text not null collate "C",
  invoice_number text not null collate "C",
  primary key (account_id, invoice_id),
  constraint courier_invoice_is_unique unique (account_id, courier, invoice_number)
);

comment on column courier_invoices.our_paise is 'what the bookings of its shipments say';

create table courier_invoice_rows (
  account_id uuid not null,
  invoice_id uuid not null,
  shipment_id uuid not null,
  charged_weight bigint not null,
  our_weight bigint not null,
  charged_paise bigint not null,
  our_paise bigint not null,
  import_id uuid not null,
  primary key (account_id, invoice_id, shipment_id)
);

comment on column courier_invoice_rows.charged_weight is '0.01 g, like our_weight; amounts are without GST';

create trigger rows_never_change before update or delete on courier_invoice_rows
  for each statement execute function refuse_change();

create table weight_differences (
  account_id uuid not null,
  difference_id uuid not null,
  shipment_id uuid not null,
  invoice_id uuid not null,
  raised_at timestamptz(3) not null,
  agreed_paise bigint,
  state weight_difference_state not null default 'raised',
  primary key (account_id, difference_id),
  constraint weight_difference_is_unique unique (account_id, shipment_id, invoice_id)
);

create index weight_differences_raised on weight_differences (account_id, raised_at) where state = 'raised';

comment on table weight_differences is 'figures stand in courier_invoice_rows';
comment on column weight_differences.agreed_paise is 'what the merchant pays of it; null while nothing is agreed';

create table weight_difference_steps (
  account_id uuid not null,
  difference_id uuid not null,
  step_id uuid not null,
  taken_at timestamptz(3) not null,
  amount_paise bigint,
  state weight_difference_state not null,
  actor_kind actor_kind not null,
  actor_id uuid,
  actor_name text not null,
  note text,
  primary key (account_id, difference_id, step_id)
);

create trigger steps_never_change before update or delete on weight_difference_steps
  for each statement execute function refuse_change();

create table weight_difference_settings (
  account_id uuid not null primary key,
  tolerance_weight bigint not null,
  tolerance_paise bigint not null,
  accept_after_days smallint,
  updated_at timestamptz(3) not null
);

comment on column weight_difference_settings.accept_after_days is 'null: nothing is accepted by itself';

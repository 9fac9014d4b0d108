-- What goods are invoiced by: invoices and the credit notes that take them back, and what a store says of them.

alter table stores
  add column gstin text,
  add column legal_name text,
  add column legal_address text,
  add column invoice_prefix text,
  add column gst_rate text;

comment on column stores.gstin is 'where its warehouses have none of the same firm';
comment on column stores.gst_rate is 'percent, of items that say none';

create type invoice_kind as enum ('invoice', 'credit_note');

create table invoice_series (
  account_id uuid not null references accounts,
  gstin text not null,
  financial_year text not null,
  prefix text not null,
  kind invoice_kind not null,
  last_serial integer not null,
  primary key (account_id, gstin, financial_year, prefix, kind)
);

comment on table invoice_series is 'a number is given in the transaction that writes its invoice, whose rollback gives it back: so none is missing';

create table invoices (
  account_id uuid not null,
  invoice_id uuid not null,
  issued_at timestamptz(3) not null,
  shipment_id uuid not null,
  order_id uuid not null,
  credits_id uuid,
  kind invoice_kind not null,
  copy_number smallint not null,
  serial integer not null,
  value_paise bigint not null,
  taxable_paise bigint not null,
  cgst_paise bigint not null,
  sgst_paise bigint not null,
  igst_paise bigint not null,
  gstin text not null,
  financial_year text not null,
  prefix text not null,
  number text not null,
  from_state text not null,
  place_of_supply text not null,
  supplier jsonb not null,
  bill_to jsonb not null,
  ship_to jsonb,
  lines jsonb not null,
  reason text,
  actor_name text not null,
  primary key (account_id, invoice_id),
  constraint invoice_number_is_unique unique (account_id, gstin, financial_year, number),
  constraint invoice_of_shipment_is_unique unique (account_id, shipment_id, kind, copy_number)
);

create unique index invoice_is_credited_once on invoices (account_id, credits_id) where credits_id is not null;

comment on table invoices is 'never changed: the parties and amounts as they were when it was issued, which the law wants kept for years';
comment on column invoices.credits_id is 'of a credit note, the invoice that it takes back';
comment on column invoices.copy_number is '1 for the first of a shipment, and one more after each that was taken back';

-- What shipments cost, entry by entry, and what couriers owe of what they collected.

create type ledger_event as enum ('platform_fee', 'shipment_debit', 'rto_charge', 'weight_difference');

create type ledger_side as enum ('debit', 'credit');

create table ledger_entries (
  account_id uuid not null,
  shipment_id uuid not null,
  entry_id uuid not null,
  recorded_at timestamptz(3) not null,
  happened_at timestamptz(3) not null,
  amount_paise bigint not null,
  gst_paise bigint not null,
  event_type ledger_event not null,
  side ledger_side not null,
  primary key (account_id, shipment_id, entry_id)
);

create unique index ledger_in_list_order on ledger_entries (account_id, entry_id);

comment on table ledger_entries is 'what each shipment cost: entries are added and never changed; a correction is another entry';
comment on column ledger_entries.amount_paise is 'without GST; its side says which way it goes';
comment on column ledger_entries.happened_at is 'when what it is charged for happened';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: a correction is a new entry', tg_table_name using errcode = 'restrict_violation';
end
$$;

create trigger entries_never_change before update or delete on ledger_entries
  for each statement execute function refuse_change();

-- One row for each shipment that cash was collected for, or remitted of.
create table cod_dues (
  account_id uuid not null,
  shipment_id uuid not null,
  carrier_id text not null collate "C",
  delivered_at timestamptz(3),
  collected_paise bigint not null default 0,
  remitted_paise bigint not null default 0,
  primary key (account_id, shipment_id)
);

create index cod_outstanding on cod_dues (account_id, carrier_id) include (collected_paise, remitted_paise)
  where collected_paise <> remitted_paise;

comment on table cod_dues is 'what a courier owes of a shipment is collected_paise less remitted_paise';
comment on column cod_dues.collected_paise is 'what the courier collected; 0 while the shipment is not delivered';

-- Shipments of before the ledger are charged in the background; see src/storage/money/fill-ledger.ts.
create table ledger_fill (
  only_row boolean primary key default true check (only_row),
  pass smallint not null default 1,
  begins_at timestamptz(3) not null,
  last_account_id uuid,
  last_shipment_id uuid
);

-- What couriers say that they charge for a parcel, before any invoice.

create table courier_charges (
  account_id uuid not null,
  shipment_id uuid not null,
  told_at timestamptz(3) not null,
  next_try_at timestamptz(3),
  charged_weight bigint not null,
  charged_paise bigint,
  tries integer not null default 0,
  primary key (account_id, shipment_id)
);

create index courier_charges_to_judge on courier_charges (next_try_at) where next_try_at is not null;

comment on column courier_charges.charged_weight is '0.01 g, as the courier says with the tracking';
comment on column courier_charges.charged_paise is 'without GST, for that weight; null where it was not asked for, or the courier does not say';
comment on column courier_charges.next_try_at is 'when it is laid beside ours; null once it was';

-- The labels of couriers that take only parcels with their own.

create table courier_labels (
  account_id uuid not null,
  shipment_id uuid not null,
  kept_at timestamptz(3),
  next_try_at timestamptz(3),
  tries integer not null default 0,
  pdf bytea,
  reason text,
  primary key (account_id, shipment_id)
);

create index courier_labels_to_fetch on courier_labels (next_try_at) where next_try_at is not null;
create index courier_labels_kept on courier_labels (kept_at) where kept_at is not null;

comment on table courier_labels is 'ours is printed where there is no row, and while there is no pdf';
comment on column courier_labels.next_try_at is 'when the courier is asked for it; null once it has given it, or is asked no more';
comment on column courier_labels.reason is 'why it has not given it, as what follows its name';

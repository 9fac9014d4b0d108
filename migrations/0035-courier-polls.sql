-- When couriers are asked about the parcels that they have: some push nothing, and no push comes twice.

create table courier_polls (
  account_id uuid not null,
  shipment_id uuid not null,
  courier_account_id uuid not null,
  next_poll_at timestamptz(3) not null,
  refreshed_at timestamptz(3),
  primary key (account_id, shipment_id)
);

create index courier_polls_due on courier_polls (next_poll_at);

comment on table courier_polls is 'the parcels that are still expected of couriers with a courier account; what is over leaves it';
comment on column courier_polls.refreshed_at is 'when somebody last asked for it to be polled now';

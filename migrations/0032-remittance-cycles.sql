-- When each carrier pays out what it has collected, where the account has said so.

create table remittance_cycles (
  account_id uuid not null,
  carrier_id text not null collate "C",
  days smallint not null,
  counts_working_days boolean not null,
  weekdays text[] not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, carrier_id)
);

comment on column remittance_cycles.days is 'from delivery to the first day on which it may be paid';

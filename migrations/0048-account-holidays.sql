-- The days on which couriers neither pick up nor deliver, where an account has a list of its own.

create table account_holidays (
  account_id uuid primary key,
  weekly_off text[] not null,
  days jsonb not null,
  updated_at timestamptz(3) not null
);

comment on column account_holidays.days is '[{day, name, state}]: 01-26 of every year or 2027-03-22, in a state or, null, everywhere';

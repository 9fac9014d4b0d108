-- What a merchant has done to many shipments at once.

create table jobs (
  account_id uuid not null,
  job_id uuid not null,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- When it last had a turn.
  turn_at timestamptz(3) not null,
  total integer not null,
  actor_kind actor_kind not null,
  actor_id uuid,
  actor_name text not null,
  action text not null,
  state text not null,
  options jsonb not null,
  primary key (account_id, job_id)
);

create index jobs_to_do on jobs (account_id, turn_at) where state in ('waiting', 'running');
create index jobs_by_age on jobs (created_at);

create table job_items (
  account_id uuid not null,
  job_id uuid not null,
  item integer not null,
  -- Null where what was named is no shipment of the account.
  shipment_id uuid,
  state text not null default 'waiting',
  named text not null,
  message text,
  primary key (account_id, job_id, item)
);

create index job_items_to_do on job_items (account_id, job_id, item) where state in ('waiting', 'acting');

comment on table jobs is 'kept 30 days, with its items';
comment on column job_items.state is 'acting: somebody is at it, or died at it; done; failed';

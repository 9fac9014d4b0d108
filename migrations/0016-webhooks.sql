-- Webhooks to the merchant: endpoints, what there is to tell, and what became of telling it.
--
-- An event is written in the transaction of the change that it tells of, with its body as it will be sent: it
-- reads the same at every try. A delivery is one event for one endpoint.

create table webhook_endpoints (
  account_id uuid not null,
  endpoint_id uuid not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  failing_since timestamptz(3),
  switched_off_at timestamptz(3),
  old_secret_until timestamptz(3),
  enabled boolean not null,
  url text not null,
  description text,
  events text[] not null,
  secret bytea not null,
  old_secret bytea,
  api_key bytea,
  switched_off_why text,
  primary key (account_id, endpoint_id)
);

comment on column webhook_endpoints.failing_since is 'when its first failure came since its last success; null while it is well';
comment on column webhook_endpoints.switched_off_at is 'when the service switched it off; null where the merchant did, or it is on';
comment on column webhook_endpoints.secret is 'sealed, as old_secret and api_key are: see src/sealing';
comment on column webhook_endpoints.old_secret_until is 'until then deliveries are signed with the old secret too';

create table webhook_events (
  account_id uuid not null,
  event_id uuid not null,
  position bigint not null generated always as identity,
  created_at timestamptz(3) not null,
  shipment_id uuid,
  event text not null,
  body text not null,
  primary key (account_id, event_id)
);

create index webhook_events_by_age on webhook_events (created_at);

comment on table webhook_events is 'kept 30 days';
comment on column webhook_events.event_id is 'the webhook-id: the same at every try and for every endpoint';
comment on column webhook_events.position is 'the order of happening: of one shipment, whose row every change holds, it is the order of commit';

create table webhook_deliveries (
  account_id uuid not null,
  event_id uuid not null,
  endpoint_id uuid not null,
  shipment_id uuid,
  position bigint not null,
  created_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  claimed_until timestamptz(3),
  claimed_by uuid,
  tried_at timestamptz(3),
  delivered_at timestamptz(3),
  duration_ms integer,
  tries smallint not null default 0,
  http_status smallint,
  state text not null,
  event text not null,
  error text,
  primary key (account_id, event_id, endpoint_id)
);

create index webhook_deliveries_of_endpoint on webhook_deliveries (account_id, endpoint_id, event_id);
create index webhook_deliveries_due on webhook_deliveries (account_id, endpoint_id, due_at, position)
  where state in ('waiting', 'retrying');
create index webhook_deliveries_first on webhook_deliveries (account_id, endpoint_id, shipment_id, position)
  where state = 'waiting';
create index webhook_deliveries_claimed on webhook_deliveries (claimed_by) where claimed_by is not null;

comment on column webhook_deliveries.state is 'waiting: not tried yet, or being tried for the first time, and holds back later ones of its shipment; retrying; delivered; failed';
comment on column webhook_deliveries.due_at is 'when it is tried next; while a process is at it, when it is free again';
comment on column webhook_deliveries.claimed_by is 'the process that is at it';

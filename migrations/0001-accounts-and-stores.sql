-- Accounts, their users and credentials, stores with their logos, and the record of who changed what.
--
-- Tenant tables have account_id first in primary key and indexes, so that the schema can be sharded by
-- account. Tables without an account in front are the small global registries from which a request
-- finds its account: credentials by their prefix, users by their username, logos by their address.

create table accounts (
  account_id uuid primary key,
  name text not null,
  created_at timestamptz(3) not null
);

create table users (
  user_id uuid primary key,
  account_id uuid not null references accounts,
  name text not null,
  phone text unique,
  email text unique,
  password_hash text not null,
  failed_attempts integer not null default 0,
  locked_until timestamptz(3),
  created_at timestamptz(3) not null,
  check (phone is not null or email is not null)
);

comment on column users.phone is 'ten digits, no country code';
comment on column users.email is 'lower case';

create table credentials (
  credential_id uuid primary key,
  account_id uuid not null references accounts,
  kind text not null check (kind in ('key', 'token')),
  prefix text not null unique,
  secret_hash bytea not null,
  scope text not null check (scope in ('full', 'read')),
  name text not null,
  user_id uuid references users,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3)
);

create index credentials_of_account on credentials (account_id, created_at);

comment on column credentials.prefix is 'the public half of the credential, by which it is found';
comment on column credentials.secret_hash is 'SHA-256 of the secret half; the secret itself is 256 random bits and is kept nowhere';

create table stores (
  account_id uuid not null references accounts,
  store_id uuid not null,
  store_name text not null,
  brand_name text,
  channel text not null default 'manual_order',
  status text not null default 'connected' check (status in ('connected', 'disconnected')),
  logo_hash text,
  logo_extension text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, store_id),
  constraint store_name_is_unique unique (account_id, store_name)
);

create index stores_in_list_order on stores (account_id, created_at, store_id);

create table store_logos (
  account_id uuid not null,
  store_id uuid not null,
  content_hash text not null,
  media_type text not null,
  extension text not null,
  width integer not null,
  height integer not null,
  bytes bytea not null,
  created_at timestamptz(3) not null,
  primary key (account_id, store_id, content_hash),
  foreign key (account_id, store_id) references stores
);

-- Images are compressed already.
alter table store_logos alter column bytes set storage external;

comment on table store_logos is 'every logo a store ever had: messages already sent keep showing theirs';

create table logo_addresses (
  store_id uuid primary key,
  account_id uuid not null
);

comment on table logo_addresses is 'finds the account of a public logo link';

create table audit_records (
  account_id uuid not null references accounts,
  audit_id uuid not null,
  recorded_at timestamptz(3) not null,
  actor_kind text not null check (actor_kind in ('key', 'user', 'operator', 'system')),
  actor_id uuid,
  actor_name text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  changes jsonb not null,
  primary key (account_id, audit_id)
);

create index audit_records_by_subject on audit_records (account_id, subject_kind, subject_id, audit_id);

create table service_secrets (
  name text primary key,
  secret bytea not null,
  created_at timestamptz(3) not null
);

comment on table service_secrets is 'secrets that every process shares and that survive a restart';

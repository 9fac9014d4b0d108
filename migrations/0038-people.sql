-- People: what each may do and see, and their sessions in a browser.

create type user_role as enum ('viewer', 'packer', 'manager', 'owner');

-- Those of the release before could do everything.
alter table users
  add column role user_role not null default 'owner',
  add column store_ids uuid[],
  add column warehouse_ids uuid[],
  add column awaits_password boolean not null default false;

comment on column users.store_ids is 'the stores that the user is restricted to; null for no restriction';
comment on column users.warehouse_ids is 'the warehouses that the user is restricted to; null for no restriction';
comment on column users.awaits_password is 'invited, and has set no password yet';

create index users_of_account on users (account_id, user_id);

alter table credentials add column role user_role;

comment on column credentials.role is
  'of a key that has no more than a role; its scope is then read, so that the release before, which knows no roles, lets it change nothing';

create table sessions (
  session_id uuid primary key,
  account_id uuid not null references accounts,
  prefix text not null collate "C" unique,
  secret_hash bytea not null,
  user_id uuid references users,
  key_id uuid references credentials,
  device text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  last_used_at timestamptz(3)
);

create index sessions_of_account on sessions (account_id, session_id);
create index sessions_of_user on sessions (user_id) where user_id is not null;
create index sessions_by_expiry on sessions (expires_at);

comment on table sessions is 'who is signed in with a browser, found by the public half of its cookie';
comment on column sessions.secret_hash is 'SHA-256 of the secret half, as of credentials';
comment on column sessions.key_id is 'of a session that an API key was given for';
comment on column sessions.device is 'what the browser says of itself';

-- Links that let a user set a password, or sign in to the demo account of a first start: each works once.

create type sign_in_link_kind as enum ('invitation', 'password_reset', 'first_start');

create table sign_in_links (
  link_id uuid primary key,
  account_id uuid not null references accounts,
  user_id uuid not null,
  kind sign_in_link_kind not null,
  prefix text not null collate "C" unique,
  secret_hash bytea not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);

create index sign_in_links_of_user on sign_in_links (user_id);
create index sign_in_links_by_expiry on sign_in_links (expires_at);

comment on table sign_in_links is 'found by the public half of the link, before there is an account';
comment on column sign_in_links.secret_hash is 'SHA-256 of the secret half, as of credentials';
comment on column sign_in_links.used_at is 'or since when another link has taken its place';

-- A user can be shut out, and let in again.

alter table users add column disabled_at timestamptz(3);

comment on column users.disabled_at is 'since when the user may not sign in; null for a user who may';

create index credentials_of_user on credentials (user_id) where user_id is not null;

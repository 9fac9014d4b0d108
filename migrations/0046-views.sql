-- Views of lists that people save: private, or shared in the account.

create table views (
  account_id uuid not null,
  view_id uuid not null,
  owner_id uuid,
  owner_name text not null,
  name text not null,
  page text not null,
  query text not null,
  is_shared boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, view_id)
);

comment on column views.owner_id is 'the user or the key that made it';
comment on column views.query is 'the query of the page''s address';

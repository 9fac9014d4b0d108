-- Which columns of a merchant's own file are which fields of an order: kept under a name, for the next file with these columns.

create table order_file_profiles (
  account_id uuid not null,
  profile_id uuid not null,
  name text not null,
  base text not null,
  header text[] not null,
  columns jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, profile_id),
  unique (account_id, name)
);

comment on column order_file_profiles.base is 'the profile of the service by which all other columns are read';
comment on column order_file_profiles.header is 'a file with all these columns is read by it';
comment on column order_file_profiles.columns is 'the field of each column that somebody has matched, by the name of the column; null: left out';

-- The old rows of long lists, counted and summed up once: a page of two million ledger entries took 370 ms, because it
-- counted them all.

create table list_totals (
  account_id uuid not null,
  list text collate "C" not null,
  before_id uuid not null,
  parts jsonb not null,
  primary key (account_id, list)
);

comment on table list_totals is 'derived from the lists: rows with ids below before_id are counted in parts';
comment on column list_totals.list is 'the table of the list';
comment on column list_totals.parts is 'a list of groups of rows that are alike: their common values, sums, and number n';

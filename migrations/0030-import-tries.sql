-- How large the rows of files are, so that no more of them are in memory than should be; and how often the service has
-- failed at an order of a file.

alter table import_rows add column characters integer not null default 0;

alter table import_rejections add column characters integer not null default 0;

alter table import_orders
  add column characters integer not null default 0,
  add column tries smallint not null default 0,
  add column next_try_at timestamptz(3);

comment on column import_rows.characters is 'of its cells together';
comment on column import_orders.tries is 'how often the service failed at it; what is wrong with its rows is no failure';
comment on column import_orders.next_try_at is 'null: at once';

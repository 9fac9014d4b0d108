-- Rate books: carriers, rate cards, settings, zone overrides, serviceability and the platform fee, of the
-- default book and of each account that has rows of its own.
--
-- Rows are kept with the versions between which they were in force, so that an import is a version that can
-- be told, compared and reverted, and 200,000 rows of which three changed cost three rows. A row's values
-- stand as the cells of its CSV file: the same text is imported, kept and exported, and the formats in
-- src/domain/rates/rows are the only place that knows what a cell means.
--
-- account_id 00000000-0000-0000-0000-000000000000 is the default book.

create table rate_version_counter (
  only_row boolean primary key default true check (only_row),
  last_version bigint not null
);

comment on table rate_version_counter is
  'held from the moment a version is numbered until it is committed, so that versions are seen in their order and none is seen late: whoever has seen version n has missed nothing below it';

create table rate_heads (
  account_id uuid primary key,
  version bigint not null
);

create index rate_heads_by_version on rate_heads (version);

comment on table rate_heads is 'the newest version of each book; what every process looks at for changes';

create table rate_versions (
  account_id uuid not null,
  version bigint not null,
  kind text not null,
  source text not null,
  made_at timestamptz(3) not null,
  actor_kind text not null,
  actor_id uuid,
  actor_name text not null,
  added integer not null,
  changed integer not null,
  removed integer not null,
  primary key (account_id, version)
);

comment on column rate_versions.kind is 'of the rows it replaced; ''all'' where it replaced every kind';
comment on column rate_versions.source is 'the file, or what else the rows came from';

create table rate_rows (
  account_id uuid not null,
  kind text not null collate "C",
  row_key text not null collate "C",
  from_version bigint not null,
  to_version bigint,
  cells text not null,
  primary key (account_id, kind, row_key, from_version)
);

create unique index rate_rows_in_force on rate_rows (account_id, kind, row_key) where to_version is null;

comment on column rate_rows.to_version is 'the version that ended it; null while it is in force';
comment on column rate_rows.cells is 'a JSON list of texts, in the order of the columns of its kind; columns are added at the end only';

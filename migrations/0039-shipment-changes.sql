-- What changed of an account's shipments, for processes that keep columns of them in memory: docs/listing.md.
--
-- Written by triggers, so that no statement can forget it, nor a process of the release before. A row names the
-- transaction, since only its snapshot tells a reader which changes it has seen: neither times nor sequences come in
-- the order of commits. One row for each statement and account, whatever the number of shipments: a row for each cost
-- a scan more than its own line.

create table shipment_changes (
  account_id uuid not null,
  changed_by xid8 not null default pg_current_xact_id(),
  change_id bigint generated always as identity,
  logged_at timestamptz(3) not null default clock_timestamp(),
  shipment_ids uuid[],
  primary key (account_id, changed_by, change_id)
)
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

alter table shipment_changes alter column shipment_ids set storage external;

comment on table shipment_changes is 'append-only, kept for some minutes; not in backups, since transactions are numbered anew in another server';
comment on column shipment_changes.shipment_ids is 'null: too many to name, or ones that are gone: everything is to be read anew';

create table shipment_change_horizons (
  account_id uuid not null,
  forgotten xid8 not null,
  primary key (account_id)
);

comment on table shipment_change_horizons is 'up to which transaction changes are forgotten: who may not have seen them all reads everything anew';

create function log_shipment_changes() returns trigger language plpgsql as $$
begin
  insert into dakiya.shipment_changes (account_id, shipment_ids)
  select account_id, case when count(*) <= 10000 and tg_op <> 'DELETE' then array_agg(shipment_id) end
    from changed group by account_id;
  return null;
end
$$;

create trigger shipments_made after insert on shipments referencing new table as changed
  for each statement execute function log_shipment_changes();
create trigger shipments_changed after update on shipments referencing new table as changed
  for each statement execute function log_shipment_changes();
create trigger shipments_removed after delete on shipments referencing old table as changed
  for each statement execute function log_shipment_changes();

-- A courier's remittance changes what it owes, and no shipment.
create trigger dues_made after insert on cod_dues referencing new table as changed
  for each statement execute function log_shipment_changes();
create trigger dues_changed after update on cod_dues referencing new table as changed
  for each statement execute function log_shipment_changes();

-- A scan changes a shipment's own row and nothing else, and a remittance what its courier owes: who keeps columns in memory
-- reads that alone anew, in place of all that six tables say of each shipment.
--
-- Only the writing of events counts them, in every release so far, and its statement changes nothing else that is kept in memory. Whatever else
-- happens in its transaction touches the shipment by a statement of its own.

alter table shipment_changes add column part text;

comment on column shipment_changes.part is 'what changed: row, the shipment''s own row alone; dues, its cod_dues alone; null, or another word: anything';

create or replace function log_shipment_changes() returns trigger language plpgsql as $$
begin
  insert into dakiya.shipment_changes (account_id, part, shipment_ids)
  select account_id, case when tg_table_name = 'cod_dues' then 'dues' end,
         case when count(*) <= 10000 and tg_op <> 'DELETE' then array_agg(shipment_id) end
    from changed group by account_id;
  return null;
end
$$;

create function log_changed_shipments() returns trigger language plpgsql as $$
begin
  insert into dakiya.shipment_changes (account_id, part, shipment_ids)
  select account_id, part, case when count(*) <= 10000 then array_agg(shipment_id) end
    from (select account_id, shipment_id, case when changed.event_count <> former.event_count then 'row' end as part
            from changed left join former using (account_id, shipment_id)) as parts
   group by account_id, part;
  return null;
end
$$;

drop trigger if exists shipments_changed on shipments;
create trigger shipments_changed after update on shipments referencing old table as former new table as changed
  for each statement execute function log_changed_shipments();

-- What changed of an account's shipments is told on a cluster too. An account's rows lie there in shards of one node, where the
-- triggers run and transactions are numbered. They can name no table that is spread, so that they write to the shard of
-- shipment_changes that stands beside the changed one, by text, which one server need not plan anew each time.
--
-- The triggers are made anew, since a cluster of before has none.

create or replace function log_shipment_changes() returns trigger language plpgsql as $$
declare
  shard text;
begin
  if tg_table_name = 'shipments' and tg_op = 'UPDATE' then
    insert into dakiya.shipment_changes (account_id, part, shipment_ids)
    select account_id, part, case when count(*) <= 10000 then array_agg(shipment_id) end
      from (select account_id, shipment_id, case when min(event_count) <> max(event_count) then 'row' end as part
              from (select account_id, shipment_id, event_count from former
                    union all
                    select account_id, shipment_id, event_count from changed) as versions
             group by account_id, shipment_id) as parts
     group by account_id, part;
  elsif tg_table_name in ('shipments', 'cod_dues') then
    insert into dakiya.shipment_changes (account_id, part, shipment_ids)
    select account_id, case when tg_table_name = 'cod_dues' then 'dues' end,
           case when count(*) <= 10000 and tg_op <> 'DELETE' then array_agg(shipment_id) end
      from changed group by account_id;
  else
    select format('%I.%I', tg_table_schema, 'shipment_changes_' || beside.shardid) into strict shard
      from pg_dist_shard its join pg_dist_shard beside using (shardminvalue)
     where its.shardid = substring(tg_table_name from '\d+$')::bigint
       and beside.logicalrelid = 'dakiya.shipment_changes'::regclass;
    execute format(
      'insert into %s (account_id, change_id, part, shipment_ids)
       select account_id, nextval(''dakiya.shipment_changes_change_id_seq''), part,
              case when count(*) <= 10000 and %L <> ''DELETE'' then array_agg(shipment_id) end
         from (%s) as parts
        group by account_id, part',
      shard, tg_op,
      case
        when tg_table_name like 'cod_dues%' then 'select account_id, shipment_id, ''dues'' as part from changed'
        when tg_op = 'UPDATE' then
          'select account_id, shipment_id, case when min(event_count) <> max(event_count) then ''row'' end as part
             from (select account_id, shipment_id, event_count from former
                   union all
                   select account_id, shipment_id, event_count from changed) as versions
            group by account_id, shipment_id'
        else 'select account_id, shipment_id, null as part from changed'
      end);
  end if;
  return null;
end
$$;

create or replace trigger shipments_made after insert on shipments referencing new table as changed
  for each statement execute function log_shipment_changes();
create or replace trigger shipments_changed after update on shipments referencing old table as former new table as changed
  for each statement execute function log_shipment_changes();
create or replace trigger shipments_removed after delete on shipments referencing old table as changed
  for each statement execute function log_shipment_changes();
create or replace trigger dues_made after insert on cod_dues referencing new table as changed
  for each statement execute function log_shipment_changes();
create or replace trigger dues_changed after update on cod_dues referencing new table as changed
  for each statement execute function log_shipment_changes();

drop function log_changed_shipments();

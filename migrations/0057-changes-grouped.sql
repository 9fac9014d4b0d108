-- Each row of a statement is put beside what it was by grouping the two, and not by a join: the trigger's plan is made once in a
-- session, for as many rows as its first statement changed. After one of a single row it was a loop over all rows for
-- each row: 10,000 at once took 49 s in place of 0.1.

create or replace function log_changed_shipments() returns trigger language plpgsql as $$
begin
  insert into dakiya.shipment_changes (account_id, part, shipment_ids)
  select account_id, part, case when count(*) <= 10000 then array_agg(shipment_id) end
    from (select account_id, shipment_id, case when min(event_count) <> max(event_count) then 'row' end as part
            from (select account_id, shipment_id, event_count from former
                  union all
                  select account_id, shipment_id, event_count from changed) as versions
           group by account_id, shipment_id) as parts
   group by account_id, part;
  return null;
end
$$;

-- Orders that are made up, marked where every later change finds them: their customers are strangers.

alter table orders add column is_demo boolean not null default false;

comment on column orders.is_demo is 'made up, or its scans are: nothing is ever sent to its customer';

-- What earlier releases made up is known by its traces. Demo data was created by an actor of that name; what
-- was loaded in bulk has names of one form and no record of its creation; a simulation had a credential of
-- its own.
with made as materialized (
  select account_id, (changes ->> 'order_id')::uuid as order_id from audit_records
  where action = 'order.created' and actor_kind = 'system' and actor_name = 'demo data'
)
update orders o set is_demo = true from made
where o.account_id = made.account_id and o.order_id = made.order_id;

update orders o set is_demo = true
from (select distinct account_id from audit_records where action = 'demo.loaded') loaded
where o.account_id = loaded.account_id and o.display_id ~ '^D-[0-9]+$' and not exists (
  select from shipments s
  join audit_records a on a.account_id = s.account_id and a.subject_kind = 'shipment'
    and a.subject_id = s.shipment_id::text and a.action = 'order.created'
  where s.account_id = o.account_id and s.order_id = o.order_id
);

with simulated as materialized (
  select distinct e.account_id, e.shipment_id
  from carrier_credentials c join tracking_events e on e.actor_id = c.credential_id
  where c.name = 'simulation' and e.actor_kind = 'carrier'
)
update orders o set is_demo = true
from simulated join shipments s using (account_id, shipment_id)
where o.account_id = s.account_id and o.order_id = s.order_id and not o.is_demo;

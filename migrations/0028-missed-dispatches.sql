-- Which exchanges have had a courier asked for their new parcel: a process of a release that knows no exchanges takes
-- scans of returns too, and asks nobody.

alter table exchanges add column dispatch_asked_at timestamptz(3);

comment on column exchanges.dispatch_asked_at is 'when a job was made that books the forward shipment of one that waits for the pickup';

create index exchanges_to_dispatch on exchanges (account_id, created_at)
  where dispatch = 'after_pickup' and dispatch_asked_at is null;

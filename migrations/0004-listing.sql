-- Indexes of the listing. docs/listing.md says which serves which filters, and what else was tried.
--
-- Every scan changes `status`, so that none of its writes stays within its page's own line any more: each
-- of these indexes takes a new entry per scan. That is why there are few, why those on rare things are
-- partial, and why no date but `delivered_at` has one. Each holds forward shipments only, so that a count
-- never looks at the rows themselves, and ends with the listing's order.

create index shipments_listed on shipments (account_id, created_at, shipment_id)
  include (status, zone, is_cod, applied_weight, attempt_count, granular_status, carrier_id, channel, warehouse_id)
  where journey = 'forward';
drop index shipments_in_list_order;

create index shipments_by_status on shipments (account_id, status, created_at, shipment_id)
  where journey = 'forward';

-- Columns with few values first: PostgreSQL 18 skips over those that are not asked for.
create index shipments_by_carrier
  on shipments (account_id, carrier_id, zone, is_cod, applied_weight, created_at, shipment_id)
  where journey = 'forward';

create index shipments_by_delivery on shipments (account_id, delivered_at, created_at, shipment_id)
  where journey = 'forward' and delivered_at is not null;

create index shipments_by_ndr_reason on shipments (account_id, ndr_reason, created_at, shipment_id)
  where journey = 'forward' and ndr_reason is not null;

create index shipments_by_rto_reason on shipments (account_id, rto_reason, created_at, shipment_id)
  where journey = 'forward' and rto_reason is not null;

comment on table shipment_skus is 'forward shipments only: a listing by SKU alone looks at nothing else';
comment on table shipment_tags is 'forward shipments only: a listing by tag alone looks at nothing else';
comment on table shipment_search is 'all that `search` looks in, as compared, between blanks; forward shipments only; personal: erased with order_contacts';

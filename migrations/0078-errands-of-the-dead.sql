-- What this service did wrong in an errand is kept beside it, so that the operator sees it; and shops' orders that a process had taken
-- when it died are free again as soon as it is dead.

alter table courier_warehouses add column our_error text;
alter table pickup_requests add column our_error text;
alter table courier_labels add column our_error text;
alter table courier_charges add column our_error text;
alter table courier_decisions add column our_error text;
alter table shop_parcels add column our_error text;
alter table shops add column our_error text, add column taken_by uuid;
alter table shop_orders add column our_error text, add column taken_by uuid;

comment on column courier_warehouses.our_error is 'the error of this service in the last try; null without one';
comment on column pickup_requests.our_error is 'the error of this service in the last try; null without one';
comment on column courier_labels.our_error is 'the error of this service in the last try; null without one';
comment on column courier_charges.our_error is 'the error of this service in the last try; null without one';
comment on column courier_decisions.our_error is 'the error of this service in the last try; null without one';
comment on column shop_parcels.our_error is 'the error of this service in the last try; null without one';
comment on column shops.our_error is 'the error of this service in the last try; null without one';
comment on column shop_orders.our_error is 'the error of this service in the last try; null without one';
comment on column shops.taken_by is 'the process that asks it, see next_try_at; null if none does';
comment on column shop_orders.taken_by is 'the process that reads or settles it, see next_try_at; null if none does';

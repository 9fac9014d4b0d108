-- A parcel that its shop did not want any more, and wants again, gets another order if the first was cancelled.
alter table shop_parcels
  add column unwanted_since timestamptz(3),
  add column orders_before integer not null default 0;

comment on column shop_parcels.unwanted_since is 'since when the shop does not want the parcel of our order; null while it does';
comment on column shop_parcels.orders_before is 'how many cancelled orders it had before: the second order of parcel 1001 is 1001-R2';

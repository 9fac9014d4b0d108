-- An order that a merchant opens again in the shop is not completed a second time for the same parcels.
alter table shop_parcels add column completed_at timestamptz;

comment on column shop_parcels.completed_at is 'when the shop was told, because of this parcel, that its order is done; null if it was not';

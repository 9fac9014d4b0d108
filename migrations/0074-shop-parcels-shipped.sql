-- What our order ships of a parcel, so that the shop is told of nothing else if its order changes later.
alter table shop_parcels add column items jsonb not null default '[]';

comment on column shop_parcels.items is 'what our order ships: a list of {lineKey, units}; empty before it is made';

-- What people have corrected is personal, so it is forgotten with the order of the shop.
create index shop_parcels_mended on shop_parcels (account_id, shop_id, order_key) where mended <> '{}';

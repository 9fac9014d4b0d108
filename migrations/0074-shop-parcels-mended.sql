-- What people have corrected is personal, so it is forgotten with the order of the shop.
create index shop_parcels_mended on shop_parcels (account_id, shop_id, order_key) where mended <> '{}';

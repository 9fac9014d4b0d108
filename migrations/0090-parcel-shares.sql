-- What a parcel collects stays as it is when goods are added to its order after it was booked.
alter table shop_parcels add column share jsonb;

comment on column shop_parcels.share is 'what our order was given of the amounts of the order in the shop when it followed it last: see ParcelShare in src/domain/shops/parcel-shares.ts; null if it never did, or an older release made it';

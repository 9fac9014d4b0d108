-- A change of a shipment makes its parcel due again while a process is telling the shop. A second process must not start then,
-- because both would add the parcel to the shop.
alter table shop_parcels add column taken_until timestamptz(3);

comment on column shop_parcels.taken_until is 'no other process tells the shop before this time, even if the parcel is due; null if none has it';

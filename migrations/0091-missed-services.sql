-- A customer who paid for a service that no courier offers any more is not forgotten.
alter table shop_parcels add column missed_service text;

comment on column shop_parcels.missed_service is 'that the customer paid for a service at checkout that was not booked, as a sentence: the task of the parcel when there is no other, until a person ends it';

-- Which shipment a request to a courier that came to nothing was about, where it was about one.

alter table courier_exchanges add column shipment_id uuid;

create index courier_exchanges_of_shipment on courier_exchanges (account_id, shipment_id) where shipment_id is not null;

-- Links to tracking pages that nobody can guess, as couriers' numbers can be: whoever has one sees the whole order.

create table tracking_links (
  code text collate "C" primary key,
  account_id uuid not null,
  shipment_id uuid not null,
  constraint tracking_link_of_shipment unique (account_id, shipment_id)
);

comment on table tracking_links is 'finds the shipment of a link, in the whole service; a shipment gets its one with its first message, or when its customer first names order and phone';

alter table store_logos add column is_light boolean;

comment on column store_logos.is_light is 'whether it is drawn in light colours on nothing, and needs a dark ground; null where it was not looked at yet';

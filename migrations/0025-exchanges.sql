-- Exchanges: a return, and the parcel that goes out for it, made together.

create type exchange_dispatch as enum ('at_once', 'after_pickup');

create table exchanges (
  account_id uuid not null,
  exchange_id uuid not null,
  number integer not null,
  created_at timestamptz(3) not null,
  display_id text not null,
  forward_shipment_id uuid not null,
  return_shipment_id uuid not null,
  dispatch exchange_dispatch not null,
  carrier_id text,
  constraint exchange_is_unique primary key (account_id, exchange_id),
  constraint exchange_number_is_unique unique (account_id, number),
  constraint exchange_display_id_is_unique unique (account_id, display_id),
  constraint exchange_of_forward_shipment unique (account_id, forward_shipment_id),
  constraint exchange_of_return unique (account_id, return_shipment_id)
);

comment on column exchanges.number is 'from 1 in each account, without gaps: what merchants call it by';
comment on column exchanges.display_id is 'the merchant''s order_id of both its orders';
comment on column exchanges.dispatch is 'when a carrier is booked for the forward shipment: with the return, or once that is picked up';
comment on column exchanges.carrier_id is 'the carrier that the merchant asked for; null for the cheapest';

create table exchange_numbers (
  account_id uuid primary key,
  last_number integer not null
);

comment on table exchange_numbers is 'how many exchanges an account has; its lock keeps two from having the same number';

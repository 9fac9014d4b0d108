-- Further moments that customers can be told of, each only where it is switched on, and the addresses that messages can lead to.
--
-- A process of the first release has no words for these moments: they go by the job that it does not take, as those of returns do.

alter type message_moment add value 'order_received';
alter type message_moment add value 'picked_up';
alter type message_moment add value 'delayed';
alter type message_moment add value 'cod_to_prepaid';

create table message_links (
  account_id uuid primary key,
  updated_at timestamptz(3) not null,
  payment_link text,
  review_link text
);

comment on column message_links.payment_link is 'where an order with cash on delivery is paid beforehand, with {order_id} and {amount}; null for nowhere';
comment on column message_links.review_link is 'where a customer can say what they think, with {order_id}; null asks for nothing';

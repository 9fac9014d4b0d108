-- Keys of shops: the addresses to which they send webhooks, and the keys with which they ask for rates at checkout.

create type shop_token_use as enum ('webhooks', 'checkout');

alter table shop_tokens add column used_for shop_token_use not null default 'webhooks';

comment on column shop_tokens.used_for is 'what the holder may do; nothing else';

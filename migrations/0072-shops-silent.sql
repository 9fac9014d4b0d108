-- When the owners of an account were told of a shop that does not answer, and how many of its orders wait.
alter table shops
  add column kept_out_since timestamptz(3),
  add column told_at timestamptz(3);

create index shop_orders_waiting on shop_orders (account_id, shop_id) where next_try_at is not null;

comment on column shops.kept_out_since is 'since when it has refused the credential each time';
comment on column shops.told_at is 'when the owners were told that it does not answer; null before, and once it has answered again';

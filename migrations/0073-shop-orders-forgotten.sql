-- What was read of a shop's order is personal, so it is forgotten some time after the order has last changed.
create index shop_orders_to_forget on shop_orders (updated_at) where seen is not null;

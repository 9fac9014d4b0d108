-- The orders of files that somebody was at when their process ended: few among all that wait.

create index import_orders_left on import_orders (account_id, import_id, first_line) where state = 'acting';

-- Orders by their id as customers type it: without the `#` that shops print, and in any case.

create index orders_by_display_id_as_typed on orders (lower(ltrim(display_id, '# ')));

drop index orders_by_display_id;

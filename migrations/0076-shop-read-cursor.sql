-- The place in the list of changed orders, so that more orders than one poll reads may have the same time.
alter table shops add column read_cursor text;

comment on column shops.read_cursor is 'where the next poll goes on, as the adapter wrote it; null to begin at read_until';

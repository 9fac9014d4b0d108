-- The merchant's short name of a warehouse, for use in place of its id.
alter table warehouses add column code text collate "C";
create unique index warehouse_code_is_unique on warehouses (account_id, lower(code));

comment on column warehouses.code is 'taken wherever the id is; letters of either case are the same';

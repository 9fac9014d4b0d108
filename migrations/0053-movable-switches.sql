-- Rows that have no primary key, since the store may be null: a cluster moves an account to another node by
-- logical replication, which tells them apart by all of their columns.
alter table message_switches replica identity full;

-- How a file was read: its profile, encoding and separator, and what was left out. Null for files read before.
alter table imports add column reading jsonb;

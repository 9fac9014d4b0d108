-- The check of a file stays: what it said can be looked up by its id until the file would have been forgotten.

alter table imports add column check_report jsonb;

comment on column imports.check_report is 'of a check: what is wrong and what is odd in the first rows; null for an import';

-- Work in the background stops where whoever asked for it may not have it done any more, and says why.

alter type import_state add value 'stopped';

alter table jobs add column failure text;

comment on column jobs.failure is 'why the service stopped it; null where it did not';

-- The imports that wait or run, for the metrics: few among all that ever came in.

create index imports_open on imports (created_at) where state in ('waiting', 'running');

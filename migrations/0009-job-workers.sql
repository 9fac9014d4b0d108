-- What a process holds besides what its requests have begun: the jobs that its workers took, and the messages
-- that it is handing over. Both are free again as soon as it is dead.

alter table service_processes add column job_workers text[] not null default '{}';

comment on column service_processes.job_workers is 'the names under which its workers lock jobs of the queue';

alter table messages add column claimed_by uuid;

comment on column messages.claimed_by is 'the process that took it, see claimed_until; null where a release before this column took it';

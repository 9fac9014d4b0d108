-- A courier that lists its services without a call has them whether or not it takes the credentials, so the services do not tell.
alter table courier_accounts add column accepted_at timestamptz;

comment on column courier_accounts.accepted_at is 'when a check found that the courier takes the settings; null if the last check failed, or there was none since they were set';

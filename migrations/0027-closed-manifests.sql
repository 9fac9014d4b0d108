-- A manifest can be closed before its day is over.

alter table manifests add column closed_at timestamptz(3);

comment on column manifests.closed_at is 'when it was closed by hand; null where it is open until its day is over';

-- Who marked a manifest as handed over.

alter table manifests add column closed_by text;

comment on column manifests.closed_by is 'the name of who closed it; null where it is not closed, or an older release closed it';

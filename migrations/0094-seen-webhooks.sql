-- A shop switches its webhooks off after failures, and tells nobody: they are looked at, and mended.
alter table shops
  add column webhooks_seen_at timestamptz,
  add column webhooks_mended_at timestamptz,
  add column webhooks_failure text;

comment on column shops.webhooks_seen_at is 'when the shop was last made to send webhooks; null if it never was';
comment on column shops.webhooks_mended_at is 'when some webhooks were found missing or switched off, and were mended';
comment on column shops.webhooks_failure is 'why the shop sends no webhooks, as a sentence after its name; null if it does';

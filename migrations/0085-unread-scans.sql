-- Scans of couriers in words that nobody knows yet. They are no events: they move no parcel, and count nowhere.
create table unread_scans (
  account_id uuid not null,
  shipment_id uuid not null,
  scan_id uuid not null,
  event_at timestamptz(3) not null,
  arrived_at timestamptz(3) not null,
  actor_id uuid not null,
  courier text not null collate "C",
  tracking_number text not null collate "C",
  code text,
  words text not null,
  reason text,
  location text,
  description text,
  carrier_event_id text,
  code_key text collate "C",
  words_key text not null collate "C",
  primary key (account_id, shipment_id, scan_id)
);

comment on column unread_scans.scan_id is 'a digest of its content, so that a repeat is the same row';
comment on column unread_scans.actor_id is 'of the push address or courier account that it came from';
comment on column unread_scans.words is 'the status as the courier wrote it';
comment on column unread_scans.words_key is 'the words as they are compared: without letter case, blanks and hyphens';

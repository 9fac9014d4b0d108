-- What a merchant's people tell one another of a shipment.

create table shipment_notes (
  account_id uuid not null,
  shipment_id uuid not null,
  note_id uuid not null,
  created_at timestamptz(3) not null,
  author_kind actor_kind not null,
  author_id uuid,
  author_name text not null,
  note text not null,
  primary key (account_id, shipment_id, note_id)
);

comment on table shipment_notes is 'never shown to customers or couriers';

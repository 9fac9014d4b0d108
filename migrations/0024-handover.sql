-- What is handed over to couriers: manifests of parcels, and the pickups that are asked for.

create table manifests (
  account_id uuid not null,
  manifest_id uuid not null,
  created_at timestamptz(3) not null,
  warehouse_id uuid not null,
  job_id uuid,
  day date not null,
  carrier_id text collate "C" not null,
  carrier_name text not null,
  actor_name text not null,
  primary key (account_id, manifest_id)
);

create unique index manifest_of_job on manifests (account_id, job_id, warehouse_id, carrier_id, day) where job_id is not null;

comment on column manifests.day is 'of India, on which the parcels are handed over; when it is over, the manifest is closed';
comment on column manifests.job_id is 'the job that makes it, of each warehouse and carrier one';

create table manifest_parcels (
  account_id uuid not null,
  manifest_id uuid not null,
  shipment_id uuid not null,
  is_open boolean not null default true,
  tracking_number text collate "C" not null,
  primary key (account_id, manifest_id, shipment_id)
);

create unique index parcel_in_one_open_manifest on manifest_parcels (account_id, shipment_id) where is_open;

comment on column manifest_parcels.is_open is 'false once the parcel may stand in another manifest, from the moment that it is to';

create table pickups (
  account_id uuid not null,
  pickup_id uuid not null,
  created_at timestamptz(3) not null,
  warehouse_id uuid not null,
  day date not null,
  carrier_id text collate "C" not null,
  carrier_name text not null,
  actor_name text not null,
  primary key (account_id, pickup_id)
);

create unique index pickup_is_unique on pickups (account_id, warehouse_id, carrier_id, day);

import type { ColumnType } from 'kysely';
import type { Actor } from '../domain/actor.ts';
import type { SubjectKind } from '../domain/audit-record.ts';
import type { Phase } from '../domain/tracking/phases.ts';
import type { NdrReason, RtoReason } from '../domain/tracking/reasons.ts';
import type { GranularStatus, ListingStatus } from '../domain/tracking/statuses.ts';
import type { Refusal } from '../domain/tracking/verdict.ts';
import type { Zone } from '../domain/zones/zone.ts';
import type { RateKind } from '../rate-files/rate-kinds.ts';

/** A column that the database fills in where an insert does not name it. */
type Defaulted<T> = ColumnType<T, T | undefined, T>;
/** A nullable column that an insert may leave out. */
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** Set once, when the row is inserted. */
type Frozen<T> = ColumnType<T, T, never>;
/** A `bigint`: read as text, since it may pass what a float holds exactly. */
type BigInteger = ColumnType<string, number | string, number | string>;
/** Exact, of any scale: read and written as plain text. */
type Numeric = ColumnType<string, string, string>;
/** `2026-11-15`; select it as text, since pg reads a date as midnight of the process's own time zone. */
type CalendarDate = ColumnType<Date, string, string>;
/** Written as a JSON text, read as a value. */
type Json<T> = ColumnType<T, string, string>;

/** The tables that a request reaches before it has an account, and those of the service itself. */
export interface GlobalTables {
  accounts: AccountsTable;
  users: UsersTable;
  credentials: CredentialsTable;
  logo_addresses: LogoAddressesTable;
  service_secrets: ServiceSecretsTable;
  service_processes: ServiceProcessesTable;
  tracking_numbers: TrackingNumbersTable;
  carrier_credentials: CarrierCredentialsTable;
  rate_version_counter: RateVersionCounterTable;
}

/** The tables that hold an account's own data: reached through an `AccountScope` only. */
export interface AccountTables {
  stores: StoresTable;
  store_logos: StoreLogosTable;
  audit_records: AuditRecordsTable;
  rate_heads: RateHeadsTable;
  rate_versions: RateVersionsTable;
  warehouses: WarehousesTable;
  orders: OrdersTable;
  order_contacts: OrderContactsTable;
  order_items: OrderItemsTable;
  shipments: ShipmentsTable;
  parcels: ParcelsTable;
  bookings: BookingsTable;
  tracking_events: TrackingEventsTable;
  shipment_skus: ShipmentSkusTable;
  shipment_tags: ShipmentTagsTable;
  shipment_search: ShipmentSearchTable;
  shipment_notes: ShipmentNotesTable;
  shipment_counts: ShipmentCountsTable;
  shipment_count_deltas: ShipmentCountDeltasTable;
  order_reservations: OrderReservationsTable;
  idempotency_keys: IdempotencyKeysTable;
}

export interface AccountsTable {
  account_id: Frozen<string>;
  name: string;
  created_at: Frozen<Date>;
}

export interface UsersTable {
  user_id: Frozen<string>;
  account_id: Frozen<string>;
  name: string;
  /** Ten digits, no country code. */
  phone: Optional<string>;
  /** Lower case. */
  email: Optional<string>;
  password_hash: string;
  failed_attempts: Defaulted<number>;
  locked_until: Optional<Date>;
  created_at: Frozen<Date>;
  disabled_at: Optional<Date>;
}

export interface CredentialsTable {
  credential_id: Frozen<string>;
  account_id: Frozen<string>;
  kind: Frozen<'key' | 'token'>;
  prefix: Frozen<string>;
  secret_hash: Frozen<Buffer>;
  scope: Frozen<'full' | 'read'>;
  name: string;
  user_id: Optional<string>;
  created_at: Frozen<Date>;
  expires_at: Optional<Date>;
  revoked_at: Optional<Date>;
  last_used_at: Optional<Date>;
}

export interface LogoAddressesTable {
  store_id: Frozen<string>;
  account_id: Frozen<string>;
}

export interface RateVersionCounterTable {
  only_row: Defaulted<true>;
  last_version: BigInteger;
}

/** Beside it `rate_rows`, which only raw SQL reads and writes. */
export interface RateHeadsTable {
  account_id: Frozen<string>;
  version: BigInteger;
}

export interface RateVersionsTable {
  account_id: Frozen<string>;
  version: BigInteger;
  kind: Frozen<RateKind | 'all'>;
  source: Frozen<string>;
  made_at: Frozen<Date>;
  actor_kind: Frozen<Actor['kind']>;
  actor_id: Frozen<string | null>;
  actor_name: Frozen<string>;
  added: Frozen<number>;
  changed: Frozen<number>;
  removed: Frozen<number>;
}

export interface ServiceSecretsTable {
  name: Frozen<string>;
  secret: Frozen<Buffer>;
  created_at: Frozen<Date>;
}

export interface StoresTable {
  account_id: Frozen<string>;
  store_id: Frozen<string>;
  store_name: string;
  brand_name: Optional<string>;
  channel: Defaulted<string>;
  status: Defaulted<'connected' | 'disconnected'>;
  logo_hash: Optional<string>;
  logo_extension: Optional<string>;
  created_at: Frozen<Date>;
  updated_at: Date;
}

export interface StoreLogosTable {
  account_id: Frozen<string>;
  store_id: Frozen<string>;
  content_hash: Frozen<string>;
  media_type: Frozen<string>;
  extension: Frozen<string>;
  width: Frozen<number>;
  height: Frozen<number>;
  bytes: Frozen<Buffer>;
  created_at: Frozen<Date>;
}

export interface AuditRecordsTable {
  account_id: Frozen<string>;
  audit_id: Frozen<string>;
  recorded_at: Frozen<Date>;
  actor_kind: Frozen<Actor['kind']>;
  actor_id: Optional<string>;
  actor_name: Frozen<string>;
  action: Frozen<string>;
  subject_kind: Frozen<SubjectKind>;
  subject_id: Frozen<string>;
  changes: Json<Record<string, unknown>>;
}

export const JOURNEYS = ['forward', 'return'] as const;
export type Journey = (typeof JOURNEYS)[number];
export const CONTACT_ROLES = ['billing', 'shipping', 'reattempt'] as const;
export type ContactRole = (typeof CONTACT_ROLES)[number];
export const BOOKING_STATES = ['asking', 'unknown', 'booked', 'failed'] as const;
export type BookingState = (typeof BOOKING_STATES)[number];

export interface ServiceProcessesTable {
  process_id: Frozen<string>;
  started_at: Frozen<Date>;
  seen_at: Date;
  job_workers: string[];
}

export interface TrackingNumbersTable {
  tracking_number: Frozen<string>;
  account_id: Frozen<string>;
  shipment_id: Frozen<string>;
  carrier_id: Frozen<string>;
}

export interface CarrierCredentialsTable {
  credential_id: Frozen<string>;
  prefix: Frozen<string>;
  secret_hash: Frozen<Buffer>;
  name: string;
  carrier_ids: string[];
  created_at: Frozen<Date>;
  expires_at: Optional<Date>;
  revoked_at: Optional<Date>;
  last_used_at: Optional<Date>;
}

export interface WarehousesTable {
  account_id: Frozen<string>;
  warehouse_id: Frozen<string>;
  name: string;
  contact_person: string;
  phone: string;
  email: string;
  gst_no: Optional<string>;
  street_address: string;
  zip: string;
  city: string;
  state: string;
  country: string;
  is_active: Defaulted<boolean>;
  /** Digest of name and address as compared. */
  same_key: Buffer;
  created_at: Frozen<Date>;
  updated_at: Date;
}

export interface OrdersTable {
  account_id: Frozen<string>;
  order_id: Frozen<string>;
  store_id: Optional<string>;
  created_at: Frozen<Date>;
  order_date: Date;
  sub_total_paise: BigInteger;
  cod_collectible_paise: BigInteger;
  is_cod: boolean;
  /** Made up, or its scans are: nothing is ever sent to its customer. */
  is_demo: Defaulted<boolean>;
  /** The merchant's `order_id`. */
  display_id: Frozen<string>;
  external_id: string;
  channel: string;
  tags: Defaulted<string[]>;
}

export interface OrderContactsTable {
  account_id: Frozen<string>;
  order_id: Frozen<string>;
  role: Frozen<ContactRole>;
  first_name: string;
  last_name: Optional<string>;
  /** Ten digits. */
  phone: string;
  email: Optional<string>;
  address: string;
  address_2: Optional<string>;
  city: string;
  pincode: string;
  state: string;
  country: string;
  note: Optional<string>;
}

export interface OrderItemsTable {
  account_id: Frozen<string>;
  order_id: Frozen<string>;
  position: Frozen<number>;
  item_id: Frozen<string>;
  /** Of one unit. */
  selling_price_paise: BigInteger;
  discount_paise: BigInteger | null;
  tax: Numeric | null;
  units: number;
  name: string;
  sku: Optional<string>;
  hsn: Optional<string>;
}

export interface ShipmentsTable {
  account_id: Frozen<string>;
  shipment_id: Frozen<string>;
  order_id: Frozen<string>;
  warehouse_id: Frozen<string>;
  store_id: Optional<string>;
  /** The booking in force, or the one whose outcome is awaited. */
  booking_id: Optional<string>;
  created_at: Frozen<Date>;
  updated_at: Date;
  order_date: Frozen<Date>;
  /** This and the next ones are the milestones: when each was first reached. */
  ready_for_pickup_at: Optional<Date>;
  picked_up_at: Optional<Date>;
  in_transit_at: Optional<Date>;
  out_for_delivery_at: Optional<Date>;
  delivered_at: Optional<Date>;
  ndr_raised_at: Optional<Date>;
  rto_initiated_at: Optional<Date>;
  rto_in_transit_at: Optional<Date>;
  rto_delivered_at: Optional<Date>;
  cancelled_at: Optional<Date>;
  status_at: Date;
  newest_event_at: Optional<Date>;
  total_price_paise: BigInteger;
  /** 0 for prepaid. */
  cod_amount_paise: BigInteger;
  /** 0.01 g. */
  applied_weight: BigInteger;
  expected_pickup_date: CalendarDate | null;
  expected_delivery_date: CalendarDate | null;
  newest_arrival: Optional<number>;
  /** The arrival number of the last event. */
  event_count: Defaulted<number>;
  journey: Frozen<Journey>;
  status: ListingStatus;
  granular_status: GranularStatus;
  phase: Phase;
  zone: Zone;
  ndr_reason: Optional<NdrReason>;
  rto_reason: Optional<RtoReason>;
  attempt_count: Defaulted<number>;
  is_cod: Frozen<boolean>;
  ndr_reason_is_newer: Defaulted<boolean>;
  tracking_number: Optional<string>;
  carrier_id: Optional<string>;
  channel: string;
}

export interface ParcelsTable {
  account_id: Frozen<string>;
  shipment_id: Frozen<string>;
  dead_weight_g: Numeric;
  length_cm: Numeric;
  breadth_cm: Numeric;
  height_cm: Numeric;
}

export interface BookingsTable {
  account_id: Frozen<string>;
  shipment_id: Frozen<string>;
  /** Our reference at the carrier. */
  booking_id: Frozen<string>;
  process_id: Optional<string>;
  asked_at: Frozen<Date>;
  settled_at: Optional<Date>;
  next_try_at: Optional<Date>;
  shipment_value_paise: BigInteger;
  forward_freight_paise: BigInteger;
  cod_charges_paise: BigInteger;
  rto_charges_paise: BigInteger;
  total_charges_paise: BigInteger;
  platform_fee_paise: BigInteger;
  expected_pickup_date: CalendarDate;
  expected_delivery_date: CalendarDate;
  state: BookingState;
  zone: Frozen<Zone>;
  is_cod: Frozen<boolean>;
  carrier_id: Frozen<string>;
  carrier_name: Frozen<string>;
  carrier_code: Frozen<string>;
  service_level: Frozen<string>;
  tracking_number: Optional<string>;
  rate_book_version: BigInteger;
  origin_pincode: Frozen<string>;
  destination_pincode: Frozen<string>;
  dead_weight_g: Numeric;
  length_cm: Numeric;
  breadth_cm: Numeric;
  height_cm: Numeric;
  failure: Optional<string>;
}

export interface TrackingEventsTable {
  account_id: Frozen<string>;
  shipment_id: Frozen<string>;
  /** Of a scan: a digest of its content. */
  event_id: Frozen<string>;
  event_at: Frozen<Date>;
  arrived_at: Frozen<Date>;
  arrival: Frozen<number>;
  status: Frozen<GranularStatus>;
  /** Null where it applied. */
  refusal: Optional<Refusal>;
  actor_kind: Frozen<Actor['kind']>;
  actor_id: Optional<string>;
  carrier_event_key: Optional<string>;
  actor_name: Optional<string>;
  reason: Optional<NdrReason | RtoReason>;
  location: Optional<string>;
  description: Optional<string>;
  carrier_status: Optional<string>;
  carrier_reason: Optional<string>;
}

export interface ShipmentSkusTable {
  account_id: Frozen<string>;
  sku: Frozen<string>;
  created_at: Frozen<Date>;
  shipment_id: Frozen<string>;
}

export interface ShipmentTagsTable {
  account_id: Frozen<string>;
  tag: Frozen<string>;
  created_at: Frozen<Date>;
  shipment_id: Frozen<string>;
}

export interface ShipmentSearchTable {
  account_id: Frozen<string>;
  shipment_id: Frozen<string>;
  created_at: Frozen<Date>;
  words: string;
}

export interface ShipmentNotesTable {
  account_id: Frozen<string>;
  shipment_id: Frozen<string>;
  note_id: Frozen<string>;
  created_at: Frozen<Date>;
  author_kind: Frozen<Actor['kind']>;
  author_id: Optional<string>;
  author_name: Frozen<string>;
  note: Frozen<string>;
}

export interface ShipmentCountsTable {
  account_id: Frozen<string>;
  journey: Frozen<Journey>;
  status: Frozen<GranularStatus>;
  shipments: BigInteger;
}

export interface ShipmentCountDeltasTable {
  account_id: Frozen<string>;
  delta_id: ColumnType<string, never, never>;
  journey: Frozen<Journey>;
  status: Frozen<GranularStatus>;
  change: Frozen<number>;
}

export interface OrderReservationsTable {
  account_id: Frozen<string>;
  display_id: Frozen<string>;
  order_id: Frozen<string>;
  process_id: string;
  reserved_at: Frozen<Date>;
  /** Our reference at the carrier being called now; null before the first. */
  booking_id: Optional<string>;
  carrier_id: Optional<string>;
  /** Its request ended without an answer; what it left is being undone. */
  is_settling: Optional<boolean>;
}

export interface IdempotencyKeysTable {
  account_id: Frozen<string>;
  idempotency_key: Frozen<string>;
  request_hash: Frozen<Buffer>;
  process_id: string;
  started_at: Date;
  expires_at: Date;
  /** The body of the success; null while the first request runs. */
  answer: Optional<string>;
}

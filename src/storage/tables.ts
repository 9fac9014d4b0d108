import type { ColumnType } from 'kysely';
import type { Role } from '../domain/role.ts';

/** A column that the database fills in if an insert does not name it. */
type Defaulted<T> = ColumnType<T, T | undefined, T>;
/** A nullable column that an insert may leave out. */
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** A column that is set only when the row is inserted. */
type Frozen<T> = ColumnType<T, T, never>;
/** A `bigint`. It is read as text, because a float may not hold it exactly. */
type BigInteger = ColumnType<string, number | string, number | string>;

/**
 * The tables that a request uses before its account is known, and the tables of the service itself. Account
 * tables are used only by SQL: docs/explanation/decisions/2026-11-22-sql.md.
 */
export interface GlobalTables {
  accounts: AccountsTable;
  users: UsersTable;
  credentials: CredentialsTable;
  sessions: SessionsTable;
  sign_in_links: SignInLinksTable;
  logo_addresses: LogoAddressesTable;
  service_secrets: ServiceSecretsTable;
  service_processes: ServiceProcessesTable;
  tracking_numbers: TrackingNumbersTable;
  carrier_credentials: CarrierCredentialsTable;
  courier_push_tokens: CourierPushTokensTable;
  rate_version_counter: RateVersionCounterTable;
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
  /** Ten digits, without a country code. */
  phone: Optional<string>;
  /** The address in lower case. */
  email: Optional<string>;
  password_hash: string;
  failed_attempts: Defaulted<number>;
  locked_until: Optional<Date>;
  created_at: Frozen<Date>;
  disabled_at: Optional<Date>;
  role: Defaulted<Role>;
  /** Null if there is no restriction; the same applies to warehouses. */
  store_ids: Optional<string[]>;
  warehouse_ids: Optional<string[]>;
  /** True if the user was invited and has not set a password yet. */
  awaits_password: Defaulted<boolean>;
}

export interface CredentialsTable {
  credential_id: Frozen<string>;
  account_id: Frozen<string>;
  kind: Frozen<'key' | 'token'>;
  prefix: Frozen<string>;
  secret_hash: Frozen<Buffer>;
  scope: Frozen<'full' | 'read'>;
  role: Optional<Role>;
  name: string;
  user_id: Optional<string>;
  created_at: Frozen<Date>;
  expires_at: Optional<Date>;
  revoked_at: Optional<Date>;
  last_used_at: Optional<Date>;
}

export interface SessionsTable {
  session_id: Frozen<string>;
  account_id: Frozen<string>;
  prefix: Frozen<string>;
  secret_hash: Frozen<Buffer>;
  user_id: Optional<string>;
  key_id: Optional<string>;
  device: string;
  created_at: Frozen<Date>;
  expires_at: Frozen<Date>;
  ended_at: Optional<Date>;
  last_used_at: Optional<Date>;
}

export interface SignInLinksTable {
  link_id: Frozen<string>;
  account_id: Frozen<string>;
  user_id: Frozen<string>;
  kind: Frozen<'invitation' | 'password_reset' | 'first_start'>;
  prefix: Frozen<string>;
  secret_hash: Frozen<Buffer>;
  created_at: Frozen<Date>;
  expires_at: Frozen<Date>;
  used_at: Optional<Date>;
}

export interface LogoAddressesTable {
  store_id: Frozen<string>;
  account_id: Frozen<string>;
}

export interface RateVersionCounterTable {
  only_row: Defaulted<true>;
  last_version: BigInteger;
}

export interface ServiceSecretsTable {
  name: Frozen<string>;
  secret: Buffer;
  created_at: Frozen<Date>;
}

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
  courier_account_id: Optional<string>;
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

export interface CourierPushTokensTable {
  token_id: Frozen<string>;
  prefix: Frozen<string>;
  secret_hash: Frozen<Buffer>;
  account_id: Frozen<string>;
  courier_account_id: Frozen<string>;
  courier: Frozen<string>;
  created_at: Frozen<Date>;
  revoked_at: Optional<Date>;
  last_used_at: Optional<Date>;
}

/** The enum values of the schema that have no other name in the domain; a test compares them. */
export const CONTACT_ROLES = ['billing', 'shipping', 'reattempt'] as const;
export type ContactRole = (typeof CONTACT_ROLES)[number];
export const BOOKING_STATES = ['asking', 'unknown', 'booked', 'failed'] as const;
export type BookingState = (typeof BOOKING_STATES)[number];

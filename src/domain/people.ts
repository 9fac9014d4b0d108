import { ROLES, type Role } from './role.ts';

/** Tells whether `role` may do what `least` may. */
export function mayActAs(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

/**
 * The part of the account that a person may see: only some stores, only some warehouses, or both; null means
 * all. The person cannot tell that the rest exists.
 */
export interface Restriction {
  readonly storeIds: readonly string[] | null;
  readonly warehouseIds: readonly string[] | null;
}

/** A session ends after this time, even if it is in use. */
export const SESSION_VALID_MS = 7 * 24 * 60 * 60 * 1000;
/** A session without requests ends after this time. */
export const SESSION_IDLE_MS = 12 * 60 * 60 * 1000;

/** The validity of links that set a password, and of the first start's link. */
export const SIGN_IN_LINK_VALID_MS = {
  invitation: 48 * 60 * 60 * 1000,
  password_reset: 60 * 60 * 1000,
  first_start: 15 * 60 * 1000,
} as const;

/** Domains reserved for examples and tests: mail to them reaches nobody. */
const NOBODYS_DOMAIN = /[.@](?:example|test|invalid|localhost)$/i;

/** Tells whether this address may be emailed; addresses of made-up people may not. */
export function mayBeMailed(email: string): boolean {
  return !NOBODYS_DOMAIN.test(email);
}

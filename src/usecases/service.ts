import type { Actor } from '../domain/actor.ts';
import type { Restriction } from '../domain/people.ts';
import type { Role } from '../domain/role.ts';
import type { Database } from '../storage/database.ts';
import type { ChangeContext } from '../storage/service-transaction.ts';

/**
 * What nearly every use case takes. Further dependencies are in small groups beside the noun that owns them: a use case that asks a
 * courier takes `Service & CourierParts`.
 */
export interface Service {
  readonly database: Database;
  /** Returns the current time; tests pass their own clock. */
  readonly now: () => Date;
  readonly newId: () => string;
}

/** A service that acts for an account. */
export interface AccountActor extends Service {
  readonly accountId: string;
  readonly actor: Actor;
}

/** The account of a credential, with what the credential may do. */
export interface AccountContext extends AccountActor {
  /** A `read` credential may not change anything. */
  readonly scope: 'full' | 'read';
  readonly role: Role;
  /** Restricts the view to some stores or warehouses; null for the whole account. */
  readonly restriction: Restriction | null;
  /** The session of the request's cookie; null for a key or a token. */
  readonly session: { readonly sessionId: string; readonly expiresAt: Date } | null;
  /** The id of the credential; the rate limit counts requests for each id. */
  readonly credentialId: string;
}

/** Returns the actor, the time and the source of ids for `Database.change`. */
export function changeBy(service: Service, actor: Actor): ChangeContext {
  return { actor, now: service.now(), newId: service.newId };
}

/** The context of work without a credential: it may see and change the whole account. */
export const WHOLE_ACCOUNT = {
  scope: 'full',
  role: 'owner',
  restriction: null,
  session: null,
  credentialId: '',
} as const;

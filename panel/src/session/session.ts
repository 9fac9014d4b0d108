import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { type Answer, ApiProblem, answerOf, api, carryToken } from '../api/client.ts';
import { queries } from '../api/queries.ts';

export type Session = Answer<'/custom/api/v1/session', 'get'>['data'];
export type Role = Session['role'];

/** Roles from lowest to highest. Each role may do what the roles before it may. */
export const ROLES: readonly Role[] = ['viewer', 'packer', 'manager', 'owner'];

/** The session of the signed-in person; null if nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async (): Promise<Session | null> => {
    try {
      const { data } = await answerOf(api.GET('/custom/api/v1/session'));
      carryToken(data.csrf_token);
      return data;
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) return null;
      throw error;
    }
  },
});

export async function signIn(
  body: { username: string; password: string } | { api_key: string },
): Promise<Session> {
  const { data } = await answerOf(api.POST('/custom/api/v1/session', { body }));
  return begun(data);
}

/** Starts to use a new session. */
export function begun(session: Session): Session {
  carryToken(session.csrf_token);
  queries.setQueryData(sessionQuery.queryKey, session);
  return session;
}

/** Ends the session, and clears all cached data and the searches of this tab. */
export async function signOut(): Promise<void> {
  await api.DELETE('/custom/api/v1/session');
  carryToken(null);
  queries.clear();
  try {
    sessionStorage.clear();
  } catch {
    // Without storage, nothing was kept.
  }
  queries.setQueryData(sessionQuery.queryKey, null);
}

/** The session on pages that require signing in. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data === null) throw new Error('nobody is signed in');
  return data;
}

/**
 * The way a route treats people who may see only some stores or warehouses (`x-restricted` in the document).
 * `filtered`: shows only their data; `by_warehouse`: like `filtered`, but refuses people who are limited to
 * stores; `refused`: refuses all of them.
 */
export type MeetsRestricted = 'filtered' | 'by_warehouse' | 'refused';

/**
 * Tells whether the signed-in person may call routes with this role and treatment of restricted people. The
 * service decides; this only avoids a refusal.
 */
export function mayCall({ role, restriction }: Session, least: Role, meets: MeetsRestricted): boolean {
  if (ROLES.indexOf(role) < ROLES.indexOf(least)) return false;
  if (restriction === null || meets === 'filtered') return true;
  return meets === 'by_warehouse' && restriction.store_ids === null;
}

export function useMayActAs(least: Role, meets: MeetsRestricted = 'filtered'): boolean {
  return mayCall(useSession(), least, meets);
}

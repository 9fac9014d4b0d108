import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem, isConflict, isOffline } from './client.ts';

/** The time for which an answer is shown without asking again. */
export const FRESH_MS = 15_000;

/** Query cache of the panel. A successful change reads again everything that is shown; of long lists only the rows in sight (`pagesOf`). */
declare module '@tanstack/react-query' {
  interface Register {
    /** `changesNothing`: it only asks. */
    mutationMeta: { readonly changesNothing?: boolean };
  }
}

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // What cannot be asked is said, not kept waiting.
      networkMode: 'always',
      refetchOnReconnect: true,
      // The service has said what is wrong; only what did not arrive is worth another try.
      retry: (tries, error) =>
        tries < 2 && (isOffline(error) || (error instanceof ApiProblem && error.status === 503)),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onSuccess: (_data, _variables, _context, mutation) => {
      if (mutation.meta?.changesNothing !== true) void queries.invalidateQueries();
    },
  }),
});

/** Asks anew for all that is shown where somebody else was quicker. */
export function refreshAfterConflict(error: unknown): void {
  if (isConflict(error)) void queries.invalidateQueries();
}

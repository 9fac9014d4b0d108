import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem, isConflict, isOffline } from './client.ts';

/** The time during which an answer is shown without a new request. */
export const FRESH_MS = 15_000;

/**
 * Query cache of the panel. A successful change reads everything on the screen again, but only the visible
 * rows of long lists (`pagesOf`).
 */
declare module '@tanstack/react-query' {
  interface Register {
    /** `changesNothing`: the request only reads. */
    mutationMeta: { readonly changesNothing?: boolean };
  }
}

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // A request that cannot be sent fails at once instead of waiting.
      networkMode: 'always',
      refetchOnReconnect: true,
      // Only requests without an answer are retried; otherwise the service has said what is wrong.
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

/** Reads everything on the screen again if somebody else was faster. */
export function refreshAfterConflict(error: unknown): void {
  if (isConflict(error)) void queries.invalidateQueries();
}

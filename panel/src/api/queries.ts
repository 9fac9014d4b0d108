import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem, isOffline } from './client.ts';

/** What was asked is kept this long; whoever comes back to a page sees it at once. */
const FRESH_MS = 15_000;

/** What the panel knows of the service. A change that went well makes all of it be asked anew, but for what a page keeps by hand. */
declare module '@tanstack/react-query' {
  interface Register {
    /** `keptByHand`: its page takes out of it what a change made another, where asking for all of it anew is long. */
    queryMeta: { readonly keptByHand?: boolean };
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
      if (mutation.meta?.changesNothing !== true)
        void queries.invalidateQueries({ predicate: ({ meta }) => meta?.keptByHand !== true });
    },
  }),
});

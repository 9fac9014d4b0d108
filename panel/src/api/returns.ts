import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';

const PER_PAGE = 100;

/** The returns that match, a hundred after the other by their cursor. */
export function returnsQuery(filter: Record<string, unknown>) {
  return infiniteQueryOptions({
    queryKey: ['returns', filter],
    structuralSharing: false,
    initialPageParam: null as readonly [string, string] | null,
    queryFn: async ({ pageParam, signal }) =>
      answerOf(
        api.POST('/custom/api/v1/returns', {
          body: { ...filter, per_page: PER_PAGE, ...(pageParam && { search_after: pageParam }) } as never,
          signal,
        }),
      ),
    getNextPageParam: (last) => last.meta.next_search_after as readonly [string, string] | null,
  });
}

export function returnCountsQuery(filter: Record<string, unknown>) {
  return queryOptions({
    queryKey: ['return counts', filter],
    queryFn: async ({ signal }) =>
      (await answerOf(api.POST('/custom/api/v1/returns/counts', { body: filter as never, signal }))).data,
  });
}

export function returnQuery(id: string) {
  return queryOptions({
    queryKey: ['return', id],
    queryFn: async ({ signal }) =>
      (await answerOf(api.GET('/custom/api/v1/returns/{id}', { params: { path: { id } }, signal }))).data,
  });
}

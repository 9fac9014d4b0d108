import { hashKey, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import type { Identified } from '../api/compressed-rows.ts';
import { type CursorList, pagesOf } from '../api/cursor-list.ts';
import { RowsOfPages } from './rows.ts';

/** An endless list loads more when fewer rows than this are left below. */
const AHEAD = 40;

/** A list with the rows loaded so far. */
export interface PagedList<Row extends Identified, Meta = unknown> {
  readonly rows: RowsOfPages<Row>;
  /** The total; null while unknown. */
  readonly total: number | null;
  /** The `meta` of the newest answer; null before the first. */
  readonly meta: Meta | null;
  readonly error: Error | null;
  /** True until the first rows arrive. */
  readonly isPending: boolean;
  /** Tells whether the rows still answer the previous filter. */
  readonly isPrevious: boolean;
  /** A request is running. */
  readonly isAsking: boolean;
  readonly hasMore: boolean;
  readonly askMore: () => void;
  readonly retry: () => void;
  /** Reports the visible rows, from `from` up to, not including, `until`. Old rows are reloaded. */
  readonly look: (from: number, until: number) => void;
}

/**
 * Loads a list as far as the reader scrolls.
 *
 * @param options `isEndless`: more rows are loaded automatically near the end
 */
export function usePagedList<Row extends Identified, Place, Meta extends { readonly total?: number }>(
  list: CursorList<Row, Place, Meta>,
  { isEndless }: { isEndless: boolean },
): PagedList<Row, Meta> {
  const sight = useRef({ from: 0, until: 0 });
  const listing = useInfiniteQuery({
    ...pagesOf(list, () => sight.current),
    placeholderData: keepPreviousData,
  });
  const { data, hasNextPage, isPlaceholderData, fetchNextPage, refetch } = listing;
  const pages = data?.pages;
  const rows = useMemo(() => new RowsOfPages(pages?.map((page) => page.rows) ?? []), [pages]);
  const { queryKey } = list;
  const client = useQueryClient();
  // Reading whether a request is running would render the whole page again when a request begins and ends.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the list
  const askMore = useCallback(() => {
    if (!hasNextPage || isPlaceholderData) return;
    // New rows would mark earlier rows as fresh, although their reload failed.
    const isFailed = client.getQueryState(queryKey)?.isInvalidated === true;
    void (isFailed ? refetch({ cancelRefetch: false }) : fetchNextPage({ cancelRefetch: false }));
  }, [hashKey(queryKey), hasNextPage, isPlaceholderData, client, refetch, fetchNextPage]);
  const retry = useCallback(() => void refetch(), [refetch]);
  const look = useCallback(
    (from: number, until: number) => {
      sight.current = { from, until };
      if (pages === undefined || isPlaceholderData) return;
      const [first, last] = rows.pagesBetween(from, until);
      if (pages.slice(first, last + 1).some(({ isOld }) => isOld)) void refetch({ cancelRefetch: false });
      else if (isEndless && until >= rows.length - AHEAD) askMore();
    },
    [pages, rows, isPlaceholderData, isEndless, refetch, askMore],
  );
  const meta = pages === undefined || isPlaceholderData ? null : newestOf(pages).meta;
  return {
    rows,
    total: meta?.total ?? null,
    meta,
    error: listing.error,
    isPending: listing.isPending,
    isPrevious: isPlaceholderData,
    // A getter, because every component that reads it is rendered again when a request begins or ends.
    get isAsking() {
      return listing.isFetching;
    },
    hasMore: hasNextPage,
    askMore,
    retry,
    look,
  };
}

function newestOf<Page extends { readonly askedAt: number }>(pages: readonly Page[]): Page {
  return pages.reduce((a, b) => (b.askedAt > a.askedAt ? b : a));
}

import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { commonWords } from '../words/common.ts';
import { useWords } from '../words/language.ts';
import type { Column } from './data-table.tsx';
import { Failure, Skeleton } from './notices.tsx';

/** A page of a list that is walked by `before`. */
export interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly meta: { readonly next_before: string | null; readonly total?: number };
}

/** A list that is walked by `before`, newest first. */
export function usePaged<Page extends ListPage<unknown>>(
  key: readonly unknown[],
  fetchPage: (before: string | undefined) => Promise<Page>,
): UseInfiniteQueryResult<InfiniteData<Page>> {
  return useInfiniteQuery({
    queryKey: key,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    getNextPageParam: (last) => last.meta.next_before ?? undefined,
  });
}

/** Rows of few columns, all of them in the page. */
export function Rows<Row>({
  label,
  columns,
  rows,
  idOf,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className="grid still" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ id, header, number }) => (
              <th key={id} scope="col" className={number ? 'number' : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)} className="row">
              {columns.map(({ id, cell, number }) => (
                <td key={id} className={number ? 'number' : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A list as it was asked for so far, with more on demand. */
export function PagedTable<Row>({
  list,
  empty,
  ...table
}: {
  list: UseInfiniteQueryResult<InfiniteData<ListPage<Row>>>;
  label: string;
  columns: readonly Column<Row>[];
  idOf: (row: Row) => string;
  /** What stands there where there is nothing. */
  empty: ReactNode;
}) {
  const words = useWords(commonWords);
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  if (list.error) return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  if (list.isPending) return <Skeleton lines={6} />;
  if (rows.length === 0) return empty;
  return (
    <div className="stack tight">
      <Rows rows={rows} {...table} />
      {list.hasNextPage && (
        <button
          type="button"
          className="button small"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {words.more}
        </button>
      )}
    </div>
  );
}

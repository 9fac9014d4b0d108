import { type ReactNode, useEffect, useRef } from 'react';
import { commonWords } from '../words/common.ts';
import { useWords } from '../words/language.ts';
import type { RowsColumn, Selecting } from './list/data-table.tsx';
import { useNarrow } from './narrow.ts';
import { Failure, Skeleton } from './notices.tsx';
import { type PagedList, usePagedList } from './paged-list.ts';
import { RowCard } from './row-card.tsx';

const PER_PAGE = 50;

/** Which page of a list is asked for. */
export interface ListPageAsked {
  readonly per_page: number;
  readonly before?: string;
}

/** A page of a list with the cursor `before`. */
export interface ListPage<Row, Meta> {
  readonly data: readonly Row[];
  readonly meta: Meta & { readonly next_before: string | null; readonly total?: number };
}

/** The text by which a list is sorted, before the ids. */
interface SortedBy<Row> {
  readonly of: (row: Row) => string;
  readonly order: 'asc' | 'desc';
}

/** A list with the cursor `before`, newest first, or in the order of `sort`. */
export function usePaged<Row extends { readonly id: string }, Meta>(
  queryKey: readonly unknown[],
  fetchPage: (page: ListPageAsked, signal: AbortSignal) => Promise<ListPage<Row, Meta>>,
  sort: SortedBy<Row> = { of: () => '', order: 'desc' },
): PagedList<Row, ListPage<Row, Meta>['meta']> {
  const list = {
    queryKey,
    // A place is the text of a row followed by its id, so that places compare like rows.
    ask: async (after: string | null, signal: AbortSignal) => {
      const page = {
        per_page: PER_PAGE,
        ...(after !== null && { before: after.slice(after.indexOf(' ') + 1) }),
      };
      const { data, meta } = await fetchPage(page, signal);
      const last = data.at(-1);
      const next = meta.next_before;
      return {
        rows: data,
        meta,
        next: next === null || last === undefined ? null : `${sort.of(last)} ${next}`,
      };
    },
    isBehind: (place: string, other: string) => (sort.order === 'desc' ? place < other : place > other),
  };
  return usePagedList(list, { isEndless: false });
}

/** A table of few columns that renders all rows. */
export function Rows<Row>({
  label,
  columns,
  rows,
  idOf,
  selection,
  onOpen,
}: {
  label: string;
  columns: readonly RowsColumn<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
  /** `may` tells which rows can be selected; without it, every row can. */
  selection?: (Selecting<Row> & { readonly may?: (row: Row) => boolean }) | undefined;
  /** What a click anywhere in a row does. A link or button in the row has to do the same, for the keyboard. */
  onOpen?: ((row: Row) => void) | undefined;
}) {
  const words = useWords(commonWords);
  const isNarrow = useNarrow();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling must be possible by keyboard
    <section className="grid still" aria-label={label} tabIndex={0}>
      <table>
        {!isNarrow && (
          <thead>
            <tr>
              {selection && (
                <th scope="col" className="tick">
                  <input
                    type="checkbox"
                    aria-label={selection.labelAll}
                    checked={selection.all}
                    onChange={selection.toggleAll}
                  />
                </th>
              )}
              {columns.map(({ id, header, number }) => (
                <th key={id} scope="col" className={number ? 'number' : undefined}>
                  {header === '' ? <span className="unseen">{words.actions}</span> : header}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row) => (
            <tr
              key={idOf(row)}
              className={onOpen ? 'row opens' : 'row'}
              aria-selected={selection?.has(row)}
              onClick={(event) => {
                const target = event.target as HTMLElement;
                // An open menu of the row is rendered outside the row.
                if (event.currentTarget.contains(target) && !target.closest('button,a,input,label'))
                  onOpen?.(row);
              }}
            >
              {selection && (
                <td className="tick">
                  {selection.may?.(row) !== false && (
                    <input
                      type="checkbox"
                      aria-label={selection.labelOf(row)}
                      checked={selection.has(row)}
                      onChange={() => selection.toggle(row)}
                    />
                  )}
                </td>
              )}
              {isNarrow ? (
                <td className="record-cell">
                  <RowCard row={row} columns={columns} />
                </td>
              ) : (
                columns.map((column) => (
                  <td
                    key={column.id}
                    className={
                      [column.number && 'number', column.header === '' && 'acts'].filter(Boolean).join(' ') ||
                      undefined
                    }
                    data-heading={typeof column.header === 'string' ? column.header : undefined}
                  >
                    <div>{column.cell(row)}</div>
                  </td>
                ))
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A list with the rows loaded so far, and a button for more. */
export function PagedTable<Row extends { readonly id: string }>({
  list,
  empty,
  ...table
}: {
  list: PagedList<Row>;
  label: string;
  columns: readonly RowsColumn<Row>[];
  selection?: Parameters<typeof Rows<Row>>[0]['selection'];
  onOpen?: ((row: Row) => void) | undefined;
  empty: ReactNode;
}) {
  const words = useWords(commonWords);
  const place = useRef<HTMLDivElement>(null);
  const { rows, look } = list;
  useEffect(() => {
    const onScroll = () => {
      if (place.current !== null) look(...rowsInSight(place.current));
    };
    onScroll();
    // Either the page or the table scrolls.
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', onScroll, { capture: true });
  }, [look]);
  if (list.error) return <Failure error={list.error} onRetry={list.retry} />;
  if (list.isPending || list.isPrevious) return <Skeleton lines={6} />;
  if (rows.length === 0) return empty;
  return (
    <div className="stack tight" ref={place}>
      <Rows rows={rows.all()} idOf={({ id }) => id} {...table} />
      {list.hasMore && (
        <button type="button" className="button small" disabled={list.isAsking} onClick={list.askMore}>
          {words.more}
        </button>
      )}
    </div>
  );
}

/** The rows of a table that are visible in the window, from `from` up to, not including, `until`. */
function rowsInSight(place: HTMLElement): [from: number, until: number] {
  const rows = [...place.querySelectorAll('tbody > tr')].map((row) => row.getBoundingClientRect());
  const from = rows.findIndex(({ bottom }) => bottom > 0);
  return [from < 0 ? rows.length : from, rows.findLastIndex(({ top }) => top < innerHeight) + 1];
}

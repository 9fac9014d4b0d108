import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { CursorList } from '../../api/cursor-list.ts';
import { grouped } from '../../words/format.tsx';
import { useKeys } from '../keys.ts';
import { Failure } from '../notices.tsx';
import { usePagedList } from '../paged-list.ts';
import { ViewsMenu } from '../views-menu.tsx';
import { DataTable, type DataTableProps } from './data-table.tsx';

/** What the address of a list's page always has: the row that is open beside the list. */
interface ListView {
  readonly open?: string;
}

/**
 * Keeps a page that is one long list: its view in the address, its rows as far as they are loaded, the current
 * row, and the keys.
 *
 * @param filterKey the filter as text: another filter has no current row
 * @param keys of the page itself; `Escape` works when nothing else is left to close
 */
export function useListPage<
  View extends ListView,
  Row extends { readonly id: string },
  Place,
  Meta extends { readonly total?: number },
>({
  view,
  list,
  filterKey,
  listKey = filterKey,
  keys,
}: {
  view: View;
  list: CursorList<Row, Place, Meta>;
  filterKey: string;
  listKey?: string;
  keys?: (row: Row | undefined) => Readonly<Record<string, () => void>>;
}) {
  const navigate = useNavigate();
  const change = useCallback(
    (changed: Partial<View>) =>
      void navigate({ to: '.', search: (before) => ({ ...before, ...changed }), replace: 'q' in changed }),
    [navigate],
  );
  const narrow = useCallback((changed: Partial<View>) => change({ ...changed, open: undefined }), [change]);
  const show = useCallback((search: View) => void navigate({ to: '.', search }), [navigate]);
  const openRow = useCallback((open: string | undefined) => change({ open } as Partial<View>), [change]);

  const listing = usePagedList(list, { isEndless: true });
  const { rows } = listing;
  const [current, setCurrent] = useState(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the filter changes
  useEffect(() => setCurrent(-1), [filterKey]);
  const { open } = view;
  const openAt = open === undefined ? -1 : rows.indexOf(open);
  const at = openAt >= 0 ? openAt : Math.min(current, rows.length - 1);
  const searchInput = useRef<HTMLInputElement>(null);
  const move = (by: number) => {
    const to = Math.max(0, Math.min(rows.length - 1, at + by));
    const row = rows.at(to);
    setCurrent(to);
    if (open !== undefined && row) openRow(row.id);
  };
  const own = keys?.(rows.at(at));
  useKeys({
    ...own,
    '/': (event) => {
      event.preventDefault();
      searchInput.current?.focus();
    },
    j: () => move(1),
    k: () => move(-1),
    Enter: (event) => {
      const row = rows.at(at);
      if (row && !(event.target as HTMLElement).closest('button,a,input')) openRow(row.id);
    },
    Escape: () => {
      if (document.activeElement === searchInput.current) searchInput.current?.blur();
      else if (open !== undefined) openRow(undefined);
      else own?.Escape?.();
    },
  });
  return {
    ...{ view, listing, change, narrow, show, openRow, searchInput },
    table: {
      ...{ listKey, current: at, currentKey: openAt >= 0 ? open : at },
      onOpen: ({ id }: Row, index: number) => {
        setCurrent(index);
        openRow(id);
      },
    },
  };
}

/** The state of a page that is one long list, and what changes it. */
type ListPageState<View extends ListView, Row extends { readonly id: string }> = ReturnType<
  typeof useListPage<View, Row, unknown, { readonly total?: number }>
>;

/** A page that is one long list: its head with saved views, tabs, filters, rows, a bar below and the open row beside. */
export function ListPage<View extends ListView, Row extends { readonly id: string }>({
  of: { view, listing, show, table },
  name,
  title,
  head,
  filters,
  rows,
  bar,
  sheet,
}: {
  of: ListPageState<View, Row>;
  /** The name under which views and widths are stored. */
  name: string;
  title: string;
  /** The buttons beside the title. */
  head: ReactNode;
  /** The tabs and the filters. */
  filters: ReactNode;
  rows: Pick<DataTableProps<Row>, 'columns' | 'card' | 'empty'> & Partial<DataTableProps<Row>>;
  bar: ReactNode;
  sheet: (id: string) => ReactNode;
}) {
  const { open } = view;
  return (
    <main className="page whole" id="page">
      <header className="page-head">
        <h1>{title}</h1>
        <ViewsMenu
          page={name}
          shown={{ ...view, open: undefined }}
          onShow={(search) => show(search as View)}
        />
        {head}
      </header>
      {filters}
      {listing.error && <Failure error={listing.error} onRetry={listing.retry} />}
      <div className="beside">
        <div className="list">
          <DataTable
            name={name}
            label={title}
            rows={listing.rows}
            total={listing.total}
            waiting={listing.isPending || listing.isPrevious}
            isBeside={open !== undefined}
            onSight={listing.look}
            {...table}
            {...rows}
          />
          {bar}
        </div>
        {open !== undefined && sheet(open)}
      </div>
    </main>
  );
}

/** The tabs of a list, each with the number of its rows. */
export function ListTabs<Tab extends string>({
  label,
  tabs,
  here,
  textOf,
  countOf,
  onChoose,
}: {
  label: string;
  tabs: readonly Tab[];
  here: Tab | undefined;
  textOf: (tab: Tab) => string;
  countOf: (tab: Tab) => number | undefined;
  onChoose: (tab: Tab) => void;
}) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => {
        const count = countOf(tab);
        return (
          <button
            key={tab}
            type="button"
            aria-current={tab === here ? 'page' : undefined}
            onClick={() => onChoose(tab)}
          >
            {textOf(tab)} <span className="count">{count === undefined ? ' ' : grouped(count)}</span>
          </button>
        );
      })}
    </nav>
  );
}

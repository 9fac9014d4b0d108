import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type ReturnRow, returnCountsQuery, returnsList } from '../../api/returns.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { useKeys } from '../../parts/keys.ts';
import { Empty, Failure } from '../../parts/notices.tsx';
import { usePagedList } from '../../parts/paged-list.ts';
import { Status } from '../../parts/status.tsx';
import { ViewsMenu } from '../../parts/views-menu.tsx';
import { useMayActAs } from '../../session/session.ts';
import { grouped, Moment, useCounts } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { ExportButton } from '../shipments/export-button.tsx';
import { ReturnCard } from './return-card.tsx';
import { ReturnDate } from './return-date.tsx';
import { ReturnFilters } from './return-filters.tsx';
import { useReturnReason } from './return-reason.ts';
import { ReturnSheet } from './return-sheet.tsx';
import { returnsWords } from './returns-words.ts';
import { readReturnsView, returnFilterOf, withoutUndefined } from './view.ts';

const TABS = ['return_requested', 'pickup_scheduled', 'in_transit', 'return_received', 'cancelled'] as const;

/** The list of returns. It works like the list of shipments, with its own statuses. */
export function ReturnsPage() {
  const words = useWords(returnsWords);
  const counted = useCounts();
  const sayReason = useReturnReason();
  const mayMake = useMayActAs('manager');
  const view = useSearch({ from: '/frame/returns' });
  const { status, open } = view;
  const navigate = useNavigate({ from: '/returns' });
  const change = useCallback(
    (changed: object) =>
      void navigate({ search: (before) => ({ ...before, ...changed }), replace: 'q' in changed }),
    [navigate],
  );
  const text = JSON.stringify({ ...view, open: undefined, status: undefined });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text identifies the filter
  const others = useMemo(() => returnFilterOf(view), [text]);
  const filter = useMemo(() => (status ? { ...others, status: [status] } : others), [others, status]);
  const counts = useQuery({ ...returnCountsQuery(others), placeholderData: keepPreviousData }).data;
  const listing = usePagedList(returnsList(filter), { isEndless: true });
  const { rows, total } = listing;
  const [current, setCurrent] = useState(-1);
  const filterKey = JSON.stringify(filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the filter changes
  useEffect(() => setCurrent(-1), [filterKey]);
  const openAt = open === undefined ? -1 : rows.indexOf(open);
  const at = openAt >= 0 ? openAt : Math.min(current, rows.length - 1);
  const searchInput = useRef<HTMLInputElement>(null);
  const move = (by: number) => {
    const to = Math.max(0, Math.min(rows.length - 1, at + by));
    setCurrent(to);
    if (open !== undefined) change({ open: rows.at(to)?.id });
  };
  useKeys({
    '/': (event) => {
      event.preventDefault();
      searchInput.current?.focus();
    },
    j: () => move(1),
    k: () => move(-1),
    Enter: () => {
      const row = rows.at(at);
      if (row) change({ open: row.id });
    },
    Escape: () => change({ open: undefined }),
  });
  const columns = useMemo((): Column<ReturnRow>[] => {
    const { column } = words;
    return [
      {
        id: 'order',
        header: column.order,
        width: 120,
        cell: ({ id, order }) => (
          <button type="button" className="row-link mono" onClick={() => change({ open: id })}>
            {order}
          </button>
        ),
      },
      {
        id: 'status',
        header: column.status,
        width: 172,
        cell: ({ status, also }) => <Status status={status} also={also} />,
      },
      {
        id: 'customer',
        header: column.customer,
        width: 130,
        cell: ({ customer }) => customer,
      },
      {
        id: 'carrier',
        header: column.carrier,
        width: 146,
        cell: ({ carrier }) => carrier ?? '–',
      },
      {
        id: 'items',
        header: column.items,
        width: 160,
        cell: ({ items }) => items,
      },
      {
        id: 'reason',
        header: column.reason,
        width: 130,
        cell: ({ reason }) => (reason ? sayReason(reason) : '–'),
      },
      {
        id: 'due',
        header: column.due,
        width: 130,
        cell: (row) => <ReturnDate row={row} />,
      },
      {
        id: 'created',
        header: column.created,
        width: 146,
        cell: ({ created }) => <Moment at={created} />,
      },
    ];
  }, [words, sayReason, change]);
  const card = useCallback(
    (row: ReturnRow) => <ReturnCard row={row} onOpen={(id) => change({ open: id })} />,
    [change],
  );
  return (
    <main className="page whole" id="page">
      <header className="page-head">
        <h1>{words.title}</h1>
        <ViewsMenu
          page="returns"
          shown={withoutUndefined({ ...view, open: undefined })}
          onShow={(shown) => void navigate({ search: readReturnsView(shown) })}
        />
        <ExportButton filter={filter} path="/returns/export" name="returns" />
        {mayMake && (
          <Link to="/returns/new" className="button first">
            <Plus aria-hidden="true" />
            {words.add}
          </Link>
        )}
      </header>
      <nav className="tabs" aria-label={words.statuses}>
        {(['all', ...TABS] as const).map((tab) => {
          const isHere = tab === 'all' ? status === undefined : status === tab;
          return (
            <button
              key={tab}
              type="button"
              aria-current={isHere ? 'page' : undefined}
              onClick={() => change({ status: tab === 'all' ? undefined : tab, open: undefined })}
            >
              {words.tab[tab]} <span className="count">{counts ? grouped(counts[tab]) : ' '}</span>
            </button>
          );
        })}
      </nav>
      <ReturnFilters view={view} filter={filter} onChange={change} searchInput={searchInput} />
      {listing.error && <Failure error={listing.error} onRetry={listing.retry} />}
      <div className="beside">
        <div className="list">
          <DataTable
            name="returns"
            label={words.title}
            listKey={filterKey}
            columns={columns}
            rows={rows}
            total={total}
            waiting={listing.isPending || listing.isPrevious}
            isBeside={open !== undefined}
            current={at}
            currentKey={openAt >= 0 ? open : at}
            onOpen={({ id }, index) => {
              setCurrent(index);
              change({ open: id });
            }}
            onSight={listing.look}
            card={card}
            empty={
              Object.keys(filter).length > 0 ? (
                <Empty title={words.noMatch} />
              ) : (
                <Empty title={words.none}>
                  <p>{words.noneHow}</p>
                </Empty>
              )
            }
          />
          <footer className="bar">
            <span aria-live="polite">{total === null ? ' ' : counted.returns(total)}</span>
          </footer>
        </div>
        {open !== undefined && (
          <ReturnSheet key={open} id={open} onClose={() => change({ open: undefined })} />
        )}
      </div>
    </main>
  );
}

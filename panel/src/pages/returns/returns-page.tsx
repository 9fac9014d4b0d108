import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { type ReturnRow, returnCountsQuery, returnsList } from '../../api/returns.ts';
import type { Column } from '../../parts/list/data-table.tsx';
import { ListPage, ListTabs, useListPage } from '../../parts/list/list-page.tsx';
import { Empty } from '../../parts/notices.tsx';
import { ExportButton } from '../../parts/shipments/export-button.tsx';
import { Status } from '../../parts/status.tsx';
import { useMayActAs } from '../../session/session.ts';
import { Moment, useCounts } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { ReturnCard } from './return-card.tsx';
import { ReturnDate } from './return-date.tsx';
import { ReturnFilters } from './return-filters.tsx';
import { useReturnReason } from './return-reason.ts';
import { ReturnSheet } from './return-sheet.tsx';
import { returnsWords } from './returns-words.ts';
import { type ReturnsView, returnFilterOf } from './view.ts';

const TABS = [
  'all',
  'return_requested',
  'pickup_scheduled',
  'in_transit',
  'return_received',
  'cancelled',
] as const;

/** The list of returns. It works like the list of shipments, with its own statuses. */
export function ReturnsPage() {
  const words = useWords(returnsWords);
  const counted = useCounts();
  const sayReason = useReturnReason();
  const mayMake = useMayActAs('manager');
  const view = useSearch({ from: '/frame/returns' });
  const { status } = view;
  const text = JSON.stringify({ ...view, open: undefined, status: undefined });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text identifies the filter
  const others = useMemo(() => returnFilterOf(view), [text]);
  const filter = useMemo(() => (status ? { ...others, status: [status] } : others), [others, status]);
  const counts = useQuery({ ...returnCountsQuery(others), placeholderData: keepPreviousData }).data;
  const page = useListPage({
    view,
    list: returnsList(filter),
    filterKey: JSON.stringify(filter),
  });
  const { openRow, narrow, listing } = page;
  const columns = useMemo((): Column<ReturnRow>[] => {
    const { column } = words;
    return [
      {
        id: 'order',
        header: column.order,
        width: 120,
        cell: ({ id, order }) => (
          <button type="button" className="row-link mono" onClick={() => openRow(id)}>
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
  }, [words, sayReason, openRow]);
  const card = useCallback((row: ReturnRow) => <ReturnCard row={row} onOpen={openRow} />, [openRow]);
  return (
    <ListPage<ReturnsView, ReturnRow>
      of={page}
      name="returns"
      title={words.title}
      head={
        <>
          <ExportButton filter={filter} path="/returns/export" name="returns" />
          {mayMake && (
            <Link to="/returns/new" className="button first">
              <Plus aria-hidden="true" />
              {words.add}
            </Link>
          )}
        </>
      }
      filters={
        <>
          <ListTabs
            label={words.statuses}
            tabs={TABS}
            here={TABS.find((tab) => tab === (status ?? 'all'))}
            textOf={(tab) => words.tab[tab]}
            countOf={(tab) => counts?.[tab]}
            onChoose={(tab) => narrow({ status: tab === 'all' ? undefined : tab })}
          />
          <ReturnFilters
            view={view}
            filter={filter}
            onChange={narrow}
            onClear={() => page.show({ status })}
            searchInput={page.searchInput}
          />
        </>
      }
      rows={{
        columns,
        card,
        empty:
          Object.keys(filter).length > 0 ? (
            <Empty title={words.noMatch} />
          ) : (
            <Empty title={words.none}>
              <p>{words.noneHow}</p>
            </Empty>
          ),
      }}
      bar={
        <footer className="bar">
          <span aria-live="polite">{listing.total === null ? ' ' : counted.returns(listing.total)}</span>
        </footer>
      }
      sheet={(id) => <ReturnSheet key={id} id={id} onClose={() => openRow(undefined)} />}
    />
  );
}

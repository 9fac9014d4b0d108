import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import {
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { overviewQuery } from '../../api/lists.ts';
import { countsQuery, type ShipmentRow, type SortedBy, shipmentsList } from '../../api/shipments.ts';
import type { Sorting } from '../../parts/list/data-table.tsx';
import { ListPage, ListTabs, useListPage } from '../../parts/list/list-page.tsx';
import { useNarrow } from '../../parts/narrow.ts';
import { Empty } from '../../parts/notices.tsx';
import { ExportButton } from '../../parts/shipments/export-button.tsx';
import {
  filterOf,
  RTO_STATUSES,
  type ShipmentsView,
  wholeFilterOf,
  withoutFilters,
} from '../../parts/shipments/view.ts';
import { useStatusWords } from '../../parts/status.tsx';
import { toast } from '../../parts/toasts.tsx';
import { useMayActAs } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ColumnMenu } from './column-menu.tsx';
import { SORTED_COLUMNS, USUAL, useColumns } from './columns.tsx';
import { Filters } from './filters.tsx';
import { RowActions } from './row-actions.tsx';
import { asOf, isSelected, NOTHING, type Selection, sizeOf, toggled } from './selection.ts';
import { ShipmentCard } from './shipment-card.tsx';
import { shipmentsWords } from './shipments-words.ts';

/** Loaded with the first opened shipment. */
const ShipmentSheet = lazy(async () => ({ default: (await import('./shipment-sheet.tsx')).ShipmentSheet }));

const TABS = [
  'all',
  'to_book',
  'pending',
  'in_transit',
  'out_for_delivery',
  'ndr_raised',
  'delivered',
  'rto',
  'cancelled',
  'others',
] as const;

/** All shipments, by their courier status. */
export function ShipmentsPage() {
  const words = useWords(shipmentsWords);
  return <ShipmentsList page="shipments" title={words.title} usual={USUAL} />;
}

/**
 * The matching shipments as rows. The address holds the whole state.
 *
 * @param page the name under which views and widths are stored
 * @param usual the default columns
 */
export function ShipmentsList({
  page,
  title,
  usual,
  beside,
}: {
  page: 'shipments' | 'orders';
  title: string;
  usual: readonly string[];
  /** What stands beside the button for a new order. */
  beside?: ReactNode;
}) {
  const words = useWords(shipmentsWords);
  const view: ShipmentsView = useSearch({ from: `/frame/${page}` });
  const mayChange = useMayActAs('packer');
  const isNarrow = useNarrow();
  const { open: _open, columns: _columns, by = 'created_at', sort = 'desc', ...filters } = view;
  const filterKey = JSON.stringify(filters);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a filter is what its text says
  const filter = useMemo(() => wholeFilterOf(filters, new Date()), [filterKey]);
  const [selected, select] = useState<Selection>(NOTHING);
  const list = useListPage({
    view,
    list: shipmentsList(filter, sort, by),
    filterKey,
    listKey: `${by} ${sort} ${filterKey}`,
    keys: (row) => ({
      x: () => row && select((selected) => toggled(selected, row.id)),
      Escape: () => select(NOTHING),
    }),
  });
  const { change, narrow, show, openRow } = list;
  const { total } = list.listing;
  const selection = asOf(selected, total);
  const before = useRef(filterKey);
  useEffect(() => {
    if (before.current === filterKey) return;
    before.current = filterKey;
    select((selected) => {
      if (sizeOf(selected) > 0) toast(words.selectionCleared);
      return NOTHING;
    });
  }, [filterKey, words]);

  const all = useColumns(openRow, page === 'orders' ? 'order' : 'tracking');
  const chosen = view.columns ?? usual;
  const columns = useMemo(() => chosen.flatMap((id) => all.get(id) ?? []), [chosen, all]);

  const card = useCallback(
    (row: ShipmentRow) => <ShipmentCard row={row} of={page} by={by} onOpen={openRow} />,
    [page, by, openRow],
  );
  const sortBy = useCallback(
    (by: SortedBy, order: 'asc' | 'desc') =>
      change({
        by: by === 'created_at' ? undefined : by,
        sort: order === 'desc' ? undefined : order,
      }),
    [change],
  );
  const onSort = useCallback(
    ({ by: column, order }: Sorting) =>
      sortBy(column === SORTED_COLUMNS.last_scan_at ? 'last_scan_at' : 'created_at', order),
    [sortBy],
  );

  const isFiltered = Object.keys(filters).length > 0;
  return (
    <ListPage<ShipmentsView, ShipmentRow>
      of={list}
      name={page}
      title={title}
      head={
        <>
          {!isNarrow && (
            <ColumnMenu all={[...all.values()]} chosen={chosen} onChange={(columns) => change({ columns })} />
          )}
          <ExportButton filter={filter} />
          {beside}
          {mayChange && (
            <Link to="/orders/new" className="button first">
              <Plus aria-hidden="true" />
              {words.newOrder}
            </Link>
          )}
        </>
      }
      filters={
        <>
          <Tabs view={view} onChoose={narrow} />
          <Filters
            view={view}
            filter={filter}
            onChange={narrow}
            onClear={show}
            searchInput={list.searchInput}
          />
        </>
      }
      rows={{
        columns,
        card,
        sorting: { by: SORTED_COLUMNS[by], order: sort, onSort },
        actions: rowActions,
        ...(mayChange && {
          selection: {
            has: ({ id }) => isSelected(selection, id),
            toggle: ({ id }) => select((selected) => toggled(selected, id)),
            all: selection.kind === 'all',
            toggleAll: () => select(selection.kind === 'all' || !total ? NOTHING : { kind: 'all', total }),
            labelAll: words.selectPage,
            labelOf: ({ order }) => words.select(order),
          },
        }),
        empty: isFiltered ? (
          <NoMatch onClear={() => show(withoutFilters({ ...view, status: undefined }))} />
        ) : (
          <NoneYet />
        ),
      }}
      bar={
        <BulkBar
          of={page}
          selection={selection}
          filter={filter}
          total={total}
          onSelectAll={() => total !== null && select({ kind: 'all', total })}
          onClear={() => select(NOTHING)}
          sort={chosen.includes(SORTED_COLUMNS[by]) && !isNarrow ? null : `${by} ${sort}`}
          onSort={sortBy}
        />
      }
      sheet={(id) => (
        <Suspense fallback={<aside className="sheet" />}>
          <ShipmentSheet key={id} id={id} onClose={() => openRow(undefined)} />
        </Suspense>
      )}
    />
  );
}

function rowActions(row: ShipmentRow) {
  return <RowActions row={row} />;
}

/** The statuses with exact counts under all other filters. */
const Tabs = memo(function Tabs({
  view,
  onChoose,
}: {
  view: ShipmentsView;
  onChoose: (tab: Pick<ShipmentsView, 'status' | 'granular'>) => void;
}) {
  const words = useWords(shipmentsWords);
  const say = useStatusWords();
  const { open: _open, columns: _columns, by: _by, sort: _sort, status, granular, ...others } = view;
  const toBook = useQuery(overviewQuery).data?.filters.to_book.granular_status;
  const isToBook = status === undefined && `${granular}` === `${toBook}`;
  // "To book" is a tab, so the other tabs do not filter by it.
  const filters = isToBook || granular === undefined ? others : { ...others, granular };
  const leave = isToBook ? { granular: undefined } : {};
  const text = JSON.stringify(filters);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a filter is what its text says
  const filter = useMemo(() => filterOf(filters, new Date()), [text]);
  const counts = useQuery({ ...countsQuery(filter), placeholderData: keepPreviousData }).data;
  const booking = useQuery({
    ...countsQuery({ ...filter, granular_status: toBook }),
    enabled: toBook !== undefined,
    placeholderData: keepPreviousData,
  }).data?.all;
  const countOf = (tab: (typeof TABS)[number]) => {
    if (tab === 'to_book') return booking;
    if (tab !== 'rto') return counts?.[tab];
    return counts && RTO_STATUSES.reduce((sum, one) => sum + counts[one], 0);
  };
  return (
    <ListTabs
      label={words.statuses}
      tabs={TABS}
      here={TABS.find((tab) => tab === (isToBook ? 'to_book' : (status ?? 'all')))}
      textOf={(tab) => words.tab[tab] ?? say(tab)}
      countOf={countOf}
      onChoose={(tab) =>
        onChoose(
          tab === 'to_book'
            ? { status: undefined, granular: toBook }
            : { ...leave, status: tab === 'all' ? undefined : tab },
        )
      }
    />
  );
});

function NoMatch({ onClear }: { onClear: () => void }) {
  const words = useWords(shipmentsWords);
  return (
    <Empty title={words.noMatch}>
      <p>{words.noMatchHow}</p>
      <button type="button" className="button" onClick={onClear}>
        {words.clearFilters}
      </button>
    </Empty>
  );
}

function NoneYet() {
  const words = useWords(shipmentsWords);
  const mayMake = useMayActAs('packer');
  return (
    <Empty title={words.none}>
      <p>{words.noneHow}</p>
      {mayMake && (
        <Link to="/orders/new" className="button first">
          {words.newOrder}
        </Link>
      )}
    </Empty>
  );
}

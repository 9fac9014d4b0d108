import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
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
import { DataTable, type Sorting } from '../../parts/data-table.tsx';
import { useKeys } from '../../parts/keys.ts';
import { useNarrow } from '../../parts/narrow.ts';
import { Empty, Failure } from '../../parts/notices.tsx';
import { usePagedList } from '../../parts/paged-list.ts';
import { useStatusWords } from '../../parts/status.tsx';
import { toast } from '../../parts/toasts.tsx';
import { ViewsMenu } from '../../parts/views-menu.tsx';
import { useMayActAs } from '../../session/session.ts';
import { grouped } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ColumnMenu } from './column-menu.tsx';
import { SORTED_COLUMNS, USUAL, useColumns } from './columns.tsx';
import { ExportButton } from './export-button.tsx';
import { Filters } from './filters.tsx';
import { RowActions } from './row-actions.tsx';
import { asOf, isSelected, NOTHING, type Selection, sizeOf, toggled } from './selection.ts';
import { ShipmentCard } from './shipment-card.tsx';
import { shipmentsWords } from './shipments-words.ts';
import {
  filterOf,
  RTO_STATUSES,
  readShipmentsView,
  type ShipmentsView,
  wholeFilterOf,
  withoutFilters,
} from './view.ts';

/** Loaded with the first opened shipment. */
const ShipmentSheet = lazy(async () => ({ default: (await import('./shipment-sheet.tsx')).ShipmentSheet }));

const TABS = [
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
  const navigate = useNavigate();
  const mayChange = useMayActAs('packer');
  const isNarrow = useNarrow();
  const { open, columns: _columns, by = 'created_at', sort = 'desc', ...filters } = view;
  const filterKey = JSON.stringify(filters);
  const listKey = `${by} ${sort} ${filterKey}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a filter is what its text says
  const filter = useMemo(() => wholeFilterOf(filters, new Date()), [filterKey]);
  const listing = usePagedList(shipmentsList(filter, sort, by), { isEndless: true });
  const { rows, total } = listing;

  const change = useCallback(
    (changed: Partial<ShipmentsView>) =>
      void navigate({
        to: `/${page}`,
        search: (before) => dropUndefined({ ...readShipmentsView(before), ...changed }),
        replace: 'q' in changed,
      }),
    [navigate, page],
  );
  const choose = useCallback(
    (tab: Pick<ShipmentsView, 'status' | 'granular'>) => change({ ...tab, open: undefined }),
    [change],
  );
  const narrow = useCallback(
    (changed: Partial<ShipmentsView>) => change({ ...changed, open: undefined }),
    [change],
  );
  const show = useCallback(
    (search: ShipmentsView) => void navigate({ to: `/${page}`, search }),
    [navigate, page],
  );
  const openRow = useCallback((id: string | undefined) => change({ open: id }), [change]);

  const [current, setCurrent] = useState(-1);
  const [selected, select] = useState<Selection>(NOTHING);
  const selection = asOf(selected, total);
  const before = useRef(filterKey);
  useEffect(() => {
    if (before.current === filterKey) return;
    before.current = filterKey;
    setCurrent(-1);
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

  const openAt = open === undefined ? -1 : rows.indexOf(open);
  const at = openAt >= 0 ? openAt : Math.min(current, rows.length - 1);
  const searchInput = useRef<HTMLInputElement>(null);
  const move = (by: number) => {
    const to = Math.max(0, Math.min(rows.length - 1, at + by));
    const row = rows.at(to);
    setCurrent(to);
    if (open !== undefined && row) openRow(row.id);
  };
  useKeys({
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
    x: () => {
      const row = rows.at(at);
      if (row) select((selected) => toggled(selected, row.id));
    },
    Escape: () => {
      if (document.activeElement === searchInput.current) searchInput.current?.blur();
      else if (open !== undefined) openRow(undefined);
      else select(NOTHING);
    },
  });
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <main className="page whole" id="page">
      <header className="page-head">
        <h1>{title}</h1>
        <ViewsMenu
          page={page}
          shown={dropUndefined({ ...view, open: undefined })}
          onShow={(shown) => show(readShipmentsView(shown))}
        />
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
      </header>
      <Tabs view={view} onChoose={choose} />
      <Filters view={view} filter={filter} onChange={narrow} onClear={show} searchInput={searchInput} />
      {listing.error && <Failure error={listing.error} onRetry={listing.retry} />}
      <div className="beside">
        <div className="list">
          <DataTable<ShipmentRow>
            name={page}
            label={title}
            listKey={listKey}
            columns={columns}
            rows={rows}
            total={total}
            waiting={listing.isPending || listing.isPrevious}
            current={at}
            currentKey={openAt >= 0 ? open : at}
            onOpen={(row, index) => {
              setCurrent(index);
              openRow(row.id);
            }}
            onSight={listing.look}
            sorting={{ by: SORTED_COLUMNS[by], order: sort, onSort }}
            actions={rowActions}
            card={card}
            isBeside={open !== undefined}
            {...(mayChange && {
              selection: {
                has: ({ id }) => isSelected(selection, id),
                toggle: ({ id }) => select((selected) => toggled(selected, id)),
                all: selection.kind === 'all',
                toggleAll: () =>
                  select(selection.kind === 'all' || !total ? NOTHING : { kind: 'all', total }),
                labelAll: words.selectPage,
                labelOf: ({ order }) => words.select(order),
              },
            })}
            empty={
              isFiltered ? (
                <NoMatch onClear={() => show(withoutFilters({ ...view, status: undefined }))} />
              ) : (
                <NoneYet />
              )
            }
          />
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
        </div>
        {open !== undefined && (
          <Suspense fallback={<aside className="sheet" />}>
            <ShipmentSheet key={open} id={open} onClose={() => openRow(undefined)} />
          </Suspense>
        )}
      </div>
    </main>
  );
}

function rowActions(row: ShipmentRow) {
  return <RowActions row={row} />;
}

function dropUndefined(view: Record<string, unknown>): ShipmentsView {
  return Object.fromEntries(Object.entries(view).filter(([, value]) => value !== undefined)) as ShipmentsView;
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
  const countOf = (tab: (typeof TABS)[number] | 'all' | 'to_book') => {
    if (tab === 'to_book') return booking;
    if (tab !== 'rto') return counts?.[tab];
    return counts && RTO_STATUSES.reduce((sum, one) => sum + counts[one], 0);
  };
  return (
    <nav className="tabs" aria-label={words.statuses}>
      {(['all', 'to_book', ...TABS] as const).map((tab) => {
        const isHere =
          tab === 'to_book' ? isToBook : tab === 'all' ? status === undefined && !isToBook : status === tab;
        const count = countOf(tab);
        return (
          <button
            key={tab}
            type="button"
            aria-current={isHere ? 'page' : undefined}
            onClick={() =>
              onChoose(
                tab === 'to_book'
                  ? { status: undefined, granular: toBook }
                  : { ...leave, status: tab === 'all' ? undefined : tab },
              )
            }
          >
            {words.tab[tab] ?? say(tab)}{' '}
            <span className="count">{count === undefined ? ' ' : grouped(count)}</span>
          </button>
        );
      })}
    </nav>
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

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { RowsColumn } from '../../parts/list/data-table.tsx';
import { Empty } from '../../parts/notices.tsx';
import type { PagedList } from '../../parts/paged-list.ts';
import { type ListPage, type ListPageAsked, PagedTable, usePaged } from '../../parts/paged-table.tsx';
import { stringifySearch } from '../../search.ts';
import { grouped, Rupees } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { ClearFilters, MoneyFilters, useMoneyView } from './money-filters.tsx';
import { moneyListWords } from './money-list-words.ts';
import { filtersOf, type MoneyListPart, OPTIONS, queryOf, tabOf, tabsOf } from './money-view.ts';
import { type Sum, Sums } from './sums.tsx';

const PATHS: Readonly<Record<MoneyListPart, string>> = {
  cod: '/cod.csv',
  remittances: '/remittances.csv',
  ledger: '/ledger.csv',
  weights: '/weight-differences.csv',
  invoices: '/invoices.csv',
};

/** The rows of a list as the address filters it, and the number of rows in the tab that is counted. */
export function useMoneyRows<Row extends { readonly id: string }, Meta extends { readonly total: number }>(
  part: MoneyListPart,
  fetchPage: (
    query: ReturnType<typeof queryOf>,
    page: ListPageAsked,
    signal: AbortSignal,
  ) => Promise<ListPage<Row, Meta>>,
  sort?: Parameters<typeof usePaged<Row, Meta>>[2],
) {
  const [view] = useMoneyView();
  const filter = queryOf(part, view);
  const list = usePaged([part, filter], (page, signal) => fetchPage(filter, page, signal), sort);
  const tabs = tabsOf(part);
  const counted = tabs?.counted ? queryOf(part, { ...view, [tabs.name]: tabs.counted }) : undefined;
  const { data: count } = useQuery({
    queryKey: [part, 'count', counted],
    queryFn: async ({ signal }) => (await fetchPage(counted ?? {}, { per_page: 1 }, signal)).meta.total,
    enabled: counted !== undefined,
  });
  return { list, count };
}

/** A list with its tabs and filters, exact sums of what matches, and its export. */
export function MoneyList<Row extends { readonly id: string }>({
  part,
  couriers = [],
  list,
  count,
  sums,
  lead,
  major,
  empty,
  columns,
  selection,
  onOpen,
}: {
  part: MoneyListPart;
  /** The couriers to filter by. */
  couriers?: readonly string[];
  list: PagedList<Row>;
  /** The number of rows in the tab that is counted. */
  count?: number | undefined;
  /** Amounts in rupees, which are null until they are known. */
  sums: readonly Sum[];
  /** The first of the two sums that a phone shows at once. */
  lead: number;
  /** The number of sums in large digits; without it, all are. */
  major?: number;
  /** Shown if there is nothing, and no filter is set. */
  empty: ReactNode;
  columns: readonly RowsColumn<Row>[];
  selection?: Parameters<typeof PagedTable<Row>>[0]['selection'];
  onOpen?: (row: Row) => void;
}) {
  const words = useWords(moneyListWords);
  const [view, change] = useMoneyView();
  const tabs = tabsOf(part);
  const tab = tabOf(part, view);
  const isFiltered = filtersOf(part).some((name) => name !== tabs?.name && view[name] !== undefined);
  const isAll = tab === undefined || tab === 'all';
  const segments = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another current segment
  useEffect(() => {
    const current = segments.current?.querySelector('[aria-current="page"]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [tab]);
  const hasNone = list.total === 0 && !isFiltered && isAll;
  return (
    <div className="stack">
      <div className="list-tools">
        {tabs && (
          <nav className="segments inline" ref={segments} aria-label={words.tabsOf}>
            {OPTIONS[tabs.name].map((one) => (
              <button
                key={one}
                type="button"
                className="segment"
                aria-current={one === tab ? 'page' : undefined}
                onClick={() => change({ [tabs.name]: one })}
              >
                {words.tab[one]}
                {one === tabs.counted && count !== undefined && (
                  <span className="count">{grouped(count)}</span>
                )}
              </button>
            ))}
          </nav>
        )}
        {!hasNone && <MoneyFilters part={part} couriers={couriers} view={view} onChange={change} />}
      </div>
      {list.total !== 0 && <Sums sums={sums} lead={lead} {...(major !== undefined && { major })} />}
      <PagedTable
        list={list}
        label={words.part[part]}
        columns={columns}
        selection={selection}
        onOpen={onOpen}
        empty={
          isFiltered ? (
            <Empty title={words.noMatch}>
              <ClearFilters part={part} />
            </Empty>
          ) : isAll ? (
            empty
          ) : (
            <Empty title={words.emptyTab[tab] ?? words.noMatch}>
              <button
                type="button"
                className="button small"
                onClick={() => change({ [tabs?.name ?? '']: 'all' })}
              >
                {words.showAll}
              </button>
            </Empty>
          )
        }
      />
    </div>
  );
}

/** Downloads the list as it is filtered. */
export function ExportMoney({ part }: { part: MoneyListPart }) {
  const words = useWords(moneyListWords);
  const [view] = useMoneyView();
  return (
    <a
      className="button small"
      href={`/custom/api/v1${PATHS[part]}${stringifySearch(queryOf(part, view))}`}
      download
    >
      <Download aria-hidden="true" />
      {words.export}
    </a>
  );
}

/** Leads to a shipment or a return by its order, with the tracking number below. */
export function ShipmentLink({
  id,
  order,
  tracking,
  isReturn = false,
}: {
  id: string;
  order: string;
  tracking?: string;
  isReturn?: boolean;
}) {
  return (
    <div>
      <Link
        to={isReturn ? '/returns' : '/shipments'}
        search={{ q: tracking ?? order, open: id }}
        className="mono"
      >
        {order}
      </Link>
      {tracking !== undefined && <p className="quiet small mono">{tracking}</p>}
    </div>
  );
}

/** An amount of a row; zero is quiet. */
export function Amount({ value, mood }: { value: number; mood?: 'needs' | 'done' | false }) {
  return (
    <span className={value === 0 ? 'quiet none' : mood || undefined}>
      <Rupees value={value} />
    </span>
  );
}

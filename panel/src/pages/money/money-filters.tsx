import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronDown, ChevronUp, Download, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { carriersQuery, couriersQuery, storesQuery } from '../../api/lists.ts';
import type { RowsColumn } from '../../parts/data-table.tsx';
import { DateRange } from '../../parts/date-field.tsx';
import { FilterMenu, Popup } from '../../parts/filter-menu.tsx';
import { useNarrow } from '../../parts/narrow.ts';
import { Empty } from '../../parts/notices.tsx';
import type { PagedList } from '../../parts/paged-list.ts';
import { type ListPage, type ListPageAsked, PagedTable, usePaged } from '../../parts/paged-table.tsx';
import { SearchInput } from '../../parts/search-input.tsx';
import { usePreference } from '../../preferences.ts';
import { stringifySearch } from '../../search.ts';
import { useMayActAs } from '../../session/session.ts';
import { grouped, indianDay, Rupees, rupees, shortDay } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { moneyListWords } from './money-list-words.ts';
import {
  daysOfMonth,
  filtersOf,
  type MoneyListPart,
  type MoneyView,
  monthsBefore,
  OPTIONS,
  queryOf,
  tabOf,
  tabsOf,
} from './money-view.ts';

/** The view in the address, and a function that changes it. */
export function useMoneyView(): [MoneyView, (changed: Partial<MoneyView>) => void] {
  const view = useSearch({ from: '/frame/money' });
  const navigate = useNavigate({ from: '/money' });
  const change = (changed: Partial<MoneyView>) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: 'q' in changed });
  return [view, change];
}

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

function ClearFilters({ part }: { part: MoneyListPart }) {
  const words = useWords(moneyListWords);
  return (
    <Link to="/money" search={{ part }} className="button small bare">
      <X aria-hidden="true" />
      {words.clear}
    </Link>
  );
}

/** An amount of a list: null until it is known. */
export type Sum = readonly [name: string, amount: number | null | undefined, mood?: 'needs' | 'bad' | 'done'];

/** Amounts in large digits; a phone shows two, and the others on demand. */
export function Sums({
  sums,
  lead = 0,
  major = sums.length,
}: {
  sums: readonly Sum[];
  lead?: number;
  major?: number;
}) {
  const words = useWords(moneyListWords);
  const isNarrow = useNarrow();
  const [isOpen, open] = useState(false);
  if (isNarrow && sums.length > 2) {
    return (
      <div className="lead-sums">
        <Sums sums={sums.slice(lead, lead + 2)} />
        <button
          type="button"
          className="button bare small"
          aria-expanded={isOpen}
          onClick={() => open(!isOpen)}
        >
          {words.details}
          {isOpen ? <ChevronUp aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
        </button>
        {isOpen && (
          <dl className="more-sums">
            {sums.toSpliced(lead, 2).map(([name, amount]) => (
              <div className="line apart" key={name}>
                <dt className="quiet">{name}</dt>
                <dd>
                  <Rupees value={amount} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    );
  }
  return (
    <dl className="figures compact">
      {sums.map(([name, amount, mood], at) => (
        <div className={at < major ? 'figure' : 'figure minor'} key={name}>
          <dt className="quiet">{name}</dt>
          <dd className={amount ? mood : undefined}>
            {amount === null || amount === undefined ? '…' : rupees(amount, 2)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface Filtering {
  readonly view: MoneyView;
  readonly onChange: (changed: Partial<MoneyView>) => void;
}

function MoneyFilters({
  part,
  couriers,
  view,
  onChange,
}: Filtering & { part: MoneyListPart; couriers: readonly string[] }) {
  const words = useWords(moneyListWords);
  const courierName = useCourierName();
  const searchInput = useRef<HTMLInputElement>(null);
  const names = filtersOf(part);
  const isFiltered = names.some((name) => name !== tabsOf(part)?.name && view[name] !== undefined);
  return (
    <search className="filters">
      {names.includes('q') && (
        <SearchInput
          label={words.search}
          searched={view.q ?? ''}
          onAsk={(q) => onChange({ q: q || undefined })}
          input={searchInput}
        />
      )}
      <div className="chips">
        <DatesMenu label={words.datesOf[part]} view={view} onChange={onChange} />
        {names.includes('side') && (
          <OneOf name="side" label={words.type} of={words.side} view={view} onChange={onChange} />
        )}
        {names.includes('invoice') && (
          <OneOf name="invoice" label={words.type} of={words.invoice} view={view} onChange={onChange} />
        )}
        {names.includes('carrier') && <CarrierMenu view={view} onChange={onChange} />}
        {names.includes('store') && <StoreMenu view={view} onChange={onChange} />}
        {names.includes('courier') && (
          <FilterMenu
            label={words.courier}
            options={[...new Set([...couriers, view.courier ?? []].flat())].map((one) => ({
              value: one,
              text: courierName(one),
            }))}
            chosen={view.courier === undefined ? [] : [view.courier]}
            onChange={(chosen) => onChange({ courier: chosen.at(-1) })}
          />
        )}
        {isFiltered && <ClearFilters part={part} />}
      </div>
    </search>
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

/** The name of a courier, from the key that its remittances have. */
export function useCourierName(): (courier: string) => string {
  const mayAsk = useMayActAs('viewer', 'refused');
  const couriers = useQuery({ ...couriersQuery, enabled: mayAsk }).data ?? [];
  const carriers = useQuery(carriersQuery).data ?? [];
  const names = new Map([
    ...carriers.map(({ courier_name }) => [courier_name.toLowerCase(), courier_name] as const),
    ...couriers.map(({ courier, name }) => [courier, name] as const),
  ]);
  return (courier) => names.get(courier) ?? courier;
}

/** A filter that takes one of a few words. */
function OneOf<Name extends 'side' | 'invoice'>({
  name,
  label,
  of,
  view,
  onChange,
}: Filtering & { name: Name; label: string; of: Readonly<Record<string, string>> }) {
  const chosen = view[name];
  return (
    <FilterMenu
      label={label}
      options={OPTIONS[name].map((value) => ({ value, text: of[value] ?? value }))}
      chosen={chosen === undefined ? [] : [chosen]}
      onChange={(values) => onChange({ [name]: values.at(-1) })}
    />
  );
}

export function CarrierMenu({ view, onChange }: Filtering) {
  const words = useWords(moneyListWords);
  const carriers = useQuery(carriersQuery).data ?? [];
  return (
    <FilterMenu
      label={words.carrier}
      options={carriers.map((one) => ({ value: one.carrier_id, text: one.carrier_name }))}
      chosen={view.carrier ?? []}
      onChange={(carrier) => onChange({ carrier: carrier.length > 0 ? carrier : undefined })}
    />
  );
}

export function StoreMenu({ view, onChange }: Filtering) {
  const words = useWords(moneyListWords);
  const stores = useQuery(storesQuery).data ?? [];
  if (stores.length === 0) return null;
  return (
    <FilterMenu
      label={words.store}
      options={stores.map((one) => ({ value: one.store_name, text: one.brand_name ?? one.store_name }))}
      chosen={view.store ?? []}
      onChange={(store) => onChange({ store: store.length > 0 ? store : undefined })}
    />
  );
}

/** A span of days, with the spans that accounts are kept by. */
function DatesMenu({ label, view, onChange }: Filtering & { label: string }) {
  const words = useWords(moneyListWords);
  const language = usePreference('language');
  const { from, to } = view;
  const today = indianDay(new Date());
  const month = today.slice(0, 7);
  const year = Number(month.slice(5)) < 4 ? Number(month.slice(0, 4)) - 1 : Number(month.slice(0, 4));
  const spans = [
    [words.thisMonth, daysOfMonth(month)],
    [words.lastMonth, daysOfMonth(monthsBefore(month, 1))],
    [words.thisYear, { from: `${year}-04-01`, to: `${year + 1}-03-31` }],
  ] as const;
  const isSet = from !== undefined || to !== undefined;
  const named = spans.find(([, span]) => span.from === from && span.to === to)?.[0];
  const day = (on: string | undefined) => (on === undefined ? '…' : shortDay(on, language));
  return (
    <Popup label={isSet ? `${label}: ${named ?? `${day(from)} – ${day(to)}`}` : label} on={isSet}>
      <div className="stack tight">
        <div className="line">
          {spans.map(([name, span]) => (
            <button
              key={name}
              type="button"
              className={name === named ? 'chip on' : 'chip'}
              aria-pressed={name === named}
              onClick={() => onChange(name === named ? { from: undefined, to: undefined } : span)}
            >
              {name}
            </button>
          ))}
        </div>
        <DateRange from={from} to={to} onChange={onChange} />
      </div>
    </Popup>
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

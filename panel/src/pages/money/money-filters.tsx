import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { carriersQuery, couriersQuery, storesQuery } from '../../api/lists.ts';
import { DateRange } from '../../parts/date-field.tsx';
import { FilterMenu, Popup } from '../../parts/filter-menu.tsx';
import { SearchInput } from '../../parts/search-input.tsx';
import { usePreference } from '../../preferences.ts';
import { useMayActAs } from '../../session/session.ts';
import { indianDay, shortDay } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { moneyListWords } from './money-list-words.ts';
import {
  daysOfMonth,
  filtersOf,
  type MoneyListPart,
  type MoneyView,
  monthsBefore,
  OPTIONS,
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

interface Filtering {
  readonly view: MoneyView;
  readonly onChange: (changed: Partial<MoneyView>) => void;
}

export function MoneyFilters({
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
          onAsk={(q) => onChange({ q })}
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

export function ClearFilters({ part }: { part: MoneyListPart }) {
  const words = useWords(moneyListWords);
  return (
    <Link to="/money" search={{ part }} className="button small bare">
      <X aria-hidden="true" />
      {words.clear}
    </Link>
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
      onChange={(carrier) => onChange({ carrier })}
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
      onChange={(store) => onChange({ store })}
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

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { carriersQuery, warehousesQuery } from '../../api/lists.ts';
import { type Filter, facetsQuery } from '../../api/shipments.ts';
import { Choice } from '../../parts/choice.tsx';
import { DateRange } from '../../parts/date-field.tsx';
import { FilterMenu, Popup } from '../../parts/filter-menu.tsx';
import { SearchInput } from '../../parts/search-input.tsx';
import { useBrandName, useChannelName } from '../../parts/shops.ts';
import { useStatusWords } from '../../parts/status.tsx';
import { useWords } from '../../words/language.ts';
import { returnsWords } from './returns-words.ts';
import { RETURN_DATES, RETURN_LISTS, type ReturnDate, type ReturnList, type ReturnsView } from './view.ts';

const FACETS = [...Object.values(RETURN_LISTS)];

/** Every filter of the listing of returns as a control, with counts by value. */
export function ReturnFilters({
  view,
  filter,
  onChange,
  onClear,
  searchInput,
}: {
  view: ReturnsView;
  /** The API's filter for the view. */
  filter: Filter;
  onChange: (changed: Partial<ReturnsView>) => void;
  onClear: () => void;
  searchInput: RefObject<HTMLInputElement | null>;
}) {
  const words = useWords(returnsWords);
  const say = useStatusWords();
  const carriers = useQuery(carriersQuery).data ?? [];
  const sayChannel = useChannelName();
  const sayStore = useBrandName();
  const warehouses = useQuery(warehousesQuery).data ?? [];
  const [isOpen, open] = useState(false);
  const facets = useQuery({
    ...facetsQuery('returns', filter, FACETS),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  }).data;
  /** The existing values, and the chosen values. */
  const list = (name: ReturnList, word: (value: string) => string) => {
    const counts = facets?.[RETURN_LISTS[name]];
    const chosen = view[name] ?? [];
    const values = [...new Set([...(counts?.keys() ?? []), ...chosen])];
    return (
      <FilterMenu
        label={words.filter[name]}
        options={values.map((value) => ({
          value,
          text: word(value),
          count: counts && (counts.get(value) ?? 0),
        }))}
        chosen={chosen}
        onOpen={open}
        onChange={(values) => onChange({ [name]: values })}
      />
    );
  };
  const isFiltered = Object.keys(view).some((name) => name !== 'status' && name !== 'open');
  return (
    <search className="filters">
      <SearchInput
        label={words.search}
        searched={view.q ?? ''}
        onAsk={(q) => onChange({ q })}
        input={searchInput}
      />
      {list('carrier', (id) => carriers.find(({ carrier_id }) => carrier_id === id)?.carrier_name ?? id)}
      {list('qc', (value) => words.qcWords[value] ?? value)}
      {list('store', sayStore)}
      {list('warehouse', (id) => warehouses.find((one) => one.id === id)?.name ?? id)}
      <ReturnDates view={view} onChange={onChange} />
      <Popup
        label={words.more}
        on={(['zone', 'channel', 'sku', 'granular'] as const).some((name) => view[name])}
      >
        <div className="line">
          {list('zone', (zone) => zone.replace('zone_', '').toUpperCase())}
          {list('channel', sayChannel)}
          {list('sku', (sku) => sku)}
          {list('granular', say)}
        </div>
      </Popup>
      {isFiltered && (
        <button type="button" className="button small bare" onClick={onClear}>
          <X aria-hidden="true" />
          {words.clearFilters}
        </button>
      )}
    </search>
  );
}

function ReturnDates({
  view,
  onChange,
}: {
  view: ReturnsView;
  onChange: (changed: Partial<ReturnsView>) => void;
}) {
  const words = useWords(returnsWords);
  const { from, to } = view;
  const isSet = from !== undefined || to !== undefined;
  return (
    <Popup label={isSet ? `${words.dates}: ${from ?? '…'} – ${to ?? '…'}` : words.dates} on={isSet}>
      <div className="stack tight">
        <Choice
          label={words.dateOf}
          value={view.dates ?? 'created'}
          options={(Object.keys(RETURN_DATES) as ReturnDate[]).map(
            (one) => [one, words.dateField[one]] as const,
          )}
          onChoose={(dates) => onChange({ dates: dates === 'created' ? undefined : dates })}
        />
        <DateRange from={from} to={to} onChange={onChange} />
      </div>
    </Popup>
  );
}

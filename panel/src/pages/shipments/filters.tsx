import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { memo, type RefObject, useRef, useState } from 'react';
import { carriersQuery, storesQuery, warehousesQuery } from '../../api/lists.ts';
import { type Filter, facetsQuery } from '../../api/shipments.ts';
import { Choice } from '../../parts/choice.tsx';
import { DateRange } from '../../parts/date-field.tsx';
import { LongField, TextField } from '../../parts/field.tsx';
import { FilterMenu, type FilterOption, Popup } from '../../parts/filter-menu.tsx';
import { useReasons } from '../../parts/reasons.ts';
import { SearchInput } from '../../parts/search-input.tsx';
import {
  DATE_FIELDS,
  isStuck,
  type ListName,
  type ShipmentsView,
  SPANS,
  type Span,
  withoutFilters,
} from '../../parts/shipments/view.ts';
import { useChannelName } from '../../parts/shops.ts';
import { useStatusWords } from '../../parts/status.tsx';
import { grouped } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { englishState, STATE_CODES, useStateName } from '../../words/states.ts';
import { shipmentsWords } from './shipments-words.ts';

/** The facet of each list; some are counted only on request. */
const FACETS = {
  carrier: 'carrier_id',
  store: 'store_name',
  warehouse: 'warehouse_ids',
  zone: 'zone',
  channel: 'channel',
  ndr: 'ndr_reason',
  rto: 'rto_reason',
  granular: 'granular_status',
  state: 'state',
  tag: 'tags',
  sku: 'sku',
} as const satisfies Partial<Record<ListName, string>>;
type Counted = Exclude<keyof typeof FACETS, 'state'>;
const LONG = ['tags', 'sku', 'state', 'attempts_count'];

type Change = (changed: Partial<ShipmentsView>) => void;

/** Every filter of the listing as a control; the address stores their values. */
export const Filters = memo(function Filters({
  view,
  filter,
  onChange,
  onClear,
  searchInput,
}: {
  view: ShipmentsView;
  /** The API's filter for the view. */
  filter: Filter;
  onChange: Change;
  onClear: (view: ShipmentsView) => void;
  searchInput: RefObject<HTMLInputElement | null>;
}) {
  const words = useWords(shipmentsWords);
  const carriers = useQuery(carriersQuery).data ?? [];
  const sayChannel = useChannelName();
  const stores = useQuery(storesQuery).data ?? [];
  const warehouses = useQuery(warehousesQuery).data ?? [];
  const say = useStatusWords();
  // Counted when a menu opens, and again after each filter change; until then the previous counts stay.
  const [isOpen, open] = useState(false);
  const facets = useQuery({
    ...facetsQuery('shipments', filter),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  }).data;
  const list = (name: Counted, options: readonly FilterOption[]) => (
    <FilterMenu
      label={words.filter[name]}
      options={withCounts(options, facets?.[FACETS[name]])}
      chosen={view[name] ?? []}
      onOpen={open}
      onChange={(chosen) => onChange({ [name]: chosen })}
    />
  );
  const inWords = (values: readonly string[], word: (value: string) => string) =>
    values.map((value) => ({ value, text: word(value) }));
  const isFiltered = Object.keys(view).some((name) => !(name in withoutFilters(view)) && name !== 'open');
  return (
    <search className="filters">
      <SearchInput
        label={words.search}
        searched={view.q ?? ''}
        onAsk={(q) => onChange({ q })}
        input={searchInput}
      />
      {list(
        'carrier',
        carriers.map((one) => ({ value: one.carrier_id, text: one.carrier_name })),
      )}
      {list(
        'store',
        stores.map((one) => ({ value: one.store_name, text: one.brand_name ?? one.store_name })),
      )}
      <FilterMenu
        label={words.filter.cod}
        options={[
          { value: 'yes', text: words.cod, count: facets && (facets.is_cod?.get('true') ?? 0) },
          { value: 'no', text: words.prepaid, count: facets && (facets.is_cod?.get('false') ?? 0) },
          { value: 'owed', text: words.codOwed },
        ]}
        onOpen={open}
        chosen={view.owed ? ['owed'] : view.cod === undefined ? [] : [view.cod]}
        onChange={(chosen) => {
          const last = chosen.at(-1);
          onChange(
            last === 'owed'
              ? { cod: undefined, owed: 'yes' }
              : { cod: last as 'yes' | 'no' | undefined, owed: undefined },
          );
        }}
      />
      <Dates view={view} onChange={onChange} />
      {list(
        'zone',
        ZONES.map((value) => ({ value, text: value.toUpperCase() })),
      )}
      {list(
        'warehouse',
        warehouses.map((one) => ({ value: one.id, text: one.name })),
      )}
      {list('ndr', useReasons('ndr'))}
      <MoreFilters view={view} filter={filter} onChange={onChange}>
        {list('granular', inWords([...(facets?.granular_status?.keys() ?? view.granular ?? [])], say))}
        {list('rto', useReasons('rto'))}
        {list('channel', inWords([...(facets?.channel?.keys() ?? view.channel ?? [])], sayChannel))}
      </MoreFilters>
      {(
        [
          ['import', words.ofFile],
          ['handover', words.waiting],
          ['odd', words.withWarnings],
          ['granular', view.granular?.map(say).join(', ')],
        ] as const
      ).map(
        ([name, text]) =>
          view[name] !== undefined && (
            <button
              key={name}
              type="button"
              className="chip on"
              title={text}
              onClick={() => onChange({ [name]: undefined })}
            >
              <span className="cut">{text}</span>
              <X aria-hidden="true" />
            </button>
          ),
      )}
      {isFiltered && (
        <button type="button" className="button small bare" onClick={() => onClear(withoutFilters(view))}>
          <X aria-hidden="true" />
          {words.clearFilters}
        </button>
      )}
    </search>
  );
});

/** Each value with its count; the address has only the letter of a zone. */
function withCounts(
  options: readonly FilterOption[],
  counts: ReadonlyMap<string, number> | undefined,
): readonly FilterOption[] {
  if (counts === undefined) return options;
  return options.map((one) => ({
    ...one,
    count: counts.get(one.value) ?? counts.get(`zone_${one.value}`) ?? 0,
  }));
}

function Dates({ view, onChange }: { view: ShipmentsView; onChange: Change }) {
  const words = useWords(shipmentsWords);
  const { span, from, to } = view;
  const isSet = span !== undefined || from !== undefined || to !== undefined;
  const isSilent = isStuck(view);
  const isSpan = (one: Span) => span === one && !isSilent;
  const shown = isSilent
    ? words.noScan
    : span
      ? words.span[span]
      : isSet
        ? `${from ?? '…'} – ${to ?? '…'}`
        : null;
  return (
    <Popup label={shown ? `${words.filter.dates}: ${shown}` : words.filter.dates} on={isSet}>
      <div className="stack tight">
        <div className="line">
          {SPANS.map((one) => (
            <button
              key={one}
              type="button"
              className={isSpan(one) ? 'chip on' : 'chip'}
              aria-pressed={isSpan(one)}
              onClick={() =>
                onChange({
                  span: isSpan(one) ? undefined : one,
                  dates: isSilent ? undefined : view.dates,
                  from: undefined,
                  to: undefined,
                })
              }
            >
              {words.span[one]}
            </button>
          ))}
          <button
            type="button"
            className={isSilent ? 'chip on' : 'chip'}
            aria-pressed={isSilent}
            onClick={() =>
              onChange({
                span: isSilent ? undefined : 'older3',
                dates: isSilent ? undefined : 'last_scan_at',
                from: undefined,
                to: undefined,
              })
            }
          >
            {words.noScan}
          </button>
        </div>
        <DateRange from={from} to={to} onChange={(dates) => onChange({ ...dates, span: undefined })} />
        <Choice
          label={words.dateOf}
          value={view.dates ?? 'created_at'}
          options={DATE_FIELDS.map((field) => [field, words.dateField[field]] as const)}
          onChoose={(dates) => onChange({ dates: dates === 'created_at' ? undefined : dates })}
        />
      </div>
    </Popup>
  );
}

const NUMBERS = [
  'amount_from',
  'amount_to',
  'weight_from',
  'weight_to',
  'attempts_from',
  'attempts_to',
] as const;
/** Any tag or SKU can be typed, even if it is not among the frequent values. */
const TYPED = ['order', 'tag', 'sku'] as const;
const ZONES = ['a', 'b', 'c', 'd', 'e'];

/** The filters with typed values. */
function MoreFilters({
  view,
  filter,
  onChange,
  children,
}: {
  view: ShipmentsView;
  filter: Filter;
  onChange: Change;
  children: React.ReactNode;
}) {
  const words = useWords(shipmentsWords);
  const stateName = useStateName();
  const names = [...NUMBERS, 'order', 'tag', 'sku', 'rto', 'channel', 'granular', 'state', 'odd'] as const;
  const isSet = names.some((name) => view[name] !== undefined);
  const [isOpen, open] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const counted = useQuery({
    ...facetsQuery('shipments', filter, LONG),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  }).data;
  const attempts = [...(counted?.attempts_count ?? [])].sort(([a], [b]) => Number(a) - Number(b));
  /** The most frequent values, and the chosen values. */
  const frequent = (name: 'tag' | 'sku') => {
    const counts = counted?.[FACETS[name]];
    const values = new Set([...(view[name] ?? []), ...(counts?.keys() ?? [])]);
    return (
      <FilterMenu
        label={words.filter[name]}
        options={withCounts(
          [...values].map((value) => ({ value, text: value })),
          counts,
        )}
        chosen={view[name] ?? []}
        onChange={(chosen) => onChange({ [name]: chosen })}
      />
    );
  };
  return (
    <Popup
      label={words.more}
      on={isSet}
      onOpen={(isToOpen) => {
        // Typed text applies in whatever way the menu is closed, like a choice.
        if (!isToOpen) form.current?.requestSubmit();
        open(isToOpen);
      }}
    >
      <form
        ref={form}
        className="stack tight"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const text = (name: string) => String(form.get(name) ?? '').trim();
          const lines = (name: string) =>
            text(name)
              .split(/[\n,]+/)
              .map((one) => one.trim())
              .filter(Boolean);
          onChange({
            ...Object.fromEntries(NUMBERS.map((name) => [name, text(name)])),
            ...Object.fromEntries(TYPED.map((name) => [name, lines(name)])),
          });
        }}
      >
        <div className="line">
          {children}
          <FilterMenu
            label={words.filter.state}
            options={withCounts(
              STATE_CODES.map((code) => ({ value: englishState(code), text: stateName(code) })),
              counted?.state,
            )}
            chosen={view.state ?? []}
            onChange={(chosen) => onChange({ state: chosen })}
          />
          {frequent('tag')}
          {frequent('sku')}
          <button
            type="button"
            className={view.odd ? 'chip on' : 'chip'}
            aria-pressed={view.odd !== undefined}
            onClick={() => onChange({ odd: view.odd ? undefined : 'yes' })}
          >
            {words.withWarnings}
          </button>
        </div>
        <div className="fields four">
          {NUMBERS.map((name) => {
            const [what, end] = name.split('_') as ['amount' | 'weight' | 'attempts', 'from' | 'to'];
            return (
              <TextField
                key={name}
                name={name}
                label={`${words.filter[what]} ${words[end].toLowerCase()}`}
                inputMode="decimal"
                placeholder={words.unit[what]}
                defaultValue={view[name]}
                hint={
                  name === 'attempts_from' &&
                  attempts.map(([tries, count]) => `${tries}: ${grouped(count)}`).join(' · ')
                }
              />
            );
          })}
        </div>
        {TYPED.map((name) => (
          <LongField
            name={name}
            label={words.filter[name]}
            hint={words.onePerLine}
            rows={2}
            style={{ minHeight: 50 }}
            key={`${name} ${view[name]?.join()}`}
            defaultValue={view[name]?.join('\n')}
          />
        ))}
        <button type="submit" className="button first">
          {words.apply}
        </button>
      </form>
    </Popup>
  );
}

import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { RefObject } from 'react';
import { carriersQuery, storesQuery, warehousesQuery } from '../../api/lists.ts';
import { Choice, LongField, TextField } from '../../parts/field.tsx';
import { FilterMenu, Popup } from '../../parts/filter-menu.tsx';
import { useReasons } from '../../parts/reasons.ts';
import { SearchInput } from '../../parts/search-input.tsx';
import { spelledOut } from '../../parts/status.tsx';
import { useWords } from '../../words/language.ts';
import { shipmentsWords } from './shipments-words.ts';
import { DATE_FIELDS, type ListName, type ShipmentsView, SPANS, type Span, withoutFilters } from './view.ts';

const CHANNELS = ['manual_order', 'shopify', 'woocommerce', 'api'];

type Change = (changed: Partial<ShipmentsView>) => void;

/** Every filter of the listing as a control; all that is set stands in the address. */
export function Filters({
  view,
  onChange,
  onClear,
  searchInput,
}: {
  view: ShipmentsView;
  onChange: Change;
  onClear: (view: ShipmentsView) => void;
  searchInput: RefObject<HTMLInputElement | null>;
}) {
  const words = useWords(shipmentsWords);
  const carriers = useQuery(carriersQuery).data ?? [];
  const stores = useQuery(storesQuery).data ?? [];
  const warehouses = useQuery(warehousesQuery).data ?? [];
  const list = (name: ListName, options: readonly { value: string; text: string }[]) => (
    <FilterMenu
      label={words.filter[name]}
      options={options}
      chosen={view[name] ?? []}
      onChange={(chosen) => onChange({ [name]: chosen.length > 0 ? chosen : undefined })}
    />
  );
  const inWords = (values: readonly string[], word: (value: string) => string) =>
    values.map((value) => ({ value, text: word(value) }));
  const isFiltered = Object.keys(view).some((name) => !(name in withoutFilters(view)) && name !== 'open');
  return (
    <search className="filters">
      <SearchInput
        label={words.search}
        asked={view.q ?? ''}
        onAsk={(q) => onChange({ q: q || undefined })}
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
          { value: 'yes', text: words.cod },
          { value: 'no', text: words.prepaid },
        ]}
        chosen={view.cod === undefined ? [] : [view.cod]}
        onChange={(chosen) => onChange({ cod: chosen.at(-1) as 'yes' | 'no' | undefined })}
      />
      <Dates view={view} onChange={onChange} />
      {list(
        'zone',
        ['a', 'b', 'c', 'd', 'e'].map((value) => ({ value, text: value.toUpperCase() })),
      )}
      {list(
        'warehouse',
        warehouses.map((one) => ({ value: one.id, text: one.name })),
      )}
      {list('ndr', useReasons('ndr'))}
      <MoreFilters view={view} onChange={onChange}>
        {list('rto', useReasons('rto'))}
        {list('channel', inWords(CHANNELS, spelledOut))}
      </MoreFilters>
      {isFiltered && (
        <button type="button" className="button small bare" onClick={() => onClear(withoutFilters(view))}>
          <X aria-hidden="true" />
          {words.clearFilters}
        </button>
      )}
    </search>
  );
}

function Dates({ view, onChange }: { view: ShipmentsView; onChange: Change }) {
  const words = useWords(shipmentsWords);
  const { span, from, to } = view;
  const isSet = span !== undefined || from !== undefined || to !== undefined;
  const isStuck = span === 'older3' && view.dates === 'last_scan_at';
  const isSpan = (one: Span) => span === one && !isStuck;
  const shown = isStuck
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
                  dates: isStuck ? undefined : view.dates,
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
            className={isStuck ? 'chip on' : 'chip'}
            aria-pressed={isStuck}
            onClick={() =>
              onChange({
                span: isStuck ? undefined : 'older3',
                dates: isStuck ? undefined : 'last_scan_at',
                from: undefined,
                to: undefined,
              })
            }
          >
            {words.noScan}
          </button>
        </div>
        <div className="fields">
          <TextField
            label={words.from}
            type="date"
            value={from ?? ''}
            onChange={({ target }) => onChange({ from: target.value || undefined, span: undefined })}
          />
          <TextField
            label={words.to}
            type="date"
            value={to ?? ''}
            onChange={({ target }) => onChange({ to: target.value || undefined, span: undefined })}
          />
        </div>
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
const TYPED = ['tag', 'sku', 'order'] as const;

/** The filters that are typed. */
function MoreFilters({
  view,
  onChange,
  children,
}: {
  view: ShipmentsView;
  onChange: Change;
  children: React.ReactNode;
}) {
  const words = useWords(shipmentsWords);
  const isSet = [...NUMBERS, ...TYPED, 'rto', 'channel'].some((name) => view[name as ListName] !== undefined);
  return (
    <Popup label={words.more} on={isSet}>
      <form
        className="stack tight"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const text = (name: string) => String(form.get(name) ?? '').trim();
          const lines = (name: string) => {
            const values = text(name)
              .split(/[\n,]+/)
              .map((one) => one.trim())
              .filter(Boolean);
            return values.length > 0 ? values : undefined;
          };
          onChange({
            ...Object.fromEntries(NUMBERS.map((name) => [name, text(name) || undefined])),
            ...Object.fromEntries(TYPED.map((name) => [name, lines(name)])),
          });
        }}
      >
        <div className="line">{children}</div>
        <div className="fields">
          {NUMBERS.map((name) => {
            const [what, end] = name.split('_') as ['amount' | 'weight' | 'attempts', 'from' | 'to'];
            return (
              <TextField
                key={name}
                name={name}
                label={`${words.filter[what]} ${words[end]}`}
                inputMode="decimal"
                placeholder={words.unit[what]}
                defaultValue={view[name]}
              />
            );
          })}
        </div>
        {TYPED.map((name) => (
          <LongField
            key={name}
            name={name}
            label={words.filter[name]}
            hint={words.onePerLine}
            rows={2}
            style={{ minHeight: 50 }}
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

import { addressOf } from '../../search.ts';

export const MONEY_PARTS = [
  'overview',
  'cod',
  'remittances',
  'ledger',
  'weights',
  'invoices',
  'imports',
] as const;
export type MoneyPart = (typeof MONEY_PARTS)[number];

/** Filters with one of a few words, with those words. */
const WORDS = {
  part: MONEY_PARTS,
  kind: ['all', 'shipment_debit', 'rto_charge', 'weight_difference', 'platform_fee'],
  side: ['debit', 'credit'],
  cod: ['owed', 'overdue', 'settled', 'undelivered', 'all'],
  state: ['raised', 'disputed', 'accepted', 'settled', 'all'],
  invoice: ['invoice', 'credit_note'],
  differs: ['true', 'all'],
  months: ['12', '24'],
} as const;

/** Reads the state of the page from the address. */
export const readMoneyView = addressOf({
  lists: ['carrier', 'store'],
  // `from` and `to`: the first and last day, `2026-11-22`. `open`: the remittance, import, check or month that is open.
  texts: ['courier', 'q', 'from', 'to', 'open'],
  words: WORDS,
});
export type MoneyView = ReturnType<typeof readMoneyView>;

export const OPTIONS = WORDS;

/** The filters of each list: the name in the address, and the name in the API. */
const FILTERS = {
  cod: {
    q: 'tracking_number',
    cod: 'state',
    carrier: 'carrier_id',
    store: 'store_name',
    from: 'start_time',
    to: 'end_time',
  },
  remittances: { courier: 'courier', differs: 'differs', from: 'start_date', to: 'end_date' },
  ledger: {
    q: 'tracking_number',
    kind: 'event_type',
    side: 'transaction_type',
    carrier: 'carrier_id',
    store: 'store_name',
    from: 'start_time',
    to: 'end_time',
  },
  weights: {
    q: 'tracking_number',
    state: 'state',
    carrier: 'carrier_id',
    store: 'store_name',
    from: 'start_time',
    to: 'end_time',
  },
  invoices: { invoice: 'kind', store: 'store_name', from: 'start_time', to: 'end_time' },
} as const satisfies Partial<Record<MoneyPart, Partial<Record<keyof MoneyView, string>>>>;
export type MoneyListPart = keyof typeof FILTERS;
export type MoneyFilterName = Exclude<keyof MoneyView, 'part' | 'months' | 'open'>;

/** Whether a part is a list, which has filters and an export. */
export function isMoneyList(part: MoneyPart): part is MoneyListPart {
  return part in FILTERS;
}

/** The names of a list's filters in the address. */
export function filtersOf(part: MoneyListPart): readonly MoneyFilterName[] {
  return Object.keys(FILTERS[part]) as MoneyFilterName[];
}

/** The filters that are tabs, each with the tab whose rows are counted; the first tab is shown first. */
const TABS = {
  cod: { name: 'cod', counted: 'overdue' },
  remittances: { name: 'differs', counted: 'true' },
  ledger: { name: 'kind', counted: null },
  weights: { name: 'state', counted: 'raised' },
} as const satisfies Partial<
  Record<MoneyListPart, { readonly name: keyof typeof WORDS; readonly counted: string | null }>
>;

/** The tabs of a list, if it has any. */
export function tabsOf(part: MoneyListPart): (typeof TABS)[keyof typeof TABS] | undefined {
  return part in TABS ? TABS[part as keyof typeof TABS] : undefined;
}

/** The tab of a list that is shown. A search looks into all tabs, unless one is chosen. */
export function tabOf(part: MoneyListPart, view: MoneyView): string | undefined {
  const tabs = tabsOf(part);
  return tabs && (view[tabs.name] ?? (view.q === undefined ? WORDS[tabs.name][0] : 'all'));
}

/** The API's query of a list. What is owed begins with the oldest delivery, all others with the newest row. */
export function queryOf(part: MoneyListPart, view: MoneyView): Record<string, string | readonly string[]> {
  const query: Record<string, string | readonly string[]> = {};
  const tabs = tabsOf(part);
  for (const [name, parameter] of Object.entries(FILTERS[part])) {
    const value = name === tabs?.name ? tabOf(part, view) : view[name as MoneyFilterName];
    if (value !== undefined && value !== 'all') query[parameter] = value;
  }
  if (part === 'cod' && isOldestFirst(view)) query.order = 'asc';
  return query;
}

export function isOldestFirst(view: MoneyView): boolean {
  return ['owed', 'overdue'].includes(tabOf('cod', view) ?? '');
}

/** The first and last day of a month such as `2026-11`. */
export function daysOfMonth(month: string): { readonly from: string; readonly to: string } {
  const [year = 0, ofYear = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, ofYear, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${last}` };
}

/** The month some months before another: `2026-11`, 5 is `2026-06`. */
export function monthsBefore(month: string, months: number): string {
  const [year = 0, ofYear = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, ofYear - 1 - months, 1)).toISOString().slice(0, 7);
}

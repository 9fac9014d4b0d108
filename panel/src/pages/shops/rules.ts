import type { Shop, ShopRules } from '../../api/shops.ts';

/** How a rule is typed: `show` makes what a person sees of it, and `send` what is sent of that; undefined is left out. */
interface Typed<Value> {
  show(rule: unknown): Value;
  send(value: Value): unknown;
}

const SIDES = ['length', 'breadth', 'height'] as const;
const MEASURES = ['weight', ...SIDES] as const;

function same<Value>(): Typed<Value> {
  return { show: (rule) => rule as Value, send: (value) => value };
}

/** Separated by commas. */
const LIST: Typed<string> = { show: (rule) => (rule as string[]).join(', '), send: listed };
const NUMBER: Typed<string> = { show: String, send: numberOr };
/** A number that may be absent. */
const NUMBER_IF_ANY: Typed<string> = {
  show: (rule) => (rule === null ? '' : String(rule)),
  send: (value) => (value.trim() === '' ? undefined : numberOr(value)),
};
/** The warehouse of each place of the shop; a place that is left out has the usual one. */
const PLACES: Typed<Readonly<Record<string, string>>> = {
  show: (rule) =>
    Object.fromEntries((rule as Rules['locations']).map((one) => [one.location_id, one.warehouse_id])),
  send: (value) =>
    Object.entries(value)
      .filter(([, warehouse]) => warehouse !== '')
      .map(([location_id, warehouse_id]) => ({ location_id, warehouse_id })),
};
/** A line for each SKU: `CHAI-250, 0.3, 20, 15, 10`. */
const SIZES: Typed<string> = {
  show: (rule) =>
    (rule as Rules['sku_sizes'])
      .map(({ sku, ...size }) => [sku, ...MEASURES.map((name) => size[name])].join(', '))
      .join('\n'),
  send: (value) => value.split('\n').flatMap((line) => (line.trim() === '' ? [] : [sizeOf(line)])),
};

/* The rules by their names in the form, with their names in the API. */

const OF_RULES = {
  warehouse: ['warehouse_id', same<string>()],
  places: ['locations', PLACES],
  codMethods: ['cod_methods', LIST],
  skipTags: ['skip_tags', LIST],
  skipSkus: ['skip_skus', LIST],
  sizes: ['sku_sizes', SIZES],
  itemWeight: ['usual_item_weight', NUMBER_IF_ANY],
  booking: ['booking', same<'none' | 'cheapest' | 'fastest'>()],
  atMost: ['fastest_at_most', NUMBER_IF_ANY],
  preferred: ['preferred_carriers', same<readonly string[]>()],
  confirmAbove: ['confirm_cod_above', NUMBER_IF_ANY],
  news: ['customer_news', same<'dakiya' | 'shop'>()],
  completePrepaid: ['complete_prepaid', same<Rules['complete_prepaid']>()],
  completeCash: ['complete_cash', same<Rules['complete_cash']>()],
} as const;
const OF_PARCEL = {
  weight: ['weight', NUMBER],
  length: ['length', NUMBER],
  breadth: ['breadth', NUMBER],
  height: ['height', NUMBER],
} as const;
const OF_CHECKOUT = {
  shown: ['shown', same<boolean>()],
  offer: ['offer', same<Rules['checkout']['offer']>()],
  markup: ['markup_percent', NUMBER_IF_ANY],
  rounding: ['rounding', same<Rules['checkout']['rounding']>()],
  freeAbove: ['free_above', NUMBER_IF_ANY],
  fallback: ['fallback_price', NUMBER_IF_ANY],
  fallbackMax: ['fallback_max_weight', NUMBER_IF_ANY],
  handling: ['handling_days', NUMBER_IF_ANY],
} as const;

type Rules = Shop['rules'];
type Table = { readonly [key: string]: readonly [name: string, typed: Typed<unknown>] };
type ValuesOf<T> = {
  readonly [Key in keyof T]: T[Key] extends readonly [string, Typed<infer Value>] ? Value : never;
};

/** The rules of a shop as a person types them. */
export type RuleValues = ValuesOf<typeof OF_RULES & typeof OF_PARCEL & typeof OF_CHECKOUT>;

export function valuesOfRules(rules: Rules): RuleValues {
  return {
    ...shownOf(OF_RULES, rules),
    ...shownOf(OF_PARCEL, rules.usual_parcel),
    ...shownOf(OF_CHECKOUT, rules.checkout),
  };
}

/** Rules to send. What is no number stays text, so that the service says what is wrong. */
export function rulesOfValues(values: RuleValues): ShopRules {
  const { fastest_at_most, ...rules } = sentOf(OF_RULES, values);
  return {
    ...rules,
    ...(values.booking === 'fastest' && fastest_at_most !== undefined && { fastest_at_most }),
    usual_parcel: sentOf(OF_PARCEL, values),
    checkout: sentOf(OF_CHECKOUT, values),
  } as unknown as ShopRules;
}

function shownOf<T extends Table>(table: T, rules: object): ValuesOf<T> {
  const of = rules as Record<string, unknown>;
  const all = Object.entries(table).map(([key, [name, typed]]) => [key, typed.show(of[name])]);
  return Object.fromEntries(all) as ValuesOf<T>;
}

function sentOf(table: Table, values: RuleValues): Record<string, unknown> {
  const of = values as Record<string, unknown>;
  const all = Object.entries(table).map(([key, [name, typed]]) => [name, typed.send(of[key])]);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** The parts of a text that commas or lines separate. */
export function listed(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[,\n]/)
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    ),
  ];
}

/** A number, or the text as it is. */
function numberOr(text: string): number | string {
  const typed = text.trim().replace(/^₹/, '').replaceAll(',', '');
  const value = Number(typed);
  return typed === '' || Number.isNaN(value) ? text : value;
}

/** The last four parts of a line are weight and sides, so that a SKU may contain commas. */
function sizeOf(line: string) {
  const parts = line.split(/[,\t;]/);
  const numbers = parts.length > 4 ? parts.slice(-4) : [];
  const sku = line.slice(0, line.length - numbers.reduce((sum, part) => sum + part.length + 1, 0)).trim();
  const measures = MEASURES.map((name, index) => [name, numberOr((numbers[index] ?? '').trim())]);
  return { sku, ...Object.fromEntries(measures) };
}

import type { Shop, ShopRules } from '../../api/shops.ts';

/** The rules of a shop as a person types them. */
export interface RuleValues {
  readonly warehouse: string;
  /** The warehouse of each place of the shop; a place that is left out has the usual one. */
  readonly places: Readonly<Record<string, string>>;
  /** Lists are separated by commas. */
  readonly codMethods: string;
  readonly skipTags: string;
  readonly skipSkus: string;
  /** A line for each SKU: `CHAI-250, 0.3, 20, 15, 10`. */
  readonly sizes: string;
  readonly weight: string;
  readonly length: string;
  readonly breadth: string;
  readonly height: string;
  readonly booking: 'none' | 'cheapest' | 'fastest';
  readonly atMost: string;
  readonly preferred: readonly string[];
  readonly confirmAbove: string;
  readonly news: 'dakiya' | 'shop';
  readonly shown: boolean;
  readonly offer: Checkout['offer'];
  readonly markup: string;
  readonly rounding: Checkout['rounding'];
  readonly freeAbove: string;
  readonly fallback: string;
  readonly handling: string;
}

type Checkout = Shop['rules']['checkout'];

const SIDES = ['length', 'breadth', 'height'] as const;

export function valuesOfRules(rules: Shop['rules']): RuleValues {
  const { usual_parcel: usual, checkout } = rules;
  const amount = (value: number | null) => (value === null ? '' : String(value));
  return {
    warehouse: rules.warehouse_id,
    places: Object.fromEntries(rules.locations.map((one) => [one.location_id, one.warehouse_id])),
    codMethods: rules.cod_methods.join(', '),
    skipTags: rules.skip_tags.join(', '),
    skipSkus: rules.skip_skus.join(', '),
    sizes: rules.sku_sizes
      .map(({ sku, weight, length, breadth, height }) => [sku, weight, length, breadth, height].join(', '))
      .join('\n'),
    weight: String(usual.weight),
    length: String(usual.length),
    breadth: String(usual.breadth),
    height: String(usual.height),
    booking: rules.booking as RuleValues['booking'],
    atMost: amount(rules.fastest_at_most),
    preferred: rules.preferred_carriers,
    confirmAbove: amount(rules.confirm_cod_above),
    news: rules.customer_news as RuleValues['news'],
    shown: checkout.shown,
    offer: checkout.offer,
    markup: String(checkout.markup_percent),
    rounding: checkout.rounding,
    freeAbove: amount(checkout.free_above),
    fallback: amount(checkout.fallback_price),
    handling: String(checkout.handling_days),
  };
}

/** Rules to send. What is no number stays text, so that the service says what is wrong. */
export function rulesOfValues(values: RuleValues): ShopRules {
  const given = (name: string, text: string) => (text.trim() === '' ? {} : { [name]: numberOr(text) });
  return {
    warehouse_id: values.warehouse,
    locations: Object.entries(values.places)
      .filter(([, warehouse]) => warehouse !== '')
      .map(([location_id, warehouse_id]) => ({ location_id, warehouse_id })),
    cod_methods: listed(values.codMethods),
    skip_tags: listed(values.skipTags),
    skip_skus: listed(values.skipSkus),
    sku_sizes: values.sizes.split('\n').flatMap((line) => (line.trim() === '' ? [] : [sizeOf(line)])),
    usual_parcel: sizeIn(values),
    booking: values.booking,
    preferred_carriers: [...values.preferred],
    customer_news: values.news,
    ...(values.booking === 'fastest' && given('fastest_at_most', values.atMost)),
    ...given('confirm_cod_above', values.confirmAbove),
    checkout: {
      shown: values.shown,
      offer: values.offer,
      rounding: values.rounding,
      ...given('markup_percent', values.markup),
      ...given('free_above', values.freeAbove),
      ...given('fallback_price', values.fallback),
      ...given('handling_days', values.handling),
    },
  };
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

/** A number, or the text as it is. The types say number, because numbers are what people type. */
function numberOr(text: string): number {
  const typed = text.trim().replace(/^₹/, '').replaceAll(',', '');
  const value = Number(typed);
  return typed === '' || Number.isNaN(value) ? (text as unknown as number) : value;
}

function sizeIn(values: Pick<RuleValues, 'weight' | (typeof SIDES)[number]>) {
  const { weight, length, breadth, height } = values;
  return {
    weight: numberOr(weight),
    length: numberOr(length),
    breadth: numberOr(breadth),
    height: numberOr(height),
  };
}

/** The last four parts of a line are weight and sides, so that a SKU may contain commas. */
function sizeOf(line: string) {
  const parts = line.split(/[,\t;]/);
  const numbers = parts.length > 4 ? parts.slice(-4) : [];
  const [weight = '', length = '', breadth = '', height = ''] = numbers.map((part) => part.trim());
  const sku = line.slice(0, line.length - numbers.reduce((sum, part) => sum + part.length + 1, 0)).trim();
  return { sku, ...sizeIn({ weight, length, breadth, height }) };
}

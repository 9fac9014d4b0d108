import { expect, it } from 'vitest';
import type { PartnerRequest } from '../../partners/partner.ts';
import { WOOCOMMERCE } from './woocommerce.ts';

const PRODUCTS: Readonly<Record<string, object[]>> = {
  '/products': [
    { id: 1, weight: '2', dimensions: { length: '10', width: '20', height: '30' }, virtual: false },
    { id: 2, weight: '', dimensions: { length: '10', width: '', height: '30' }, virtual: false },
    { id: 3, weight: '1', virtual: true },
  ],
  '/products/4/variations': [
    { id: 41, weight: '4' },
    { id: 42, weight: '5' },
  ],
};
const lineOf = (product_id: number, variation_id = 0) => ({
  ...{ id: product_id * 100 + variation_id, product_id, variation_id },
  ...{ quantity: 1, total: '10.00', total_tax: '0.00' },
});
const ORDER = {
  ...{ id: 7, status: 'processing', total: '50.00', payment_method: 'cod', refunds: [] },
  date_created_gmt: '2026-11-26T10:00:00',
  line_items: [lineOf(1), lineOf(2), lineOf(3), lineOf(4, 41), lineOf(4, 42)],
};

/** Weights and sizes of the shipped lines in a shop with these units. */
async function measuresIn(units: Readonly<Record<string, string>>) {
  const send = async ({ path }: PartnerRequest) => {
    const [way = ''] = path.replace('/wp-json/wc/v3', '').split('?');
    const unit = units[way.split('/').at(-1) ?? ''];
    const found = way === '/orders/7' ? ORDER : (PRODUCTS[way] ?? []);
    const text = JSON.stringify(unit === undefined ? found : { value: unit });
    return { status: 200, headers: {}, body: Buffer.from(text), text };
  };
  const adapter = WOOCOMMERCE.open({
    shopId: 'shop',
    settings: { base_url: 'https://shop.example', consumer_key: 'ck', consumer_secret: 'cs' },
    requests: { send },
    tokens: { get: async (_, make) => (await make()).token },
    sleep: () => Promise.reject(new Error('unused')),
    now: () => new Date('2026-11-26T11:00:00.000Z'),
  });
  const order = await adapter.order('7', new AbortController().signal);
  return order?.parcels[0]?.items.map(({ gramsEach, size }) => [gramsEach, size && Object.values(size)]);
}

it.each([
  ['kg', 'cm', 2_000, [10, 20, 30], 4_000, 5_000],
  ['g', 'mm', 2, [1, 2, 3], 4, 5],
  ['lbs', 'in', 908, [25.4, 50.8, 76.2], 1_815, 2_268],
  ['oz', 'm', 57, [1_000, 2_000, 3_000], 114, 142],
  ['kg', 'yd', 2_000, [914.4, 1_828.8, 2_743.2], 4_000, 5_000],
])(
  'reads products and variations of WooCommerce in %s and %s',
  async (weight, length, grams, size, one, other) => {
    expect(await measuresIn({ woocommerce_weight_unit: weight, woocommerce_dimension_unit: length })).toEqual(
      [
        [grams, size],
        [null, null],
        [one, null],
        [other, null],
      ],
    );
  },
);

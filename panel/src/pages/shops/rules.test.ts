import { expect, it } from 'vitest';
import { listed, rulesOfValues, valuesOfRules } from './rules.ts';

const RULES = {
  warehouse_id: 'w1',
  locations: [{ location_id: '12', warehouse_id: 'w2' }],
  cod_methods: ['cod'],
  skip_tags: ['pickup'],
  skip_skus: ['GIFT'],
  sku_sizes: [{ sku: 'CHAI, 250', weight: 0.3, length: 20, breadth: 15, height: 10 }],
  usual_parcel: { weight: 0.5, length: 20, breadth: 15, height: 10 },
  usual_item_weight: 0.2,
  booking: 'fastest',
  fastest_at_most: 90,
  preferred_carriers: ['TLFS'],
  confirm_cod_above: 5000,
  customer_news: 'dakiya',
  complete_prepaid: 'delivered',
  complete_cash: 'remitted',
  checkout: {
    shown: true,
    offer: 'cheapest',
    markup_percent: 18,
    rounding: 'rupee',
    free_above: 999,
    fallback_price: 80,
    fallback_max_weight: 2.5,
    handling_days: 1,
  },
} as const;

it('sends back the rules that it shows', () => {
  const shown = valuesOfRules(structuredClone(RULES) as never);
  expect(shown.sizes).toBe('CHAI, 250, 0.3, 20, 15, 10');
  expect(rulesOfValues(shown)).toEqual(RULES);
});

it('omits empty fields, and the highest price unless the fastest courier is booked', () => {
  const values = valuesOfRules(structuredClone(RULES) as never);
  const sent = rulesOfValues({
    ...values,
    ...{ booking: 'cheapest', confirmAbove: ' ', places: { 12: '' }, sizes: '\n' },
  });
  expect(sent).not.toHaveProperty('fastest_at_most');
  expect(sent).not.toHaveProperty('confirm_cod_above');
  expect(sent).toMatchObject({ locations: [], sku_sizes: [] });
});

it('reads grouped amounts, and sends text that is no number unchanged', () => {
  const values = valuesOfRules(structuredClone(RULES) as never);
  expect(rulesOfValues({ ...values, confirmAbove: '₹1,00,000' })).toMatchObject({
    confirm_cod_above: 100000,
  });
  expect(rulesOfValues({ ...values, weight: 'heavy' })).toMatchObject({ usual_parcel: { weight: 'heavy' } });
  expect(rulesOfValues({ ...values, sizes: 'CHAI-250' })).toMatchObject({ sku_sizes: [{ sku: 'CHAI-250' }] });
});

it('splits lists at commas and lines, without duplicates', () => {
  expect(listed('a, b\n b ,,c')).toEqual(['a', 'b', 'c']);
});

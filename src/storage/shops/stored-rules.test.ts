import { expect, it } from 'vitest';
import { USUAL_CHECKOUT } from '../../domain/shops/shop-rules.ts';
import { readRules, storedRules } from './shops.ts';

const STORED = {
  ...{ warehouseId: 'w', locations: [], codMethods: [], skipTags: [], skipSkus: [], skuSizes: [] },
  usualParcel: { weight: 1, length: 1, breadth: 1, height: 1 },
  booking: { choose: 'fastest', atMostPaise: 9_000, preferred: ['TLFS'] },
  confirmCodAbovePaise: null,
  customerNews: 'shop',
} as const;

it('reads rules that were stored before there were rates at checkout, or some of their settings', () => {
  expect(readRules(STORED)).toMatchObject({ booking: 'fastest', checkout: USUAL_CHECKOUT });
  const checkout = { offer: 'fastest', fallbackPaise: 8_000 } as const;
  expect(readRules({ ...STORED, checkout }).checkout).toEqual({ ...USUAL_CHECKOUT, ...checkout });
});

it('stores rules so that a process of an older release reads them', () => {
  const rules = readRules(STORED);
  expect(rules).toMatchObject({ fastestAtMostPaise: 9_000, preferredCarriers: ['TLFS'] });
  expect(storedRules(rules)).toEqual({
    ...{ ...STORED, checkout: USUAL_CHECKOUT, usualItemWeight: null },
    ...{ completePrepaid: 'delivered', completeCash: 'remitted' },
  });
  expect(readRules(storedRules(rules))).toEqual(rules);
});

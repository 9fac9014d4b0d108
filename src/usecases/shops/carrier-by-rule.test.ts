import { describe, expect, it } from 'vitest';
import { carrierOf } from '../../../test/support/rates.ts';
import type { ForwardCarrierQuote, ForwardQuote } from '../../domain/rates/quote.ts';
import { type BookingRule, type ShopRules, USUAL_CHECKOUT } from '../../domain/shops/shop-rules.ts';
import { chooseCarrier } from './carrier-by-rule.ts';

type Kind = ForwardCarrierQuote['connection']['kind'];
type Offer = readonly [id: string, name: string, freight: number, delivery: string, kind?: Kind];

const offerOf = ([id, name, freight, delivery, kind = 'offline']: Offer) =>
  ({
    carrier: carrierOf({ id, name, serviceLevel: name.includes('Air') ? 'express' : 'standard' }),
    connection: { kind },
    charges: { freight, cod: 0, rto: 0, total: freight },
    delivery,
  }) as unknown as ForwardCarrierQuote;

const SLOW: Offer = ['slow', 'Morpankhi Surface 500 g', 4_440, '2026-11-20'];
const HEAVY: Offer = ['heavy', 'Morpankhi Surface 2 kg', 6_000, '2026-11-20'];
const FAST: Offer = ['fast', 'Pavanteer Air 500 g', 9_000, '2026-11-18'];
const SAMPLE: Offer = ['sample', 'Titlipath Air', 100, '2026-11-17', 'sample'];
const ALL = [SAMPLE, SLOW, HEAVY, FAST];
const GONE = [SLOW, HEAVY];
const RULE: BookingRule & Pick<ShopRules, 'checkout'> = {
  ...{ booking: 'cheapest', fastestAtMostPaise: null, preferredCarriers: [] },
  checkout: { ...USUAL_CHECKOUT, freeAbovePaise: 100_000 },
};

function choose(
  offers: readonly Offer[],
  code: string | null,
  { paid = 12_000, worth = 50_000, ...rule }: Partial<BookingRule> & { paid?: number; worth?: number } = {},
) {
  const quote = { journey: 'forward', carriers: offers.map(offerOf) } as unknown as ForwardQuote;
  const chosen = code === null ? null : { code, pricePaise: paid, orderValuePaise: worth };
  const { carrierId, missedService } = chooseCarrier(quote, { ...RULE, ...rule }, chosen);
  return [carrierId, missedService?.text ?? null];
}

describe('the carrier of an order of a shop', () => {
  const fastest = { booking: 'fastest' } as const;
  const heavyFirst = { preferredCarriers: ['heavy'] };
  it.each([
    ['nothing was chosen', ALL, null, {}, null],
    ['nothing was chosen, and one is preferred', ALL, null, heavyFirst, 'heavy'],
    ['nothing was chosen, and the rule is fast', ALL, null, fastest, 'fast'],
    ['nothing was chosen, and the fast is too dear', ALL, null, { ...fastest, fastestAtMostPaise: 1 }, null],
    ['standard was chosen', ALL, 'standard', {}, null],
    ['standard was chosen, and the rule is fast', ALL, 'standard', fastest, 'fast'],
    ['express was chosen', ALL, 'express', {}, 'fast'],
    ['express was chosen, and a slow one is preferred', ALL, 'express', heavyFirst, 'fast'],
    [
      'express was chosen, and the rule has a limit',
      ALL,
      'express',
      { ...fastest, fastestAtMostPaise: 1 },
      'fast',
    ],
    ['a courier was chosen', ALL, 'morpankhi-standard', fastest, 'slow'],
    [
      'a courier was chosen, and one of its carriers is preferred',
      ALL,
      'morpankhi-standard',
      heavyFirst,
      'heavy',
    ],
    ['a sample was chosen', ALL, 'titlipath-express', { paid: 1 }, null],
    ['nobody takes the parcel', [], 'express', {}, null],
  ])('is one when %s: nobody has a task', (_, offers, code, rule, expected) => {
    expect(choose(offers, code, rule)).toEqual([expected, null]);
  });

  const said = (costs: string, paid = 'Rs 120', service = 'express') =>
    `The customer paid ${paid} for ${service}, but no courier offers it: what the rules book costs ${costs} at checkout`;
  it.each([
    ['paid more than the cheapest', {}, null, said('Rs 45')],
    ['paid as much', { paid: 4_500 }, null, null],
    ['paid one paisa more', { paid: 4_501 }, null, said('Rs 45', 'Rs 45.01')],
    ['paid for what would be free now', { worth: 100_000, paid: 100 }, null, said('Rs 0', 'Rs 1')],
    ['paid nothing', { worth: 100_000, paid: 0 }, null, null],
    ['paid more than the preferred one costs', heavyFirst, 'heavy', said('Rs 60')],
    ['paid less than the preferred one costs', { ...heavyFirst, paid: 5_900 }, 'heavy', null],
  ])('is that of the rule when express is gone, and the customer %s', (_, rule, id, task) => {
    expect(choose(GONE, 'express', rule)).toEqual([id, task]);
  });

  it('is that of the rule when a courier is gone, or two services were chosen', () => {
    expect(choose(GONE, 'pavanteer-express')).toEqual([null, said('Rs 45', 'Rs 120', 'pavanteer-express')]);
    const both = 'express + standard';
    expect(choose(ALL, both, { booking: 'fastest' })).toEqual(['fast', said('Rs 90', 'Rs 120', both)]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_CHARGES } from './order.ts';
import { chargesTotal, type ReadSums, readSums, type SentSums } from './order-sums.ts';

const item = (price: number, more: Partial<SentSums['items'][number]> = {}) => ({
  units: 1,
  sellingPricePaise: price * 100,
  discountPaise: null,
  tax: null,
  ...more,
});

interface Case {
  readonly items: SentSums['items'];
  readonly sub?: number;
  readonly cod?: number;
  readonly prepaid?: true;
  readonly delivery?: number;
  readonly wrap?: number;
  readonly fee?: number;
  readonly off?: number;
  readonly other?: number;
}

function read({
  items,
  sub,
  cod,
  prepaid,
  delivery = 0,
  wrap = 0,
  fee = 0,
  off = 0,
  other = 0,
}: Case): ReadSums {
  return readSums({
    items,
    totalDiscountPaise: off * 100,
    subTotalPaise: sub === undefined ? null : Math.round(sub * 100),
    ...{ shippingChargesPaise: delivery * 100, giftwrapChargesPaise: wrap * 100 },
    transactionChargesPaise: fee * 100,
    otherPaise: other * 100,
    isCod: prepaid !== true,
    codPaise: cod === undefined ? null : Math.round(cod * 100),
  });
}

/** Goods, rest, total and cash in rupees, then codes of doubts and problems. */
function outcome(sent: Case): (number | string)[] {
  const { sums, doubts, problems } = read(sent);
  const amounts = [sums.subTotalPaise, sums.otherPaise, sums.totalPaise, sums.codAmountPaise];
  return [
    ...amounts.map((paise) => paise / 100),
    ...doubts.map(({ code }) => code),
    ...problems.map(({ message }) => message),
  ];
}

const tea = item(499);
const two = item(250, { units: 2, discountPaise: 1_000 });
const taxed = item(100, { tax: '18' });

describe('the amounts of an order', () => {
  it.each<[string, Case, (number | string)[]]>([
    ['goods alone', { items: [tea], sub: 499, cod: 499 }, [499, 0, 499, 499]],
    ['goods without a sub_total', { items: [tea], cod: 499 }, [499, 0, 499, 499]],
    ['cash that is absent', { items: [tea], sub: 499 }, [499, 0, 499, 499]],
    ['a prepaid order', { items: [tea], sub: 499, prepaid: true }, [499, 0, 499, 0]],
    ['a charge in addition', { items: [tea], sub: 499, delivery: 50, cod: 549 }, [499, 0, 549, 549]],
    ['a charge inside', { items: [tea], sub: 549, delivery: 50, cod: 549 }, [499, 0, 549, 549]],
    ['a charge inside, without cash', { items: [tea], sub: 549, delivery: 50 }, [499, 0, 549, 549]],
    [
      'a charge inside a prepaid order',
      { items: [tea], sub: 549, delivery: 50, prepaid: true },
      [499, 0, 549, 0],
    ],
    [
      'three charges and a discount on the order',
      { items: [tea], sub: 449, off: 50, delivery: 40, wrap: 20, fee: 10, cod: 519 },
      [449, 0, 519, 519],
    ],
    ['a discount on the order without a sub_total', { items: [tea], off: 99, cod: 400 }, [400, 0, 400, 400]],
    ['discounts per line', { items: [two], sub: 490, cod: 490 }, [490, 0, 490, 490]],
    ['discounts per unit', { items: [two], sub: 480, cod: 480 }, [480, 0, 480, 480]],
    ['discounts that the price already has', { items: [two], sub: 500, cod: 500 }, [500, 0, 500, 500]],
    [
      'prices without tax and a sub_total with it',
      { items: [taxed], sub: 118, cod: 118 },
      [118, 0, 118, 118],
    ],
    [
      'prices and sub_total without tax, cash with it',
      { items: [taxed], sub: 100, cod: 118 },
      [118, 0, 118, 118],
    ],
    ['the same with a charge', { items: [taxed], sub: 100, delivery: 40, cod: 158 }, [118, 0, 158, 158]],
    [
      'prices that have the tax, which is less than a rupee',
      { items: [item(20, { tax: '5' })], cod: 20 },
      [20, 0, 20, 20],
    ],
    [
      'prices without tax, which is less than a rupee',
      { items: [item(16, { tax: '5' })], sub: 16, cod: 16.8 },
      [16.8, 0, 16.8, 16.8],
    ],
    ['prices that have the tax', { items: [taxed], sub: 100, cod: 100 }, [100, 0, 100, 100]],
    ['a part payment', { items: [tea], sub: 499, delivery: 50, cod: 100 }, [499, 0, 549, 100]],
    ['rounded cash', { items: [tea], sub: 498.6, cod: 499 }, [498.6, 0.4, 499, 499]],
    ['a fee that no field has', { items: [tea], sub: 499, cod: 549 }, [499, 50, 549, 549, 'cash_in_no_part']],
    ['tips and digital goods', { items: [tea], sub: 499, other: 20, cod: 519 }, [499, 20, 519, 519]],
    ['a sub_total below the goods', { items: [tea], sub: 450, cod: 450 }, [450, 0, 450, 450, 'sums_differ']],
    ['a sub_total above the goods', { items: [tea], sub: 520, cod: 520 }, [520, 0, 520, 520, 'sums_differ']],
    [
      'a sub_total that only the cash explains, with the charge',
      { items: [tea], sub: 450, delivery: 50, cod: 500 },
      [450, 0, 500, 500, 'sums_differ'],
    ],
    [
      'a sub_total that only the cash explains, without the charge',
      { items: [tea], sub: 450, delivery: 50, cod: 450 },
      [400, 0, 450, 450, 'sums_differ'],
    ],
    [
      'numbers that agree in no way',
      { items: [tea], sub: 450, delivery: 50, cod: 300 },
      [450, 0, 500, 300, 'sums_differ'],
    ],
    [
      'numbers that can be read in two ways, without cash',
      { items: [tea], sub: 600, delivery: 50 },
      [
        600,
        0,
        650,
        650,
        'cod_collectible is required: sub_total and charges can be read in two ways (Rs 600 or Rs 650)',
      ],
    ],
    [
      'a slipped digit',
      { items: [tea], sub: 499, cod: 4_990 },
      [499, 4_491, 4_990, 4_990, 'cod_collectible Rs 4,990 is more than the order is worth, Rs 499'],
    ],
  ])('reads %s', (_, sent, expected) => {
    expect(outcome(sent)).toEqual(expected);
  });

  it('takes cash below five times the worth, and refuses five times', () => {
    expect(read({ items: [tea], sub: 499, cod: 5 * 499 - 0.01 }).problems).toEqual([]);
    expect(read({ items: [tea], sub: 499, cod: 5 * 499 }).problems).toHaveLength(1);
    expect(read({ items: [item(0)], sub: 0, cod: 1 }).problems).toHaveLength(1);
  });

  it('takes a difference of one rupee as rounding, and no more', () => {
    expect(outcome({ items: [tea], sub: 499, cod: 500 })).toEqual([499, 1, 500, 500]);
    expect(outcome({ items: [tea], sub: 499, cod: 500.01 })).toEqual([
      ...[499, 1.01, 500.01, 500.01, 'cash_in_no_part'],
    ]);
    expect(outcome({ items: [tea], sub: 500, cod: 500 })).toEqual([500, 0, 500, 500]);
    expect(outcome({ items: [tea], sub: 500.01, cod: 500.01 })).toEqual([
      ...[500.01, 0, 500.01, 500.01, 'sums_differ'],
    ]);
  });

  it('takes all cash that was taken before there were charges and other amounts', () => {
    const money = fc.integer({ min: 0, max: 5_000_00 });
    const item = fc.record({
      units: fc.integer({ min: 1, max: 5 }),
      sellingPricePaise: money,
      tax: fc.option(fc.constantFrom('5', '18', '40'), { nil: null }),
    });
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 1, maxLength: 3 }),
        ...([money, money, fc.double({ min: 0, max: 1, noNaN: true })] as const),
        (sent, sub, shippingChargesPaise, share) => {
          const items = sent.map((one) => ({ ...one, discountPaise: null }));
          const taxed = items.reduce(
            (sum, one) => sum + one.units * one.sellingPricePaise * (1 + Number(one.tax ?? 0) / 100),
            0,
          );
          const most = Math.max(sub, Math.floor(taxed)) + shippingChargesPaise;
          fc.pre(most > 0);
          const codPaise = Math.max(1, Math.floor(most * share));
          const amounts = { totalDiscountPaise: 0, otherPaise: 0, subTotalPaise: sub, isCod: true, codPaise };
          expect(readSums({ ...NO_CHARGES, items, shippingChargesPaise, ...amounts }).problems).toEqual([]);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('refuses discounts above what they are for', () => {
    expect(
      outcome({ items: [item(100, { discountPaise: 10_001 })], sub: 100, off: 101, prepaid: true }),
    ).toEqual([
      100,
      0,
      100,
      0,
      'sums_differ',
      'order_items[0].discount Rs 100.01 is more than the item costs, Rs 100',
      'total_discount Rs 101 is more than the items cost, Rs 100',
    ]);
  });

  it('always add up, and never collect more than the total', () => {
    const paise = fc.integer({ min: 0, max: 10_000_00 });
    const absent = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
    const items = fc.array(
      fc.record({
        units: fc.integer({ min: 1, max: 9 }),
        sellingPricePaise: paise,
        discountPaise: absent(paise),
        tax: absent(fc.constantFrom('5', '18')),
      }),
      { minLength: 1, maxLength: 4 },
    );
    const charges = fc.record({
      shippingChargesPaise: paise,
      giftwrapChargesPaise: paise,
      transactionChargesPaise: paise,
    });
    fc.assert(
      fc.property(
        fc.oneof(charges, fc.constant(NO_CHARGES)),
        fc.record({
          items,
          totalDiscountPaise: paise,
          subTotalPaise: absent(paise),
          otherPaise: fc.constantFrom(0, 500),
          isCod: fc.boolean(),
          codPaise: absent(paise),
        }),
        (charged, amounts) => {
          const sent = { ...amounts, ...charged };
          const { sums, problems } = readSums(sent);
          if (problems.length > 0) return;
          expect(sums.subTotalPaise + chargesTotal(sent) + sums.otherPaise).toBe(sums.totalPaise);
          expect(sums.codAmountPaise).toBeLessThanOrEqual(sums.totalPaise);
          if (sent.isCod && sent.codPaise !== null) expect(sums.codAmountPaise).toBe(sent.codPaise);
          expect(Math.min(...Object.values(sums))).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: 500 },
    );
  });
});

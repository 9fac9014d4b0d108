import { decimalToInteger, parseDecimal } from '../decimal.ts';
import type { OrderItem } from '../orders/order.ts';
import { ROUNDING_PAISE } from '../orders/order-sums.ts';
import type { LineTax } from './invoice.ts';

/** The current and former GST rates of goods, in hundredths of a percent. */
const RATES: ReadonlySet<number> = new Set([0, 10, 25, 100, 150, 300, 500, 600, 750, 1200, 1800, 2800, 4000]);

/** `18` and `2.5` in hundredths of a percent, if GST has this rate; else undefined. */
export function readGstRate(text: string): number | undefined {
  const decimal = parseDecimal(text);
  const rate = decimal === null ? null : decimalToInteger(decimal, 2);
  return rate !== null && RATES.has(rate) ? rate : undefined;
}

/**
 * Splits a value into taxable value and tax, to the paisa. Within a state, CGST and SGST are equal and
 * rounded half up. The taxable value is the rest, so the parts always add up to the value.
 */
export function splitTax(valuePaise: number, rateBp: number, isWithinState: boolean): LineTax {
  if (!isWithinState) {
    const igstPaise = share(valuePaise, rateBp, 10_000 + rateBp);
    return { taxablePaise: valuePaise - igstPaise, cgstPaise: 0, sgstPaise: 0, igstPaise };
  }
  const half = share(valuePaise, rateBp, 2 * (10_000 + rateBp));
  return { taxablePaise: valuePaise - 2 * half, cgstPaise: half, sgstPaise: half, igstPaise: 0 };
}

/** `value * part / whole`, rounded half up. A float holds these products exactly only up to Rs 2 crore. */
function share(value: number, part: number, whole: number): number {
  return Number((2n * BigInt(value) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));
}

/** The amounts of a line: units times price, the discount, and what is paid. */
interface LineAmounts {
  readonly grossPaise: number;
  readonly discountPaise: number;
  readonly valuePaise: number;
}

export interface GoodsAmounts {
  readonly items: readonly LineAmounts[];
  /** What the customer owes for the goods beyond the items. */
  readonly beyondPaise: number;
}

export interface PricedGoods {
  readonly items: readonly Pick<OrderItem, 'units' | 'sellingPricePaise' | 'discountPaise' | 'tax'>[];
  readonly subTotalPaise: number;
  /** A discount on the whole order. */
  readonly totalDiscountPaise: number;
}

/**
 * Splits `subTotalPaise`, the amount that the customer owes for the goods, into parts that add up to it. Shops send discounts per line
 * or per unit, or have already subtracted them from the price; some send prices without tax: the interpretation that gives the order's
 * own total is used. If no interpretation does, discounts are per line; a lower total is subtracted from all lines in proportion to
 * their values, and a higher total is beyond the items.
 */
export function goodsAmounts(order: PricedGoods): GoodsAmounts {
  const { gross, discounts, ofOrder } = readingOf(order);
  const values = gross.map((one, line) => one - (discounts[line] ?? 0));
  const over = order.subTotalPaise - (sum(values) - ofOrder);
  const off = parted(ofOrder + Math.max(0, -over), values);
  return {
    items: gross.map((grossPaise, line) => {
      const discountPaise = (discounts[line] ?? 0) + (off[line] ?? 0);
      return { grossPaise, discountPaise, valuePaise: grossPaise - discountPaise };
    }),
    beyondPaise: Math.max(0, over),
  };
}

/** What the prices and discounts of an order mean. */
interface Reading {
  readonly gross: readonly number[];
  readonly discounts: readonly number[];
  /** The discount of the whole order. */
  readonly ofOrder: number;
}

function readingOf(order: PricedGoods): Reading {
  const { items, subTotalPaise, totalDiscountPaise } = order;
  const gross = items.map(({ units, sellingPricePaise }) => units * sellingPricePaise);
  const none = gross.map(() => 0);
  const perLine = items.map(({ discountPaise }) => discountPaise ?? 0);
  const perUnit = items.map(({ discountPaise, units }) => (discountPaise ?? 0) * units);
  const possible = [none, perLine, perUnit].filter((discounts) =>
    gross.every((one, line) => one >= (discounts[line] ?? 0)),
  );
  for (const ofOrder of [totalDiscountPaise, 0]) {
    const fits = possible.find((discounts) => sum(gross) - sum(discounts) - ofOrder === subTotalPaise);
    if (fits !== undefined) return { gross, discounts: fits, ofOrder };
  }
  for (const discounts of possible) {
    const taxed = withTax(order, gross, discounts);
    if (taxed !== null) return taxed;
  }
  const discounts = possible.includes(perLine) ? perLine : none;
  return { gross, discounts, ofOrder: Math.min(totalDiscountPaise, sum(gross) - sum(discounts)) };
}

/** Prices without tax that the customer pays with tax; null if that does not give the order's total, up to rounding. */
function withTax(
  { items, subTotalPaise, totalDiscountPaise }: PricedGoods,
  gross: readonly number[],
  discounts: readonly number[],
): Reading | null {
  const taxed = (paise: number, line: number) =>
    Math.round(paise * (1 + Number(items[line]?.tax ?? 0) / 100));
  const values = gross.map((one, line) => taxed(one - (discounts[line] ?? 0), line));
  const owed = subTotalPaise + totalDiscountPaise;
  const missed = Math.abs(sum(values) - owed);
  const missedWithout = Math.abs(sum(gross) - sum(discounts) - owed);
  if (missed > ROUNDING_PAISE || missed >= missedWithout) return null;
  const off = discounts.map(taxed);
  const paid = parted(owed, values);
  return {
    gross: paid.map((value, line) => value + (off[line] ?? 0)),
    discounts: off,
    ofOrder: totalDiscountPaise,
  };
}

/** Splits an amount in proportion to weights, exactly to the paisa; no part of a smaller amount exceeds its weight. */
export function parted(amount: number, weights: readonly number[]): number[] {
  const whole = sum(weights);
  let before = 0;
  let given = 0;
  return weights.map((weight) => {
    before += weight;
    const upTo = Number((BigInt(amount) * BigInt(before)) / BigInt(Math.max(1, whole)));
    const part = upTo - given;
    given = upTo;
    return part;
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

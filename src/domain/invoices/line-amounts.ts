import { decimalToInteger, parseDecimal } from '../decimal.ts';
import type { OrderItem } from '../orders/order.ts';
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

export interface OrderAmounts {
  /** The amounts of each item: units times price, the discount, and the amount paid. */
  readonly items: readonly {
    readonly grossPaise: number;
    readonly discountPaise: number;
    readonly valuePaise: number;
  }[];
  /** Charges of the order beyond its items, such as delivery. */
  readonly chargesPaise: number;
}

type Priced = Pick<OrderItem, 'units' | 'sellingPricePaise' | 'discountPaise'>;

/**
 * Splits an order into parts that add up to `subTotalPaise`, the amount that the customer owes for the goods.
 * Shops send a discount per line or per unit, or have already subtracted it from the price: the
 * interpretation that gives the order's own total is used. If no interpretation does, discounts are per line;
 * a lower total is subtracted from all lines in proportion to their values, and a higher total becomes
 * charges.
 */
export function orderAmounts(items: readonly Priced[], subTotalPaise: number): OrderAmounts {
  const gross = items.map(({ units, sellingPricePaise }) => units * sellingPricePaise);
  const readings = [
    items.map(() => 0),
    items.map(({ discountPaise }) => discountPaise ?? 0),
    items.map(({ discountPaise, units }) => (discountPaise ?? 0) * units),
  ];
  const fits = readings.find(
    (discounts) => isPossible(gross, discounts) && sum(gross) - sum(discounts) === subTotalPaise,
  );
  const stated = readings[1] ?? [];
  const discounts = fits ?? (isPossible(gross, stated) ? stated : gross.map(() => 0));
  const values = gross.map((one, index) => one - (discounts[index] ?? 0));
  const over = subTotalPaise - sum(values);
  const off = over < 0 ? parted(-over, values) : values.map(() => 0);
  return {
    items: gross.map((grossPaise, index) => {
      const discountPaise = (discounts[index] ?? 0) + (off[index] ?? 0);
      return { grossPaise, discountPaise, valuePaise: grossPaise - discountPaise };
    }),
    chargesPaise: Math.max(0, over),
  };
}

function isPossible(gross: readonly number[], discounts: readonly number[]): boolean {
  return gross.every((one, index) => one >= (discounts[index] ?? 0));
}

/** Splits an amount in proportion to weights, exactly to the paisa; no part exceeds its weight. */
function parted(amount: number, weights: readonly number[]): number[] {
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

import { decimalToInteger, parseDecimal } from '../decimal.ts';
import type { OrderItem } from '../orders/order.ts';
import type { LineTax } from './invoice.ts';

/** The rates of GST that goods have or had, in hundredths of a percent. */
const RATES: ReadonlySet<number> = new Set([0, 10, 25, 100, 150, 300, 500, 600, 750, 1200, 1800, 2800, 4000]);

/** `18` and `2.5` as hundredths of a percent, where GST has such a rate; else undefined. */
export function readGstRate(text: string): number | undefined {
  const decimal = parseDecimal(text);
  const rate = decimal === null ? null : decimalToInteger(decimal, 2);
  return rate !== null && RATES.has(rate) ? rate : undefined;
}

/**
 * A value parted into what is taxed and the tax in it, to the paisa. Within a state the two halves are equal, each
 * rounded half up, and what is taxed is the rest: so the parts are always the value.
 */
export function splitTax(valuePaise: number, rateBp: number, isWithinState: boolean): LineTax {
  if (!isWithinState) {
    const igstPaise = share(valuePaise, rateBp, 10_000 + rateBp);
    return { taxablePaise: valuePaise - igstPaise, cgstPaise: 0, sgstPaise: 0, igstPaise };
  }
  const half = share(valuePaise, rateBp, 2 * (10_000 + rateBp));
  return { taxablePaise: valuePaise - 2 * half, cgstPaise: half, sgstPaise: half, igstPaise: 0 };
}

/** `value * part / whole`, half up: products of these stay below what a float holds only up to Rs 2 crore. */
function share(value: number, part: number, whole: number): number {
  return Number((2n * BigInt(value) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));
}

/** The prices of the items and of the whole order. */
export interface OrderAmounts {
  /** By item: units times price, what is taken off it, and what is paid for it. */
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
 * The parts that come to `subTotalPaise`, which is what the customer owes for the goods. Shops send a discount for the
 * line or for one unit, or have taken it off the price already: the reading that comes to the order's own sum is theirs.
 * Where none does, discounts are the line's; what the order costs less is taken off all lines by their values, what it
 * costs more is charges.
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

/** An amount parted by weights that come to it or more, to the paisa: no part is more than its weight. */
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

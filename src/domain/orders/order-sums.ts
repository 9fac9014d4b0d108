import { fieldProblem, type ProblemDetail } from '../../problems/problem.ts';
import { about } from '../../problems/sentence.ts';
import { money } from '../rupees.ts';
import { type Charges, NO_CHARGES, type OrderDraft, type OrderItem, type OrderSums } from './order.ts';
import { type OrderDoubt, orderDoubt } from './order-doubts.ts';

/** The amounts of an order as they were sent. */
export interface SentSums extends Charges {
  readonly items: readonly PricedItem[];
  /** A discount on the whole order. */
  readonly totalDiscountPaise: number;
  /** Null if it was not sent. */
  readonly subTotalPaise: number | null;
  /** True for the sub_total of an order that exists: it is known to be without charges. */
  readonly isOfGoods?: boolean;
  readonly otherPaise: number;
  readonly isCod: boolean;
  /** Null if it was not sent, and for prepaid. */
  readonly codPaise: number | null;
}

export type PricedItem = Pick<OrderItem, 'units' | 'sellingPricePaise' | 'discountPaise' | 'tax'>;

export interface ReadSums {
  readonly sums: OrderSums;
  /** What contradicts itself. */
  readonly problems: readonly ProblemDetail[];
  readonly doubts: readonly OrderDoubt[];
}

/** A difference of at most so much comes from rounding. */
export const ROUNDING_PAISE = 100;
/** Cash of so many times the worth, or more, is taken as a slipped digit. */
const SLIPPED_DIGIT = 5;

export function chargesTotal({
  shippingChargesPaise,
  giftwrapChargesPaise,
  transactionChargesPaise,
}: Charges): number {
  return shippingChargesPaise + giftwrapChargesPaise + transactionChargesPaise;
}

/**
 * Decides what the amounts of an order mean. A `sub_total` may contain the charges or not, prices may be with or without tax, and
 * discounts per unit or per line: the reading in which the numbers agree counts. What agrees in no reading is taken as sent, with a
 * doubt.
 *
 * @param itemsField the field of the items
 */
export function readSums(sent: SentSums, itemsField = 'order_items'): ReadSums {
  const problems = discountProblems(sent, itemsField);
  const charges = chargesTotal(sent);
  const { owedPaise, isAgreed } = owedForGoods(sent, charges);
  const doubts: OrderDoubt[] = [];
  const parts = owedPaise + charges + sent.otherPaise;
  const { subTotalPaise: sub } = sent;
  if (!isAgreed && charges > 0 && sent.isCod && sent.codPaise === null && sub !== null) {
    const amounts = { inside: money(sub + sent.otherPaise), beside: money(parts) };
    problems.push(
      fieldProblem(
        'cod_collectible',
        'required',
        about(
          'cod_read_two_ways',
          'is required: sub_total and charges can be read in two ways ({inside} or {beside})',
          amounts,
        ),
      ),
    );
  } else if (!isAgreed && sub !== null) {
    doubts.push(
      orderDoubt(
        'sub_total',
        'sums_differ',
        about('sums_differ', '{sub_total} is not what the items cost, {goods}', {
          sub_total: money(sub),
          goods: money(goodsPaise(sent)),
        }),
      ),
    );
  }
  if (!sent.isCod) return { sums: sumsOf(owedPaise, sent.otherPaise, parts, 0), problems, doubts };
  const cod = sent.codPaise ?? parts;
  const over = cod - parts;
  const worth = Math.max(parts, ...goodsOf(sent).map(({ paise }) => paise + charges + sent.otherPaise));
  if (over > 0 && cod >= SLIPPED_DIGIT * worth) {
    problems.push(
      fieldProblem(
        'cod_collectible',
        'too_large',
        about('cod_above_worth', '{cod} is more than the order is worth, {worth}', {
          cod: money(cod),
          worth: money(worth),
        }),
      ),
    );
  } else if (over > ROUNDING_PAISE) {
    doubts.push(
      orderDoubt(
        'cod_collectible',
        'cash_in_no_part',
        about(
          'cash_in_no_part',
          'has {amount} that is in no part of the order: send shipping_charges to have it on the invoice',
          { amount: money(over) },
        ),
      ),
    );
  }
  if (cod === 0)
    problems.push(fieldProblem('cod_collectible', 'required', about('is_required', 'is required')));
  const other = sent.otherPaise + Math.max(0, over);
  return { sums: sumsOf(owedPaise, other, Math.max(parts, cod), cod), problems, doubts };
}

/** The amounts of an order, with what is odd or wrong about them. */
export type OrderAmounts = Pick<
  OrderDraft,
  keyof OrderSums | keyof Charges | 'totalDiscountPaise' | 'doubts' | 'problems'
>;

/** Reads the amounts of an order. What is absent was not sent. */
export function amountsOf(
  sent: Pick<SentSums, 'items' | 'isCod'> & Partial<SentSums>,
  itemsField?: string,
): OrderAmounts {
  const all: SentSums = {
    ...NO_CHARGES,
    ...{ totalDiscountPaise: 0, subTotalPaise: null, otherPaise: 0, codPaise: null },
    ...sent,
  };
  const { sums, problems, doubts } = readSums(all, itemsField);
  const { totalDiscountPaise, shippingChargesPaise, giftwrapChargesPaise, transactionChargesPaise } = all;
  const charges = { shippingChargesPaise, giftwrapChargesPaise, transactionChargesPaise };
  return { ...sums, ...charges, totalDiscountPaise, problems, doubts };
}

/** What items cost, with their discounts read as those of lines if that is possible. */
export function goodsPaise(order: Pick<SentSums, 'items' | 'totalDiscountPaise'>): number {
  return goodsOf(order).find(({ isUsual }) => isUsual)?.paise ?? 0;
}

function sumsOf(
  subTotalPaise: number,
  otherPaise: number,
  totalPaise: number,
  codAmountPaise: number,
): OrderSums {
  return { subTotalPaise, otherPaise, totalPaise, codAmountPaise };
}

interface Owed {
  readonly owedPaise: number;
  /** True if the amounts that were sent agree with the items in some reading. */
  readonly isAgreed: boolean;
}

/** What the customer owes for the goods, without charges. */
function owedForGoods(sent: SentSums, charges: number): Owed {
  const { subTotalPaise: sub, codPaise: cod, otherPaise: other } = sent;
  const goods = goodsOf(sent);
  const [usual = { paise: 0 }] = goods.filter(({ isUsual }) => isUsual);
  /** Prices may be without tax, and the cash with it. That counts only if the cash is nearer to this than to the prices alone. */
  const missed = ({ paise }: { readonly paise: number }) =>
    cod === null ? Number.POSITIVE_INFINITY : Math.abs(cod - paise - charges - other);
  const taxed = goods.find(
    (one) => one.isTaxed && missed(one) <= ROUNDING_PAISE && missed(one) < missed(usual),
  );
  if (sub === null) return { owedPaise: (taxed ?? usual).paise, isAgreed: true };
  if (sent.isOfGoods === true) return { owedPaise: sub, isAgreed: true };
  const beside = nearest(sub, goods);
  const inside = nearest(sub - charges, goods);
  if (taxed !== undefined && near(sub, usual.paise) && sub < taxed.paise) {
    return { owedPaise: taxed.paise, isAgreed: true };
  }
  if (beside !== null && (inside === null || beside <= inside)) return { owedPaise: sub, isAgreed: true };
  if (inside !== null) return { owedPaise: sub - charges, isAgreed: true };
  if (charges === 0) return { owedPaise: sub, isAgreed: false };
  if (cod !== null && near(cod, sub + charges + other)) return { owedPaise: sub, isAgreed: false };
  if (cod !== null && near(cod, sub + other) && sub >= charges)
    return { owedPaise: sub - charges, isAgreed: false };
  return { owedPaise: sub, isAgreed: false };
}

interface Goods {
  readonly paise: number;
  readonly isTaxed: boolean;
  /** The discounts are those of lines, and prices contain tax. */
  readonly isUsual: boolean;
}

/** What the goods cost in each reading of discounts and taxes. */
function goodsOf({ items, totalDiscountPaise }: Pick<SentSums, 'items' | 'totalDiscountPaise'>): Goods[] {
  const discounts = [
    ({ discountPaise }: PricedItem) => discountPaise ?? 0,
    ({ discountPaise, units }: PricedItem) => (discountPaise ?? 0) * units,
    () => 0,
  ];
  const goods: Goods[] = [];
  for (const [index, discountOf] of discounts.entries()) {
    const values = items.map((item) => item.units * item.sellingPricePaise - discountOf(item));
    if (values.some((value) => value < 0)) continue;
    const net = sum(values) - totalDiscountPaise;
    const withTax =
      sum(values.map((value, line) => value * (1 + Number(items[line]?.tax ?? 0) / 100))) -
      totalDiscountPaise;
    goods.push({ paise: Math.max(0, net), isTaxed: false, isUsual: goods.length === 0 });
    // A fraction below a millionth of a paisa comes from binary floats.
    const taxed = Math.max(0, Math.round(withTax - 1e-6));
    if (taxed !== net && index < 2) goods.push({ paise: taxed, isTaxed: true, isUsual: false });
  }
  return goods;
}

function near(one: number, other: number): boolean {
  return Math.abs(one - other) <= ROUNDING_PAISE;
}

/** The smallest difference that is rounding; null if no reading is that near. */
function nearest(paise: number, goods: readonly Goods[]): number | null {
  const least = Math.min(...goods.map((one) => Math.abs(one.paise - paise)));
  return least <= ROUNDING_PAISE && paise >= 0 ? least : null;
}

function discountProblems({ items, totalDiscountPaise }: SentSums, itemsField: string): ProblemDetail[] {
  const problems = items.flatMap(({ units, sellingPricePaise, discountPaise }, index) => {
    const price = units * sellingPricePaise;
    return discountPaise === null || discountPaise <= price
      ? []
      : [tooMuchDiscount(`${itemsField}[${index}].discount`, discountPaise, price)];
  });
  const price = sum(items.map(({ units, sellingPricePaise }) => units * sellingPricePaise));
  return totalDiscountPaise > price
    ? [...problems, tooMuchDiscount('total_discount', totalDiscountPaise, price)]
    : problems;
}

function tooMuchDiscount(field: string, discount: number, price: number): ProblemDetail {
  const amounts = { discount: money(discount), price: money(price) };
  return fieldProblem(
    field,
    'too_large',
    field === 'total_discount'
      ? about('discount_above_items', '{discount} is more than the items cost, {price}', amounts)
      : about('discount_above_price', '{discount} is more than the item costs, {price}', amounts),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

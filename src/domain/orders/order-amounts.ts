import { fieldProblem, type ProblemDetail } from '../../problems/problem.ts';
import { rupees } from '../rupees.ts';
import type { OrderItem } from './order.ts';

/** The amounts of an order, in paise. */
export interface OrderAmounts {
  readonly items: readonly Pick<OrderItem, 'units' | 'sellingPricePaise' | 'discountPaise' | 'tax'>[];
  readonly subTotalPaise: number;
  /** 0 for prepaid. */
  readonly codAmountPaise: number;
}

/** Per cent. */
const HIGHEST_TAX = 100;

/**
 * What is impossible in the amounts of an order.
 *
 * A discount may be meant for one unit or for all of them, and a tax may be part of a price or come on top, so each is
 * held against the larger of the two.
 *
 * @param addedPaise what the merchant adds to the items: shipping, gift wrap, the fee of the payment
 */
export function amountProblems(order: OrderAmounts, addedPaise: number): ProblemDetail[] {
  const ofItems = order.items.flatMap((item, index) => itemProblems(item, `order_items[${index}]`));
  if (ofItems.length > 0) return ofItems;
  const worth = Math.max(order.subTotalPaise, worthOf(order.items)) + addedPaise;
  if (order.codAmountPaise <= worth) return [];
  const sentence = `cod_collectible ${rupees(order.codAmountPaise)} is more than the order is worth, ${rupees(worth)}`;
  return [fieldProblem('cod_collectible', 'too_large', sentence)];
}

function itemProblems(
  { units, sellingPricePaise, discountPaise, tax }: OrderAmounts['items'][number],
  at: string,
): ProblemDetail[] {
  const problems: ProblemDetail[] = [];
  const price = units * sellingPricePaise;
  if (discountPaise !== null && discountPaise > price) {
    const sentence = `${at}.discount ${rupees(discountPaise)} is more than the item costs, ${rupees(price)}`;
    problems.push(fieldProblem(`${at}.discount`, 'too_large', sentence));
  }
  if (tax !== null && Number(tax) > HIGHEST_TAX) {
    const sentence = `${at}.tax must be at most ${HIGHEST_TAX} per cent`;
    problems.push(fieldProblem(`${at}.tax`, 'too_large', sentence));
  }
  return problems;
}

function worthOf(items: OrderAmounts['items']): number {
  const worth = items.reduce(
    (sum, { units, sellingPricePaise, tax }) =>
      sum + units * sellingPricePaise * (1 + Number(tax ?? 0) / 100),
    0,
  );
  return Math.ceil(worth - 1e-6);
}

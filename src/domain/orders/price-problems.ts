import { fieldProblem, type ProblemDetail } from '../../problems/problem.ts';
import { rupees } from '../rupees.ts';
import type { OrderDraft, OrderItem } from './order.ts';

type Priced = Pick<OrderDraft, 'isCod' | 'codAmountPaise' | 'subTotalPaise'> & {
  readonly items: readonly Pick<OrderItem, 'units' | 'sellingPricePaise' | 'discountPaise'>[];
};

/** Problems of amounts that contradict one another: cash beyond the order's value, a discount beyond the price. */
export function priceProblems({ items, isCod, codAmountPaise, subTotalPaise }: Priced): ProblemDetail[] {
  const prices = items.map(({ units, sellingPricePaise }) => units * sellingPricePaise);
  const problems: ProblemDetail[] = [];
  for (const [index, { discountPaise }] of items.entries()) {
    const price = prices[index] ?? 0;
    if (discountPaise === null || discountPaise <= price) continue;
    const field = `order_items[${index}].discount`;
    const sentence = `${field} ${rupees(discountPaise)} is more than the price of the item, ${rupees(price)}`;
    problems.push(fieldProblem(field, 'too_large', sentence));
  }
  // Some clients send a sub_total with discounts taken off, others one with charges added.
  const value = Math.max(
    subTotalPaise,
    prices.reduce((sum, price) => sum + price, 0),
  );
  if (isCod && codAmountPaise > value) {
    const sentence = `cod_collectible ${rupees(codAmountPaise)} is more than the value of the order, ${rupees(value)}`;
    problems.push(fieldProblem('cod_collectible', 'too_large', sentence));
  }
  return problems;
}

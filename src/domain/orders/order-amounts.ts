import { fieldProblem, type ProblemDetail } from '../../problems/problem.ts';
import { rupees } from '../rupees.ts';
import type { OrderDraft } from './order.ts';

/** The parts of an order that say what it costs. */
export type PricedOrder = Pick<OrderDraft, 'items' | 'subTotalPaise' | 'codAmountPaise' | 'chargesPaise'>;

/**
 * Problems of amounts that cannot be right together: a discount above the price of its item, or more cash than the order
 * is worth.
 *
 * A discount may be meant for one unit or for all of them, and a tax may be part of a price or come on top. The reading
 * that allows more counts.
 *
 * @param itemsField the field that holds the items
 */
export function amountProblems(order: PricedOrder, itemsField = 'order_items'): ProblemDetail[] {
  const { items, subTotalPaise, codAmountPaise, chargesPaise = 0 } = order;
  const problems: ProblemDetail[] = [];
  for (const [index, { units, sellingPricePaise, discountPaise }] of items.entries()) {
    const price = units * sellingPricePaise;
    if (discountPaise === null || discountPaise <= price) continue;
    const field = `${itemsField}[${index}].discount`;
    const sentence = `${field} ${rupees(discountPaise)} is more than the item costs, ${rupees(price)}`;
    problems.push(fieldProblem(field, 'too_large', sentence));
  }
  const worth = Math.max(subTotalPaise, priceWithTax(items)) + chargesPaise;
  if (codAmountPaise > worth) {
    const sentence = `cod_collectible ${rupees(codAmountPaise)} is more than the order is worth, ${rupees(worth)}`;
    problems.push(fieldProblem('cod_collectible', 'too_large', sentence));
  }
  return problems;
}

/** The price of items with their tax on top, in paise, rounded up. */
function priceWithTax(items: PricedOrder['items']): number {
  const price = items.reduce(
    (sum, { units, sellingPricePaise, tax }) =>
      sum + units * sellingPricePaise * (1 + Number(tax ?? 0) / 100),
    0,
  );
  // Less than a millionth of a paisa is an error of binary fractions.
  return Math.ceil(price - 1e-6);
}

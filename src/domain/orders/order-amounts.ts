import { fieldProblem, type ProblemDetail } from '../../problems/problem.ts';
import { rupees } from '../rupees.ts';
import type { OrderDraft } from './order.ts';

/** The parts of an order that decide its price. */
export type PricedOrder = Pick<OrderDraft, 'items' | 'subTotalPaise' | 'codAmountPaise' | 'chargesPaise'>;

/**
 * Problems of amounts that contradict each other: a discount above the price of its item, or more cash than
 * the order is worth.
 *
 * A discount may be per unit or for all units, and a tax may be included in a price or added to it. The more
 * generous interpretation is used.
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

/** The price of the items with tax added, in paise, rounded up. */
function priceWithTax(items: PricedOrder['items']): number {
  const price = items.reduce(
    (sum, { units, sellingPricePaise, tax }) =>
      sum + units * sellingPricePaise * (1 + Number(tax ?? 0) / 100),
    0,
  );
  // A fraction below a millionth of a paisa comes from binary floats.
  return Math.ceil(price - 1e-6);
}

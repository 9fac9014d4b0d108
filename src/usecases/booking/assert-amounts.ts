import type { OrderDraft } from '../../domain/orders/order.ts';
import { amountProblems } from '../../domain/orders/order-amounts.ts';
import { refused } from '../../problems/problem.ts';

/**
 * Takes a new order's amounts where they are possible.
 *
 * @param addedPaise as `amountProblems` takes it
 * @throws Problem `refused`
 */
export function assertAmounts(draft: OrderDraft, addedPaise: number): void {
  const problems = amountProblems(draft, addedPaise);
  if (problems.length > 0) throw refused(problems);
}

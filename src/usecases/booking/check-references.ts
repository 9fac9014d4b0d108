import { journeyOf, type OrderDraft } from '../../domain/orders/order.ts';
import type { Warehouse } from '../../domain/warehouse.ts';
import { fieldProblem, type ProblemDetail, refused } from '../../problems/problem.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import { findOrderReferences, type OrderReferences } from '../../storage/booking/order-references.ts';
import { findReturnableOrder, type ReturnableOrder } from '../../storage/returns/returns.ts';
import type { AccountContext } from '../service.ts';

/** What an order names, found. */
export interface CheckedReferences {
  readonly storeId: string | null;
  /** The order that a return brings back. */
  readonly forwardOrderId: string | null;
  readonly warehouse: Warehouse;
}

/**
 * Finds the store and the warehouse that an order names, and the order that a return brings back, whose store is
 * the return's where it names none.
 *
 * @param warehouseField the field that names the warehouse
 * @throws Problem `refused` with a sentence for each that is not there, and for an order id in use
 */
export async function checkReferences(
  account: AccountContext,
  draft: Pick<OrderDraft, 'storeName' | 'warehouseId' | 'displayId' | 'returned'>,
  scope: AccountScope = account.database.account(account.accountId),
  warehouseField = 'warehouse_id',
): Promise<CheckedReferences> {
  const forwardOrder = draft.returned?.forwardOrder ?? null;
  const [found, returnable] = await Promise.all([
    findOrderReferences(scope, { ...draft, journey: journeyOf(draft) }),
    forwardOrder === null ? null : findReturnableOrder(scope, forwardOrder),
  ]);
  const problems = found.isOrderIdUsed ? [orderExists(draft.displayId)] : [];
  problems.push(...referenceProblems(draft, found, warehouseField));
  if (forwardOrder !== null) problems.push(...whyNotReturnable(forwardOrder, returnable));
  const { storeId, warehouse } = found;
  if (warehouse === null || problems.length > 0) throw refused(problems);
  return {
    storeId: storeId ?? returnable?.storeId ?? null,
    warehouse,
    forwardOrderId: returnable?.orderId ?? null,
  };
}

/** What is wrong with the store and the warehouse that an order names. */
export function referenceProblems(
  named: Pick<OrderDraft, 'storeName' | 'warehouseId'>,
  { storeId, warehouse }: Pick<OrderReferences, 'storeId' | 'warehouse'>,
  warehouseField = 'warehouse_id',
): ProblemDetail[] {
  const problems: ProblemDetail[] = [];
  if (warehouse === null) {
    problems.push(
      fieldProblem(
        warehouseField,
        'unknown',
        `${warehouseField} ${named.warehouseId} is not a warehouse of this account`,
      ),
    );
  } else if (!warehouse.isActive) {
    problems.push(
      fieldProblem(warehouseField, 'not_allowed', `${warehouseField} ${named.warehouseId} is deactivated`),
    );
  }
  if (named.storeName !== null && storeId === null) {
    problems.push(
      fieldProblem(
        'store_name',
        'unknown',
        `store_name ${named.storeName} is not a connected store of this account`,
      ),
    );
  }
  return problems;
}

function whyNotReturnable(named: string, found: ReturnableOrder | null): ProblemDetail[] {
  if (found === null) {
    const sentence = `forward_order_id ${named} is not an order of this account`;
    return [fieldProblem('forward_order_id', 'unknown', sentence)];
  }
  if (found.isDelivered) return [];
  const sentence = `forward_order_id ${named} is not delivered: only a delivered order is returned`;
  return [fieldProblem('forward_order_id', 'not_allowed', sentence)];
}

/** Fixed: existing clients look for this sentence (contract: orders and shipments). */
export function orderExists(displayId: string): ProblemDetail {
  return fieldProblem('order_id', 'taken', `Order already exists: ${displayId}`);
}

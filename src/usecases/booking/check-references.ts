import { fieldProblem, type ProblemDetail, refused } from '../../domain/errors.ts';
import type { OrderDraft } from '../../domain/orders/order.ts';
import type { Warehouse } from '../../domain/warehouse.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import { findOrderReferences, type OrderReferences } from '../../storage/booking/order-references.ts';
import type { AccountContext } from '../service.ts';

/** What an order names, found. */
export interface CheckedReferences {
  readonly storeId: string | null;
  readonly warehouse: Warehouse;
}

/**
 * Finds the store and the warehouse that an order names.
 *
 * @throws Problem `refused` with a sentence for each that is not there, and for an order id in use
 */
export async function checkReferences(
  account: AccountContext,
  draft: Pick<OrderDraft, 'storeName' | 'warehouseId' | 'displayId'>,
  scope: AccountScope = account.database.account(account.accountId),
): Promise<CheckedReferences> {
  const found = await findOrderReferences(scope, draft);
  const problems = found.isOrderIdUsed ? [orderExists(draft.displayId)] : [];
  problems.push(...referenceProblems(draft, found));
  const { storeId, warehouse } = found;
  if (warehouse === null || problems.length > 0) throw refused(problems);
  return { storeId, warehouse };
}

/** What is wrong with the store and the warehouse that an order names. */
export function referenceProblems(
  named: Pick<OrderDraft, 'storeName' | 'warehouseId'>,
  { storeId, warehouse }: Pick<OrderReferences, 'storeId' | 'warehouse'>,
): ProblemDetail[] {
  const problems: ProblemDetail[] = [];
  if (warehouse === null) {
    problems.push(
      fieldProblem(
        'warehouse_id',
        'unknown',
        `warehouse_id ${named.warehouseId} is not a warehouse of this account`,
      ),
    );
  } else if (!warehouse.isActive) {
    problems.push(
      fieldProblem('warehouse_id', 'not_allowed', `warehouse_id ${named.warehouseId} is deactivated`),
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

/** Fixed: existing clients look for this sentence (contract: orders and shipments). */
export function orderExists(displayId: string): ProblemDetail {
  return fieldProblem('order_id', 'taken', `Order already exists: ${displayId}`);
}

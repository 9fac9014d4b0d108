import { journeyOf, type OrderDraft } from '../../domain/orders/order.ts';
import { amountProblems, type PricedOrder } from '../../domain/orders/order-amounts.ts';
import { unitsTooMany } from '../../domain/orders/returnable.ts';
import { fieldProblem, type ProblemDetail, refused } from '../../problems/problem.ts';
import type { Warehouse } from '../../resources/warehouse.ts';
import type { AccountScope, AccountWriter } from '../../storage/account-scope.ts';
import { findOrderReferences, type OrderReferences } from '../../storage/booking/order-references.ts';
import {
  findReturnableOrder,
  lockForwardOrder,
  type ReturnableOrder,
} from '../../storage/returns/returns.ts';
import type { AccountContext } from '../service.ts';

type JudgedDraft = PricedOrder & Pick<OrderDraft, 'storeName' | 'warehouseId' | 'displayId' | 'returned'>;

/** The names of the request fields for an order's warehouse and items. */
export interface DraftFields {
  readonly warehouse: string;
  readonly items: string;
}

const USUAL_FIELDS: DraftFields = { warehouse: 'warehouse_id', items: 'order_items' };

export interface CheckedReferences {
  readonly storeId: string | null;
  /** The order that a return brings back. */
  readonly forwardOrderId: string | null;
  readonly warehouse: Warehouse;
}

/**
 * Finds the store and the warehouse of an order, and for a return the order that it brings back. A return
 * without a store gets the store of that order.
 *
 * @throws Problem `refused` with a sentence for each that does not exist, for an order id in use, and for
 * contradictory amounts
 */
export async function checkReferences(
  account: AccountContext,
  draft: JudgedDraft,
  scope: AccountScope = account.database.account(account.accountId),
  fields: DraftFields = USUAL_FIELDS,
): Promise<CheckedReferences> {
  const forwardOrder = draft.returned?.forwardOrder ?? null;
  const [found, returnable] = await Promise.all([
    findOrderReferences(scope, { ...draft, journey: journeyOf(draft) }),
    forwardOrder === null ? null : findReturnableOrder(scope, forwardOrder),
  ]);
  return judgeReferences(draft, found, returnable, fields);
}

/** Like `checkReferences`, for rows that were already read. */
export function judgeReferences(
  draft: JudgedDraft,
  found: OrderReferences,
  returnable: ReturnableOrder | null = null,
  fields: DraftFields = USUAL_FIELDS,
): CheckedReferences {
  const forwardOrder = draft.returned?.forwardOrder ?? null;
  const problems = found.isOrderIdUsed ? [orderExists(draft.displayId)] : [];
  const storeId = found.storeId ?? returnable?.storeId ?? null;
  problems.push(...referenceProblems(draft, found, fields.warehouse), ...amountProblems(draft, fields.items));
  if (found.needsStore && draft.storeName === null && storeId === null) problems.push(NEEDS_STORE);
  if (forwardOrder !== null && !found.isOrderIdUsed) {
    problems.push(...whyNotReturnable(forwardOrder, returnable, draft.items));
  }
  const { warehouse } = found;
  if (warehouse === null || problems.length > 0) throw refused(problems);
  return {
    storeId,
    warehouse,
    forwardOrderId: returnable?.orderId ?? null,
  };
}

/** The problem of an order that its creator could not see. */
export const NEEDS_STORE = fieldProblem(
  'store_name',
  'required',
  'store_name is required, because you can see only some stores',
);

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

/**
 * Checks again that a return does not bring back too much, in the transaction that writes it, while other
 * returns of its order wait.
 *
 * @throws Problem `refused`
 */
export async function recheckUnits(
  writer: AccountWriter,
  { items, returned }: Pick<OrderDraft, 'items' | 'returned'>,
  forwardOrderId: string,
): Promise<void> {
  await lockForwardOrder(writer, forwardOrderId);
  const found = await findReturnableOrder(writer, forwardOrderId);
  const problems = whyNotReturnable(returned?.forwardOrder ?? forwardOrderId, found, items);
  if (problems.length > 0) throw refused(problems);
}

function whyNotReturnable(
  named: string,
  found: ReturnableOrder | null,
  items: OrderDraft['items'],
): ProblemDetail[] {
  if (found === null) {
    const sentence = `forward_order_id ${named} is not an order of this account`;
    return [fieldProblem('forward_order_id', 'unknown', sentence)];
  }
  const sentences = found.isDelivered
    ? unitsTooMany(items, found.ordered, found.returning)
    : ['is not delivered yet: only delivered orders can be returned'];
  return sentences.map((sentence) =>
    fieldProblem('forward_order_id', 'not_allowed', `forward_order_id ${named} ${sentence}`),
  );
}

/** The sentence must not change: existing clients look for it. */
export function orderExists(displayId: string): ProblemDetail {
  return fieldProblem('order_id', 'taken', `Order already exists: ${displayId}`);
}

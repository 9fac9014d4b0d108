import { journeyOf, type OrderDraft } from '../../domain/orders/order.ts';
import { type OrderDoubt, orderDoubt } from '../../domain/orders/order-doubts.ts';
import { unitsTooMany } from '../../domain/orders/returnable.ts';
import { fieldProblem, type ProblemDetail, refused } from '../../problems/problem.ts';
import { type AboutField, about, say, word } from '../../problems/sentence.ts';
import type { Warehouse } from '../../resources/warehouse.ts';
import type { AccountScope, AccountWriter } from '../../storage/account-scope.ts';
import { findOrderReferences, type OrderReferences } from '../../storage/booking/order-references.ts';
import {
  findReturnableOrder,
  lockForwardOrder,
  type ReturnableOrder,
} from '../../storage/returns/returns.ts';
import type { AccountContext } from '../service.ts';

type JudgedDraft = Pick<
  OrderDraft,
  'items' | 'problems' | 'storeName' | 'warehouseId' | 'displayId' | 'returned' | 'replacesCancelled'
>;

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
  /** The cancelled order that it replaces. */
  readonly replaces: string | null;
  /** What is odd about its references. */
  readonly doubts: readonly OrderDoubt[];
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
  const replaces = draft.replacesCancelled ? found.replaceableId : null;
  const isIdTaken = found.isOrderIdUsed && replaces === null;
  const problems = isIdTaken ? orderExists(draft) : [];
  const storeId = found.storeId ?? returnable?.storeId ?? null;
  problems.push(...referenceProblems(draft, found, fields.warehouse), ...draft.problems);
  if (found.needsStore && draft.storeName === null && storeId === null) problems.push(NEEDS_STORE);
  if (forwardOrder !== null && !isIdTaken) {
    problems.push(...whyNotReturnable(forwardOrder, returnable, draft.items));
  }
  const { warehouse } = found;
  if (warehouse === null || problems.length > 0) throw refused(problems);
  return {
    storeId,
    warehouse,
    forwardOrderId: returnable?.orderId ?? null,
    replaces,
    doubts: found.idAlike === null ? [] : [idAlikeDoubt(draft.displayId, found.idAlike)],
  };
}

/** The problem of an order that its creator could not see. */
export const NEEDS_STORE = fieldProblem(
  'store_name',
  'required',
  about('store_required', 'is required, because you can see only some stores'),
);

export function referenceProblems(
  named: Pick<OrderDraft, 'storeName' | 'warehouseId'>,
  { storeId, storesAlike, warehouse }: Pick<OrderReferences, 'storeId' | 'storesAlike' | 'warehouse'>,
  warehouseField = 'warehouse_id',
): ProblemDetail[] {
  const problems: ProblemDetail[] = [];
  if (warehouse === null) {
    problems.push(fieldProblem(warehouseField, 'unknown', notOfAccount(named.warehouseId, 'a warehouse')));
  } else if (!warehouse.isActive) {
    const sentence = about('warehouse_deactivated', '{warehouse_id} is deactivated', {
      warehouse_id: named.warehouseId,
    });
    problems.push(fieldProblem(warehouseField, 'not_allowed', sentence));
  }
  if (named.storeName !== null && storeId === null) {
    const unknown =
      storesAlike.length === 0
        ? notOfAccount(named.storeName, 'a connected store')
        : about('stores_alike', '{value} may be {names}: send the exact name', {
            value: named.storeName,
            names: storesAlike,
          });
    problems.push(fieldProblem('store_name', 'unknown', unknown));
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
    return [fieldProblem('forward_order_id', 'unknown', notOfAccount(named, 'an order'))];
  }
  const sentences = found.isDelivered
    ? unitsTooMany(items, found.ordered, found.returning)
    : [say('is_not_delivered', 'is not delivered yet: only delivered orders can be returned')];
  return sentences.map((why) =>
    fieldProblem(
      'forward_order_id',
      'not_allowed',
      about('not_returnable', '{order_id} {why}', { order_id: named, why }),
    ),
  );
}

function notOfAccount(value: string, thing: string): AboutField {
  return about('not_of_account', '{value} is not {thing} of this account', { value, thing: word(thing) });
}

/** The sentence must not change: existing clients look for it. */
export function orderExists({
  displayId,
  replacesCancelled,
}: Pick<OrderDraft, 'displayId' | 'replacesCancelled'>): ProblemDetail[] {
  const sentence = say('order_exists', 'Order already exists: {order_id}', { order_id: displayId });
  const exists = fieldProblem('order_id', 'taken', sentence);
  return replacesCancelled ? [exists, NOT_REPLACEABLE] : [exists];
}

const NOT_REPLACEABLE = fieldProblem(
  'replaces_cancelled',
  'not_allowed',
  about('replaces_only_cancelled', 'is only for a cancelled order for which no courier was ever booked'),
);

function idAlikeDoubt(displayId: string, other: string): OrderDoubt {
  const sentence = about('order_id_alike', '{order_id} differs from the order id {other} by case alone', {
    order_id: displayId,
    other,
  });
  return orderDoubt('order_id', 'order_id_alike', sentence);
}

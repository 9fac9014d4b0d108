import { type OrderDraft, orderNameOf } from '../../domain/orders/order.ts';
import type { WriteAnswer } from '../idempotency.ts';
import { type AccountContext, changeBy } from '../service.ts';
import { withOrderId } from './hold-order.ts';
import { makeOrder } from './make-order.ts';
import type { OrderResult } from './order-result.ts';
import { prepareOrder } from './prepare-order.ts';

/**
 * Creates an order with its shipment, without a carrier.
 *
 * @param answer called in the transaction that creates the order
 * @throws Problem `refused`
 */
export async function createOrder<Answer>(
  account: AccountContext,
  draft: OrderDraft,
  answer: WriteAnswer<OrderResult, Answer>,
): Promise<Answer> {
  const prepared = await prepareOrder(account, draft);
  return withOrderId(account, orderNameOf(draft), () =>
    account.database.change(account.accountId, changeBy(account, account.actor), async (writer) =>
      answer(writer, await makeOrder(writer, account, prepared, null, false)),
    ),
  );
}

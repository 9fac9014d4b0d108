import type { WriteAnswer } from '../idempotency.ts';
import { type AccountContext, changeBy } from '../service.ts';
import type { BookingParts } from './booking-parts.ts';
import { withOrderId } from './hold-order.ts';
import { makeOrder } from './make-order.ts';
import type { OrderResult } from './order-result.ts';
import type { PreparedOrder } from './prepare-order.ts';

/**
 * Creates an order with its shipment, without a carrier.
 *
 * @param answer called in the transaction that creates the order
 * @throws Problem `refused` if its id is taken
 */
export async function createOrder<Answer>(
  account: AccountContext & BookingParts,
  prepared: PreparedOrder,
  answer: WriteAnswer<OrderResult, Answer>,
): Promise<Answer> {
  return withOrderId(account, prepared.draft, () =>
    account.database.change(account.accountId, changeBy(account, account.actor), async (writer) =>
      answer(writer, await makeOrder(writer, account, prepared, null, false)),
    ),
  );
}

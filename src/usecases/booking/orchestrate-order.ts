import type { WriteAnswer } from '../idempotency.ts';
import { type AccountContext, changeBy } from '../service.ts';
import { bookWithCarriers } from './book-with-carriers.ts';
import type { BookingParts } from './booking-parts.ts';
import { holdOrder, takenOver } from './hold-order.ts';
import { makeOrder } from './make-order.ts';
import type { OrderResult } from './order-result.ts';
import { newConsignment, type PreparedOrder } from './prepare-order.ts';

export interface OrchestrationOptions {
  /** The carrier that the client chose; null lets the account's rules choose. */
  readonly carrierId: string | null;
  readonly printLabel: boolean;
}

/**
 * Creates an order with its shipment and books a carrier for it, as one action: see `bookWithCarriers`. A
 * refusal leaves no trace. If the carrier's answer is lost, the order is still created, with a `processing`
 * shipment, and the outcome is found out in the background.
 *
 * @param answer called in the transaction that creates the order
 * @throws Problem `refused`
 */
export async function orchestrateOrder<Answer>(
  account: AccountContext & BookingParts,
  prepared: PreparedOrder,
  { carrierId, printLabel }: OrchestrationOptions,
  answer: WriteAnswer<OrderResult, Answer>,
): Promise<Answer> {
  const consignment = await newConsignment(account, prepared, carrierId);
  const hold = holdOrder(account, prepared, (attempt, outcome) =>
    account.database.change(account.accountId, changeBy(account, account.actor), async (writer) =>
      answer(writer, await makeOrder(writer, account, prepared, { ...attempt, outcome }, printLabel)),
    ),
  );
  const answered = await bookWithCarriers(account, consignment, hold);
  if (answered === null) throw takenOver();
  return answered;
}

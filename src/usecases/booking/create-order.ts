import { refused } from '../../domain/errors.ts';
import type { OrderDraft } from '../../domain/orders/order.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { insertReservation, removeReservation } from '../../storage/booking/reservations.ts';
import type { AccountContext } from '../service.ts';
import { checkReferences, orderExists } from './check-references.ts';
import { quoteRequestOf } from './choose-carriers.ts';
import { type OnceOnly, onceOnly } from './once-only.ts';
import { quotableOf } from './orchestrate-order.ts';
import type { EncodeOrder } from './order-result.ts';
import { settleLeftover } from './reserve-order-id.ts';
import { saveOrder } from './save-order.ts';

/**
 * Makes an order with its shipment, without a carrier.
 *
 * @returns the answer's body
 * @throws Problem `refused`
 */
export async function createOrder(
  account: AccountContext,
  draft: OrderDraft,
  once: OnceOnly | null,
  encode: EncodeOrder,
): Promise<string> {
  return onceOnly(account, once, async (keep) => {
    const references = await checkReferences(account, draft);
    const request = quoteRequestOf(quotableOf(draft, references));
    const quote = await account.quotes.quote(account.accountId, request, account.now());
    await settleLeftover(account, draft.displayId);
    const orderId = account.newId();
    return saveOrder(account, {
      orderId,
      draft,
      references,
      zone: quote.zone,
      appliedWeight: quote.parcel.applicableHundredths,
      booking: null,
      printLabel: false,
      claim: (writer) => passThroughReservations(writer, account, draft.displayId, orderId),
      encode,
      keep,
    });
  });
}

/**
 * Takes the order id among the reservations and gives it back, in the transaction that makes the order: a
 * request that calls a carrier meanwhile either has it already, or waits here and then sees the order.
 */
async function passThroughReservations(
  writer: AccountWriter,
  { processId }: AccountContext,
  displayId: string,
  orderId: string,
): Promise<void> {
  const reservation = { displayId, orderId, processId, bookingId: null, carrierId: null };
  if (!(await insertReservation(writer, reservation))) throw refused(orderExists(displayId));
  await removeReservation(writer, reservation);
}

import { type OrderDraft, orderNameOf } from '../../domain/orders/order.ts';
import type { WriteAnswer } from '../idempotency.ts';
import type { AccountContext } from '../service.ts';
import { checkReferences } from './check-references.ts';
import { quotableOf, quoteRequestOf } from './choose-carriers.ts';
import type { OrderResult } from './order-result.ts';
import { reserveWithin, settleLeftover } from './reserve-order-id.ts';
import { saveOrder } from './save-order.ts';

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
  const references = await checkReferences(account, draft);
  const request = quoteRequestOf(quotableOf(draft, references.warehouse, draft.parcel));
  const quote = await account.quotes.quote(account.accountId, request, account.now());
  await settleLeftover(account, orderNameOf(draft));
  const orderId = account.newId();
  return saveOrder(account, {
    orderId,
    draft,
    references,
    zone: quote.zone,
    appliedCentigrams: quote.parcel.applicableCentigrams,
    booking: null,
    printLabel: false,
    reserve: (writer) => reserveWithin(writer, account, orderNameOf(draft), orderId),
    answer,
  });
}

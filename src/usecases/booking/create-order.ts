import { nameOf, type OrderDraft } from '../../domain/orders/order.ts';
import { type IdempotentRequest, idempotently, type KeepAnswer } from '../idempotency.ts';
import type { AccountContext } from '../service.ts';
import { checkReferences } from './check-references.ts';
import { quotableOf, quoteRequestOf } from './choose-carriers.ts';
import { passThroughReservations, settleLeftover } from './hold-order-id.ts';
import type { EncodeOrder } from './order-result.ts';
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
  once: IdempotentRequest | null,
  encode: EncodeOrder,
): Promise<string> {
  return idempotently(account, once, (keep) => createAndKeep(account, draft, encode, keep));
}

/** As `createOrder`. @param keep called in the transaction that makes it */
export async function createAndKeep(
  account: AccountContext,
  draft: OrderDraft,
  encode: EncodeOrder,
  keep: KeepAnswer,
): Promise<string> {
  const references = await checkReferences(account, draft);
  const request = quoteRequestOf(quotableOf(draft, references.warehouse, draft.parcel));
  const quote = await account.quotes.quote(account.accountId, request, account.now());
  await settleLeftover(account, nameOf(draft));
  const orderId = account.newId();
  return saveOrder(account, {
    orderId,
    draft,
    references,
    zone: quote.zone,
    appliedCentigrams: quote.parcel.applicableCentigrams,
    booking: null,
    printLabel: false,
    claim: (writer) => passThroughReservations(writer, account, nameOf(draft), orderId),
    encode,
    keep,
  });
}

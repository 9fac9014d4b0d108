import { type OrderDraft, orderNameOf } from '../../domain/orders/order.ts';
import type { WriteAnswer } from '../idempotency.ts';
import type { AccountContext } from '../service.ts';
import { bookWithCarriers } from './book-with-carriers.ts';
import { checkReferences } from './check-references.ts';
import { chooseCarriers, quotableOf, quoteRequestOf } from './choose-carriers.ts';
import type { OrderResult } from './order-result.ts';
import { reserveOrderId, takenOver } from './reserve-order-id.ts';
import { saveOrder } from './save-order.ts';

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
  account: AccountContext,
  draft: OrderDraft,
  { carrierId, printLabel }: OrchestrationOptions,
  answer: WriteAnswer<OrderResult, Answer>,
): Promise<Answer> {
  const references = await checkReferences(account, draft);
  const { warehouse } = references;
  const quotable = quotableOf(draft, warehouse, draft.parcel);
  const quote = await account.quotes.quote(account.accountId, quoteRequestOf(quotable), account.now());
  const candidates = await chooseCarriers(account, quotable, carrierId, quote);
  const appliedCentigrams = quote.parcel.applicableCentigrams;
  const hold = reserveOrderId(account, orderNameOf(draft), (reservation, attempt, outcome) =>
    saveOrder(account, {
      orderId: reservation.orderId,
      draft,
      references,
      zone: attempt.terms.zone,
      appliedCentigrams,
      booking: { ...attempt, outcome },
      printLabel,
      reserve: async () => reservation,
      answer,
    }),
  );
  const answered = await bookWithCarriers(
    account,
    { order: draft, warehouse, candidates, earlierBookings: 0 },
    hold,
  );
  if (answered === null) throw takenOver();
  return answered;
}

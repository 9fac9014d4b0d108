import type { OrderDraft } from '../../domain/orders/order.ts';
import type { ForwardQuote, ReturnQuote } from '../../domain/rates/quote.ts';
import type { AccountContext } from '../service.ts';
import { type CheckedReferences, checkReferences, type DraftFields } from './check-references.ts';
import { type Quotable, quotableOf, quoteRequestOf } from './choose-carriers.ts';

/** An order that was checked and quoted, but not written. */
export interface PreparedOrder {
  readonly orderId: string;
  readonly shipmentId: string;
  readonly draft: OrderDraft;
  readonly references: CheckedReferences;
  readonly quotable: Quotable;
  readonly quote: ForwardQuote | ReturnQuote;
}

/** Checks and quotes an order. @throws Problem `refused` */
export async function prepareOrder(
  account: AccountContext,
  draft: OrderDraft,
  fields?: DraftFields,
): Promise<PreparedOrder> {
  const references = await checkReferences(account, draft, undefined, fields);
  const quotable = quotableOf(draft, references.warehouse, draft.parcel);
  const quote = await account.quotes.quote(account.accountId, quoteRequestOf(quotable), account.now());
  return { orderId: account.newId(), shipmentId: account.newId(), draft, references, quotable, quote };
}

/** Returns the order without its contacts and items, which is written before its carrier is asked. */
export function orderWithoutParts(
  { orderId, draft, references: { storeId } }: PreparedOrder,
  createdAt: Date,
) {
  return { ...draft, orderId, storeId, createdAt };
}

import type { OrderDraft } from '../../domain/orders/order.ts';
import type { ForwardQuote, ReturnQuote } from '../../domain/rates/quote.ts';
import type { AccountContext } from '../service.ts';
import type { Consignment } from './book-with-carriers.ts';
import { type CheckedReferences, checkReferences, type DraftFields } from './check-references.ts';
import { chooseCarriers, type Quotable, quotableOf, quoteRequestOf } from './choose-carriers.ts';

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
  return quoteOrder(account, draft, await checkReferences(account, draft, undefined, fields));
}

/** Quotes an order whose references were checked. */
export async function quoteOrder(
  account: AccountContext,
  draft: OrderDraft,
  references: CheckedReferences,
): Promise<PreparedOrder> {
  const quotable = quotableOf(draft, references.warehouse, draft.parcel);
  const quote = await account.quotes.quote(account.accountId, quoteRequestOf(quotable), account.now());
  return { orderId: account.newId(), shipmentId: account.newId(), draft, references, quotable, quote };
}

/**
 * Chooses the carriers to ask for a prepared order.
 *
 * @param carrierId the carrier that the client chose; null lets the account's rules choose
 * @throws Problem `refused`
 */
export async function newConsignment(
  account: AccountContext,
  { draft, references, quotable, quote }: PreparedOrder,
  carrierId: string | null,
): Promise<Consignment> {
  const candidates = await chooseCarriers(account, quotable, carrierId, quote);
  return { order: draft, warehouse: references.warehouse, candidates, earlierBookings: 0 };
}

/** Returns the order without its contacts and items, which is written before its carrier is asked. */
export function orderWithoutParts(
  { orderId, draft, references: { storeId } }: PreparedOrder,
  createdAt: Date,
) {
  return { ...draft, orderId, storeId, createdAt };
}

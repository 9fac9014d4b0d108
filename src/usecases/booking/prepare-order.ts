import type { OrderDraft } from '../../domain/orders/order.ts';
import type { OrderDoubt } from '../../domain/orders/order-doubts.ts';
import type { ForwardQuote, ReturnQuote } from '../../domain/rates/quote.ts';
import type { RateParts } from '../rates/quote-source.ts';
import type { AccountContext } from '../service.ts';
import type { Consignment } from './book-with-carriers.ts';
import { type CheckedReferences, checkReferences, type DraftFields } from './check-references.ts';
import { chooseCarriers, type Quotable, quotableOf, quoteRequestOf } from './choose-carriers.ts';
import { doubtsOf } from './order-warnings.ts';

/** An order that was checked and quoted, but not written. */
export interface PreparedOrder {
  readonly orderId: string;
  readonly shipmentId: string;
  readonly draft: OrderDraft;
  readonly references: CheckedReferences;
  readonly quotable: Quotable;
  readonly quote: ForwardQuote | ReturnQuote;
  /** What is odd about it. */
  readonly doubts: readonly OrderDoubt[];
}

/** Checks and quotes an order. @throws Problem `refused` */
export async function prepareOrder(
  account: AccountContext & RateParts,
  draft: OrderDraft,
  fields?: DraftFields,
): Promise<PreparedOrder> {
  return quoteOrder(account, draft, await checkReferences(account, draft, undefined, fields));
}

/** The same order with other ids, to be made after a booking of it was refused. */
export function preparedAgain(
  account: Pick<AccountContext, 'newId'>,
  prepared: PreparedOrder,
): PreparedOrder {
  return { ...prepared, orderId: account.newId(), shipmentId: account.newId() };
}

/**
 * Quotes an order whose references were checked.
 *
 * @param found what is odd about the draft, if it is known already
 */
export async function quoteOrder(
  account: AccountContext & RateParts,
  draft: OrderDraft,
  references: CheckedReferences,
  found: readonly OrderDoubt[] = doubtsOf(draft, account),
): Promise<PreparedOrder> {
  const quotable = quotableOf(draft, references.warehouse, draft.parcel);
  const quote = await account.quotes.quote(account.accountId, quoteRequestOf(quotable), account.now());
  const doubts = [...found, ...references.doubts];
  return {
    orderId: account.newId(),
    shipmentId: account.newId(),
    ...{ draft, references, quotable, quote, doubts },
  };
}

/**
 * Chooses the carriers to ask for a prepared order.
 *
 * @param carrierId the carrier that the client chose; null lets the account's rules choose
 * @throws Problem `refused`
 */
export async function newConsignment(
  account: AccountContext & RateParts,
  { draft, references, quotable, quote }: PreparedOrder,
  carrierId: string | null,
): Promise<Consignment> {
  const candidates = await chooseCarriers(account, quotable, carrierId, quote);
  return { order: draft, warehouse: references.warehouse, candidates, earlierBookings: 0 };
}

/** Returns the order without its contacts and items, which is written before its carrier is asked. */
export function orderWithoutParts(
  { orderId, draft, references: { storeId }, doubts }: PreparedOrder,
  createdAt: Date,
) {
  return { ...draft, orderId, storeId, createdAt, warnings: doubts };
}

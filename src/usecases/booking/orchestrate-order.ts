import { refused } from '../../domain/errors.ts';
import { consigneeOf, type OrderDraft } from '../../domain/orders/order.ts';
import type { BookingTerms } from '../../storage/booking/bookings.ts';
import { type Reservation, removeReservation } from '../../storage/booking/reservations.ts';
import type { AccountContext } from '../service.ts';
import { askToBook, bookingRequestOf } from './ask-carrier.ts';
import type { BookingOutcome } from './booking-outcome.ts';
import { type CheckedReferences, checkReferences } from './check-references.ts';
import { chooseCarriers, noCarrier, type Quotable, quoteRequestOf } from './choose-carriers.ts';
import { type KeepAnswer, type OnceOnly, onceOnly } from './once-only.ts';
import type { EncodeOrder } from './order-result.ts';
import { freeOrderId, nameNextCarrier, reserveOrderId, takenOver } from './reserve-order-id.ts';
import { saveOrder } from './save-order.ts';
import { settleReservation } from './settle-reservation.ts';

/** How an order is to be booked. */
export interface OrchestrationOptions {
  /** The carrier that the client asks for; null for the account's choice. */
  readonly carrierId: string | null;
  readonly printLabel: boolean;
}

/**
 * Makes an order with its shipment and books a carrier for it, as one thing (contract: orders and
 * shipments): the order id is reserved; carriers are asked, one after the other, outside any transaction;
 * then everything is written in one. A refusal leaves no trace. Where a carrier's answer is lost, the order
 * is made all the same, its shipment `processing`, and a job finds out.
 *
 * @returns the answer's body
 * @throws Problem `refused`
 */
export async function orchestrateOrder(
  account: AccountContext,
  draft: OrderDraft,
  options: OrchestrationOptions,
  once: OnceOnly | null,
  encode: EncodeOrder,
): Promise<string> {
  return onceOnly(account, once, async (keep) => {
    const references = await checkReferences(account, draft);
    const quotable = quotableOf(draft, references);
    const quote = await account.quotes.quote(account.accountId, quoteRequestOf(quotable), account.now());
    const candidates = await chooseCarriers(account, quotable, options.carrierId, quote);
    const appliedWeight = quote.parcel.applicableHundredths;
    return bookFirst(account, { draft, references, candidates, appliedWeight, options, encode, keep });
  });
}

/** What a draft is quoted for, from its warehouse to its consignee. */
export function quotableOf(draft: OrderDraft, { warehouse }: CheckedReferences): Quotable {
  return {
    originPincode: warehouse.zip,
    destinationPincode: consigneeOf(draft).pincode,
    parcel: draft.parcel,
    isCod: draft.isCod,
    codAmountPaise: draft.codAmountPaise,
  };
}

interface Orchestration {
  readonly draft: OrderDraft;
  readonly references: CheckedReferences;
  /** At least one. */
  readonly candidates: readonly BookingTerms[];
  /** 0.01 g. */
  readonly appliedWeight: number;
  readonly options: OrchestrationOptions;
  readonly encode: EncodeOrder;
  readonly keep: KeepAnswer;
}

async function bookFirst(account: AccountContext, orchestration: Orchestration): Promise<string> {
  const orderId = account.newId();
  account.inFlight.begin(orderId);
  try {
    return await bookReserved(account, orderId, orchestration);
  } finally {
    account.inFlight.end(orderId);
  }
}

async function bookReserved(
  account: AccountContext,
  orderId: string,
  orchestration: Orchestration,
): Promise<string> {
  const { draft, references, candidates } = orchestration;
  const refusals: string[] = [];
  for (const [index, terms] of candidates.entries()) {
    const bookingId = account.newId();
    const reservation = {
      displayId: draft.displayId,
      orderId,
      processId: account.processId,
      bookingId,
      carrierId: terms.carrierId,
    };
    await (index === 0 ? reserveOrderId(account, reservation) : nameNextCarrier(account, reservation));
    const request = bookingRequestOf(account.accountId, bookingId, terms, draft, references.warehouse);
    const answer = await askToBook(account, request);
    if (answer.outcome !== 'refused') return save(account, orchestration, reservation, terms, answer);
    refusals.push(`${terms.carrierName} ${answer.reason}`);
    if (index === candidates.length - 1) await freeOrderId(account, reservation);
  }
  throw refused(noCarrier(['No carrier took this shipment', ...refusals]));
}

async function save(
  account: AccountContext,
  orchestration: Orchestration,
  reservation: Reservation & { readonly bookingId: string },
  terms: BookingTerms,
  outcome: BookingOutcome,
): Promise<string> {
  const { draft, options } = orchestration;
  try {
    return await saveOrder(account, {
      ...orchestration,
      orderId: reservation.orderId,
      zone: terms.zone,
      booking: { bookingId: reservation.bookingId, terms, outcome },
      printLabel: options.printLabel,
      claim: async (writer) => {
        if (!(await removeReservation(writer, reservation))) throw takenOver();
      },
    });
  } catch (error) {
    // The carrier has a booking for an order that was not made: settled now, or by whoever finds it.
    account.inFlight.end(reservation.orderId);
    await settleReservation(account, account.accountId, draft.displayId).catch(() => undefined);
    throw error;
  }
}

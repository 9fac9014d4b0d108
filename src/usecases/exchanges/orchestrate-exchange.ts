import type { Dispatch, ExchangeDraft, ExchangeStatus } from '../../domain/orders/exchange.ts';
import type { GranularStatus } from '../../domain/tracking/statuses.ts';
import { Problem } from '../../problems/problem.ts';
import type { AccountScope, AccountWriter } from '../../storage/account-scope.ts';
import { findShipments } from '../../storage/booking/shipments.ts';
import { findExchange, insertExchange } from '../../storage/exchanges/exchanges.ts';
import { readOrderResult } from '../booking/book-shipment.ts';
import { bookWithCarriers, type CarrierAttempt, type Hold } from '../booking/book-with-carriers.ts';
import type { BookingOutcome } from '../booking/booking-outcome.ts';
import type { BookingParts } from '../booking/booking-parts.ts';
import { chooseCarriers, type OfferedTerms } from '../booking/choose-carriers.ts';
import { freeOrderId, holdOrder, takenOver, withOrderId } from '../booking/hold-order.ts';
import { type AnsweredAttempt, makeOrder } from '../booking/make-order.ts';
import type { OrchestrationOptions } from '../booking/orchestrate-order.ts';
import type { OrderResult } from '../booking/order-result.ts';
import { type PreparedOrder, prepareOrder } from '../booking/prepare-order.ts';
import type { WriteAnswer } from '../idempotency.ts';
import type { LabelParts } from '../labels/label-links.ts';
import { type AccountContext, changeBy } from '../service.ts';

export { DISPATCHES, EXCHANGE_STATUSES } from '../../domain/orders/exchange.ts';

export interface ExchangedShipment extends OrderResult {
  readonly status: GranularStatus;
}

export interface ExchangeResult {
  /** True if this request created it. */
  readonly isNew: boolean;
  readonly exchangeId: string;
  readonly number: number;
  readonly displayId: string;
  readonly status: ExchangeStatus;
  readonly dispatch: Dispatch;
  readonly channel: string;
  readonly forward: ExchangedShipment;
  readonly back: ExchangedShipment;
}

type AnswerExchange<Answer> = WriteAnswer<ExchangeResult, Answer>;

/**
 * Creates a return and the parcel that replaces it: both or neither. `bookWithCarriers` books each. The new
 * parcel's courier is called while the return is held, so that a refusal or a crash undoes
 * both, like an order that was not created. If the new parcel waits for the pickup, it is created without a
 * courier. A repeated `order_id` gets the existing exchange.
 *
 * @param answer called in the transaction that creates the exchange, or that finds it
 * @throws Problem `refused`
 */
export async function orchestrateExchange<Answer>(
  account: AccountContext & BookingParts,
  draft: ExchangeDraft,
  options: OrchestrationOptions,
  answer: AnswerExchange<Answer>,
): Promise<Answer> {
  const { displayId } = draft.forward;
  const there = await answerAgain(account, displayId, answer);
  if (there !== null) return there;
  try {
    return await makeExchange(account, draft, options, answer);
  } catch (error) {
    // A simultaneous repeat may have created it: this request has waited for its end.
    const isTaken = error instanceof Problem && error.problems.some(({ code }) => code === 'taken');
    const made = isTaken ? await answerAgain(account, displayId, answer) : null;
    if (made === null) throw error;
    return made;
  }
}

async function answerAgain<Answer>(
  account: AccountContext & LabelParts,
  displayId: string,
  answer: AnswerExchange<Answer>,
): Promise<Answer | null> {
  const scope = account.database.account(account.accountId);
  if ((await findExchange(scope, { displayId })) === null) return null;
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    writer.skipAudit('it was made already');
    return answer(writer, { ...(await readResult(account, writer, displayId)), isNew: false });
  });
}

async function makeExchange<Answer>(
  account: AccountContext & BookingParts,
  { forward, back, dispatch }: ExchangeDraft,
  { carrierId, printLabel }: OrchestrationOptions,
  answer: AnswerExchange<Answer>,
): Promise<Answer> {
  const out = await prepareOrder(account, forward, {
    warehouse: 'forward_warehouse_id',
    items: 'order_items',
  });
  const home = await prepareOrder(account, back, { warehouse: 'return_warehouse_id', items: 'return_items' });
  const save = (newParcel: AnsweredAttempt | null, returned: AnsweredAttempt) =>
    account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
      const made = await makeOrder(writer, account, out, newParcel, printLabel);
      const taken = await makeOrder(writer, account, home, returned, printLabel);
      await recordExchange(writer, {
        displayId: forward.displayId,
        forwardShipmentId: made.shipmentId,
        returnShipmentId: taken.shipmentId,
        dispatch,
        carrierId,
      });
      return answer(writer, { ...(await readResult(account, writer, forward.displayId)), isNew: true });
    });
  const candidatesHome = await chooseCarriers(account, home.quotable, carrierId, home.quote);
  // Checked even if the order is booked later: an order that no carrier accepts is refused now.
  const candidatesOut = await chooseCarriers(account, out.quotable, carrierId, out.quote);
  const book = async (prepared: PreparedOrder, candidates: readonly OfferedTerms[], hold: Hold<Answer>) => {
    const { warehouse } = prepared.references;
    const consignment = { order: prepared.draft, warehouse, candidates, earlierBookings: 0 };
    return booked(await bookWithCarriers(account, consignment, hold));
  };
  const saveHome = (attempt: CarrierAttempt, outcome: BookingOutcome) => {
    const returned = { ...attempt, outcome };
    if (dispatch === 'after_pickup') {
      return withOrderId(account, forward, () => save(null, returned));
    }
    const holdOut = holdOrder(account, out, (attemptOut, outcomeOut) =>
      save({ ...attemptOut, outcome: outcomeOut }, returned),
    );
    return book(out, candidatesOut, holdOut);
  };
  const holdHome = holdOrder(account, home, saveHome);
  // Before the pickup is booked: what cannot be settled would book and cancel a pickup at each retry.
  if (dispatch === 'after_pickup') await freeOrderId(account, forward);
  return book(home, candidatesHome, holdHome);
}

function booked<Answer>(given: Answer | null): Answer {
  if (given === null) throw takenOver();
  return given;
}

async function recordExchange(
  writer: AccountWriter,
  exchange: Omit<Parameters<typeof insertExchange>[1], 'exchangeId'>,
): Promise<void> {
  const exchangeId = writer.newId();
  await insertExchange(writer, { ...exchange, exchangeId });
  await writer.record({
    action: 'exchange.created',
    subjectKind: 'exchange',
    subjectId: exchangeId,
    changes: {
      display_id: exchange.displayId,
      forward_shipment_id: exchange.forwardShipmentId,
      return_shipment_id: exchange.returnShipmentId,
      dispatch: exchange.dispatch,
    },
  });
}

async function readResult(
  account: AccountContext & LabelParts,
  scope: AccountScope,
  displayId: string,
): Promise<Omit<ExchangeResult, 'isNew'>> {
  const exchange = await findExchange(scope, { displayId });
  if (exchange === null) throw new Error(`Exchange ${displayId} is gone`);
  const { forwardShipmentId, returnShipmentId } = exchange;
  const shipments = await findShipments(scope, [forwardShipmentId, returnShipmentId]);
  const forward = shipments.find(({ shipmentId }) => shipmentId === forwardShipmentId);
  const back = shipments.find(({ shipmentId }) => shipmentId === returnShipmentId);
  if (forward === undefined || back === undefined) throw new Error(`Exchange ${displayId} is not whole`);
  return {
    ...exchange,
    channel: forward.channel,
    forward: { ...(await readOrderResult(account, scope, forward)), status: forward.state.status },
    back: { ...(await readOrderResult(account, scope, back)), status: back.state.status },
  };
}

import type { CourierDecision, CourierDecisionAction } from '../../domain/tracking/courier-decision.ts';
import { column } from '../../resources/columns.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { readOrNull, sentenceColumn } from '../stored-sentence.ts';
import { bookedCourierAccount } from './booked-courier.ts';
import { errandTable } from './errands.ts';

/** Stores a decision whose outcome the courier reports later. */
export async function keepDecision(
  writer: AccountWriter,
  {
    shipmentId,
    action,
    courierActionId,
    nextTryAt,
  }: {
    readonly shipmentId: string;
    readonly action: CourierDecisionAction;
    readonly courierActionId: string;
    readonly nextTryAt: Date;
  },
): Promise<void> {
  await writer.change(
    `insert into courier_decisions (account_id, shipment_id, decision_id, asked_at, next_try_at, action, courier_action_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [shipmentId, writer.newId(), writer.now, nextTryAt, action, courierActionId],
  );
}

/** Decisions whose outcome is not known yet. */
export const DECISIONS = errandTable({
  name: 'courier_decisions',
  key: { shipmentId: column<string>(), decisionId: column<string>() },
  lane: bookedCourierAccount,
  known: {
    action: column<CourierDecisionAction>(),
    courierActionId: column<string>(),
    askedAt: column<Date>(),
  },
  outcome: {
    state: column<CourierDecision['state']>(),
    reason: sentenceColumn(),
    settledAt: column<Date>(),
  },
});

/** The last decision about a shipment that its courier answers later; null if there is none. */
export async function findLastDecision(
  scope: AccountScope,
  shipmentId: string,
): Promise<CourierDecision | null> {
  const [row] = await scope.read<Omit<CourierDecision, 'reason'> & { readonly reason: string | null }>(
    `select action, state, reason, asked_at as "askedAt", settled_at as "settledAt" from courier_decisions
      where account_id = $1 and shipment_id = $2 order by decision_id desc limit 1`,
    [shipmentId],
  );
  return row === undefined ? null : { ...row, reason: readOrNull(row.reason) };
}

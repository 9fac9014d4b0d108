import type { CourierDecision, CourierDecisionAction } from '../../domain/tracking/courier-decision.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { type DueTries, type DueWork, takeDueTries } from '../cluster/each-account.ts';
import type { Database } from '../database.ts';

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

export interface DueDecision {
  readonly accountId: string;
  readonly shipmentId: string;
  readonly decisionId: string;
  readonly action: CourierDecisionAction;
  readonly courierActionId: string;
  readonly askedAt: Date;
  /** At least 1. */
  readonly tries: number;
}

/** Takes some due decisions of all accounts, so that no other process asks about them. */
export function takeDueDecisions(database: Database, which: DueTries): Promise<DueDecision[]> {
  return takeDueTries<DueDecision>(database, TAKE_DUE, which);
}

const TAKE_DUE: DueWork = {
  name: 'take-due-decisions',
  accounts: 'select distinct account_id from courier_decisions where next_try_at <= $1 order by account_id',
  text: (only) => `update courier_decisions c set next_try_at = $2, tries = tries + 1
      from (select account_id, shipment_id, decision_id from courier_decisions w
             where next_try_at <= $1${only('w')} order by next_try_at limit $3 for update skip locked) d
      where c.account_id = d.account_id and c.shipment_id = d.shipment_id and c.decision_id = d.decision_id${only('c')}
      returning c.account_id as "accountId", c.shipment_id as "shipmentId", c.decision_id as "decisionId", c.action,
        c.courier_action_id as "courierActionId", c.asked_at as "askedAt", c.tries`,
};

export interface DecisionOutcome extends Pick<CourierDecision, 'state' | 'reason'> {
  /** Null if the courier is not asked again. */
  readonly nextTryAt: Date | null;
}

/** Records the outcome. @returns false if another process has already recorded it */
export async function settleDecision(
  writer: AccountWriter,
  { shipmentId, decisionId }: Pick<DueDecision, 'shipmentId' | 'decisionId'>,
  { until, outcome: { state, reason, nextTryAt } }: { until: Date; outcome: DecisionOutcome },
): Promise<boolean> {
  const settledAt = nextTryAt === null ? writer.now : null;
  const settled = await writer.change(
    `update courier_decisions set state = $5, reason = $6, next_try_at = $7, settled_at = $8
      where account_id = $1 and shipment_id = $2 and decision_id = $3 and next_try_at = $4 returning 1`,
    [shipmentId, decisionId, until, state, reason, nextTryAt, settledAt],
  );
  return settled.length > 0;
}

/** The last decision about a shipment that its courier answers later; null if there is none. */
export async function findLastDecision(
  scope: AccountScope,
  shipmentId: string,
): Promise<CourierDecision | null> {
  const [row] = await scope.read<CourierDecision>(
    `select action, state, reason, asked_at as "askedAt", settled_at as "settledAt" from courier_decisions
      where account_id = $1 and shipment_id = $2 order by decision_id desc limit 1`,
    [shipmentId],
  );
  return row ?? null;
}

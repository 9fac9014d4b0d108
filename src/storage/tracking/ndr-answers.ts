import type { Actor } from '../../domain/actor.ts';
import type { CourierDecisionAction } from '../../domain/tracking/courier-decision.ts';
import type { NdrAnswer } from '../../domain/tracking/ndr-answer.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';

/**
 * Claims a failed delivery for one person's answer, so that nobody else sends another answer to the courier.
 *
 * @param until the time from which others may answer, if this process dies
 * @returns the id of the answer; null if somebody else is answering
 */
export async function claimNdrAnswer(
  writer: AccountWriter,
  {
    shipmentId,
    action,
    attempt,
  }: { readonly shipmentId: string; readonly action: CourierDecisionAction; readonly attempt: number },
  until: Date,
): Promise<string | null> {
  await writer.change(
    'delete from ndr_answers where account_id = $1 and shipment_id = $2 and claimed_until <= $3',
    [shipmentId, writer.now],
  );
  const answerId = writer.newId();
  const claimed = await writer.change(
    `insert into ndr_answers (account_id, shipment_id, answer_id, answered_at, claimed_until, actor_kind, actor_id,
       actor_name, attempt, action)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (account_id, shipment_id) where claimed_until is not null do nothing returning 1`,
    [
      shipmentId,
      answerId,
      writer.now,
      until,
      writer.actor.kind,
      writer.actor.id,
      writer.actor.name,
      attempt,
      action,
    ],
  );
  return claimed.length > 0 ? answerId : null;
}

/** Stores an accepted answer. @returns false if its claim had expired and another person took over */
export async function keepNdrAnswer(
  writer: AccountWriter,
  shipmentId: string,
  answerId: string,
): Promise<boolean> {
  const kept = await writer.change(
    `update ndr_answers set claimed_until = null, answered_at = $4
      where account_id = $1 and shipment_id = $2 and answer_id = $3 and claimed_until is not null returning 1`,
    [shipmentId, answerId, writer.now],
  );
  return kept.length > 0;
}

/** Releases the claim when the courier has not accepted the answer. */
export async function dropNdrAnswer(
  writer: AccountWriter,
  shipmentId: string,
  answerId: string,
): Promise<void> {
  await writer.change(
    `delete from ndr_answers
      where account_id = $1 and shipment_id = $2 and answer_id = $3 and claimed_until is not null`,
    [shipmentId, answerId],
  );
}

/** Finds a shipment's newest answer to a failed delivery that the courier accepted; null if there is none. */
export async function findLastNdrAnswer(scope: AccountScope, shipmentId: string): Promise<NdrAnswer | null> {
  const rows = await scope.read<AnswerRow>(`${FIND} and claimed_until is null ${NEWEST}`, [shipmentId]);
  return rows.map(answerOf)[0] ?? null;
}

/** Like `findLastNdrAnswer`, but also finds an answer that is being sent to the courier. */
export async function findNewestNdrAnswer(
  scope: AccountScope,
  shipmentId: string,
  now: Date,
): Promise<NdrAnswer | null> {
  const rows = await scope.read<AnswerRow>(
    `${FIND} and (claimed_until is null or claimed_until > $3) ${NEWEST}`,
    [shipmentId, now],
  );
  return rows.map(answerOf)[0] ?? null;
}

const FIND = `select answer_id as "answerId", action, actor_kind as kind, actor_id as id, actor_name as name,
    answered_at as at, attempt, claimed_until is not null as "isPending"
  from ndr_answers where account_id = $1 and shipment_id = $2`;
const NEWEST = 'order by answer_id desc limit 1';

type AnswerRow = Omit<NdrAnswer, 'actor'> & Actor;

function answerOf({ kind, id, name, ...answer }: AnswerRow): NdrAnswer {
  return { ...answer, actor: { kind, id, name } };
}

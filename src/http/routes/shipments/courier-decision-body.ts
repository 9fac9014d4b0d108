import { type Static, Type } from 'typebox';
import type { CourierDecision } from '../../../domain/tracking/courier-decision.ts';
import { orNull, Time, textLike, words } from '../../schemas.ts';
import { SentenceOrNull, sentenceField } from '../../sentence-body.ts';

/** A decision about a failed delivery. The courier answers it later. */
export const CourierDecisionBody = Type.Object(
  {
    action: words('CourierDecisionAction', ['reattempt', 'initiate_rto'], 'The requested action.'),
    state: words(
      'CourierDecisionState',
      ['pending', 'accepted', 'refused', 'unanswered'],
      '`pending`: the courier has not reported an outcome yet; `unanswered`: it did not within a day.',
    ),
    reason: orNull(
      textLike(
        'makes no further attempt: it has made as many as it makes',
        "The reason, as the end of a sentence after the courier's name.",
      ),
    ),
    reason_details: SentenceOrNull,
    asked_at: Time,
    settled_at: orNull(Time),
  },
  {
    title: 'CourierDecision',
    description:
      'The last decision about a failed delivery that the courier accepted and will report on later. Null if the courier answered at once, or if there was no decision.',
  },
);

export function courierDecisionBody(decision: CourierDecision): Static<typeof CourierDecisionBody> {
  const { action, state, reason, askedAt, settledAt } = decision;
  return {
    action,
    state,
    ...sentenceField('reason', reason),
    asked_at: askedAt.toISOString(),
    settled_at: settledAt?.toISOString() ?? null,
  };
}

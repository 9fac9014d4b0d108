import { type Static, Type } from 'typebox';
import type { CourierDecision } from '../../../domain/tracking/courier-decision.ts';
import { orNull, Time, textLike, words } from '../../schemas.ts';

/** A decision about a failed delivery, which the courier answers later. */
export const CourierDecisionBody = Type.Object(
  {
    action: words('CourierDecisionAction', ['reattempt', 'initiate_rto'], 'What was asked for.'),
    state: words(
      'CourierDecisionState',
      ['pending', 'accepted', 'refused', 'unanswered'],
      '`pending` until the courier has said what came of it; `unanswered` where it did not in a day.',
    ),
    reason: orNull(
      textLike(
        'makes no further attempt: it has made as many as it makes',
        "Why not, as what follows the courier's name.",
      ),
    ),
    asked_at: Time,
    settled_at: orNull(Time),
  },
  {
    title: 'CourierDecision',
    description:
      'The last decision about a failed delivery that the courier took to judge it later; null where it judged at once, or there was none.',
  },
);

export function courierDecisionBody(decision: CourierDecision): Static<typeof CourierDecisionBody> {
  const { action, state, reason, askedAt, settledAt } = decision;
  return {
    action,
    state,
    reason,
    asked_at: askedAt.toISOString(),
    settled_at: settledAt?.toISOString() ?? null,
  };
}

import { type Static, Type } from 'typebox';
import type { NdrAnswer } from '../../../domain/tracking/ndr-answer.ts';
import { Time, textLike, words } from '../../schemas.ts';

export const NdrAnswerBody = Type.Object(
  {
    action: words('NdrAnswerAction', ['reattempt', 'initiate_rto'], 'The requested action.'),
    attempt: Type.Integer({ description: 'The number of the failed attempt.', examples: [1] }),
    is_pending: Type.Boolean({ description: 'The courier is being asked right now.' }),
    answered_by: textLike(
      'Asha',
      'A person, an API key, or `customer` if the customer’s request was carried out automatically.',
    ),
    answered_at: Time,
  },
  {
    title: 'NdrAnswer',
    description: 'The newest answer to a failed delivery, and its author; null if there was none.',
  },
);

export function ndrAnswerBody({
  action,
  attempt,
  isPending,
  actor,
  at,
}: NdrAnswer): Static<typeof NdrAnswerBody> {
  return {
    action,
    attempt,
    is_pending: isPending,
    answered_by: actor.name,
    answered_at: at.toISOString(),
  };
}

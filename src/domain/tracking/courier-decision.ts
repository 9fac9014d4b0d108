import type { Sentence } from '../../problems/sentence.ts';

export const COURIER_DECISION_ACTIONS = ['reattempt', 'initiate_rto'] as const;

export type CourierDecisionAction = (typeof COURIER_DECISION_ACTIONS)[number];

/** `unanswered`: the courier never answered, and is not asked again. */
export const COURIER_DECISION_STATES = ['pending', 'accepted', 'refused', 'unanswered'] as const;

/** A decision about a failed delivery that a courier accepted for processing. */
export interface CourierDecision {
  readonly action: CourierDecisionAction;
  readonly state: (typeof COURIER_DECISION_STATES)[number];
  /** The reason for a refusal, after the courier's name: `makes no further attempt`; else null. */
  readonly reason: Sentence | null;
  readonly askedAt: Date;
  /** Null while it is pending. */
  readonly settledAt: Date | null;
}

/** The time during which a courier is asked for the outcome of a decision. */
const ASKED_FOR_MS = 24 * 60 * 60_000;

/** Tells whether a decision is so old that the courier will not answer it any more. */
export function isDecisionStale({ askedAt }: Pick<CourierDecision, 'askedAt'>, now: Date): boolean {
  return now.getTime() - askedAt.getTime() >= ASKED_FOR_MS;
}

import { type Actor, actorWords } from '../actor.ts';
import { indiaDateTime } from '../india-time.ts';
import type { CourierDecisionAction } from './courier-decision.ts';
import type { ShipmentState } from './state.ts';

export interface NdrAnswer {
  readonly answerId: string;
  readonly action: CourierDecisionAction;
  readonly actor: Actor;
  readonly at: Date;
  /** The attempt that the answer is about. */
  readonly attempt: number;
  /** The courier is being asked. */
  readonly isPending: boolean;
}

const PHRASES: Readonly<Record<CourierDecisionAction, string>> = {
  reattempt: 'another delivery attempt',
  initiate_rto: 'the return to the warehouse',
};

/** Tells whether the answer still decides what happens to the parcel: nothing happened after it. */
export function isAnswerInForce(
  { attempt }: Pick<NdrAnswer, 'attempt'>,
  { status, attemptCount }: Pick<ShipmentState, 'status' | 'attemptCount'>,
): boolean {
  return (status === 'reattempt_delivery' || status === 'rto_initiated') && attempt === attemptCount;
}

/** The sentence that tells a second person about the first person's answer. */
export function answeredSentence(
  trackingNumber: string,
  { action, actor, at, isPending }: NdrAnswer,
): string {
  const who = actorWords(actor);
  return isPending
    ? `${capitalized(who)} is answering shipment ${trackingNumber} right now (since ${momentWords(at)}): the courier is being asked for ${PHRASES[action]}`
    : `Shipment ${trackingNumber} was answered by ${who} on ${momentWords(at)}: the courier was asked for ${PHRASES[action]}`;
}

/** Formats a time in India: `2026-11-24 at 18:30`. */
export function momentWords(at: Date): string {
  return indiaDateTime(at.getTime()).slice(0, 16).replace(' ', ' at ');
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

import { type Sentence, type SentenceValue, say, type TypedValue, word } from '../../problems/sentence.ts';
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
): Sentence {
  const who = actorWords(actor);
  const answer = {
    tracking_number: trackingNumber,
    at: momentWords(at),
    asked: word(action, PHRASES[action]),
  };
  return isPending
    ? say(
        'ndr_being_answered',
        '{who} is answering shipment {tracking_number} right now (since {at}): the courier is being asked for {asked}',
        { ...answer, who: capitalized(who) },
      )
    : say(
        'ndr_answered',
        'Shipment {tracking_number} was answered by {who} on {at}: the courier was asked for {asked}',
        { ...answer, who },
      );
}

/** A time as a value of a sentence, in India: `2026-11-24 at 18:30`. */
export function momentWords(at: Date): TypedValue {
  const text = indiaDateTime(at.getTime()).slice(0, 16).replace(' ', ' at ');
  return { type: 'time', value: at.toISOString(), text };
}

function capitalized(who: string | Sentence): SentenceValue {
  if (typeof who !== 'string') return { ...who, text: inCapital(who.text) };
  return inCapital(who);
}

function inCapital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

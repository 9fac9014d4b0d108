import { type Actor, actorWords, isSameActor } from '../../domain/actor.ts';
import { momentWords } from '../../domain/tracking/ndr-answer.ts';
import { type Problem, problemDetail, refused } from '../../problems/problem.ts';
import { type Sentence, say, word } from '../../problems/sentence.ts';
import type { CustomerRequest } from '../../storage/customer-requests/requests.ts';

const DECIDED: Readonly<Record<Exclude<CustomerRequest['state'], 'waiting'>, Sentence>> = {
  done: say('request_approved', 'approved'),
  rejected: say('request_rejected', 'rejected'),
  refused: say('request_refused', 'refused by the courier'),
  outdated: say('request_outdated', 'closed, because the parcel moved on or was answered otherwise,'),
};

/** Returns the problem that a request cannot be decided again: who decided it, how and when. */
export function decidedAlready(request: CustomerRequest, by: Actor): Problem {
  const { state, claimedBy, decidedAt } = request;
  if (state === 'waiting') {
    const who = claimedBy ?? say('somebody_else', 'Somebody else');
    return conflict(say('request_being_decided', '{who} is deciding the request right now', { who }));
  }
  const decider = deciderOf(request);
  if (decider === null || decidedAt === null || isSameActor(decider, by)) {
    return refused(say('request_is', 'The request is {state}', { state: word(state) }));
  }
  return conflict(
    say('request_decided_by', 'The request was {decision} by {who} on {at}', {
      decision: DECIDED[state],
      who: actorWords(decider),
      at: momentWords(new Date(decidedAt)),
    }),
  );
}

function conflict(sentence: Sentence): Problem {
  return refused(problemDetail(null, 'conflict', sentence));
}

export function isDecidedBy(request: CustomerRequest, actor: Actor): boolean {
  const decider = deciderOf(request);
  return decider === null || isSameActor(decider, actor);
}

function deciderOf({ decidedBy, decidedByKind, decidedById }: CustomerRequest): Actor | null {
  if (decidedBy === null || decidedByKind === null) return null;
  return { kind: decidedByKind, id: decidedById, name: decidedBy };
}

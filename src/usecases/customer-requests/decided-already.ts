import { type Actor, actorWords, isSameActor } from '../../domain/actor.ts';
import { momentWords } from '../../domain/tracking/ndr-answer.ts';
import { type Problem, refused } from '../../problems/problem.ts';
import type { CustomerRequest } from '../../storage/customer-requests/requests.ts';

const DECIDED: Readonly<Record<Exclude<CustomerRequest['state'], 'waiting'>, string>> = {
  done: 'approved',
  rejected: 'rejected',
  refused: 'refused by the courier',
  outdated: 'closed, because the parcel moved on or was answered otherwise,',
};

/** Returns the problem that a request cannot be decided again: who decided it, how and when. */
export function decidedAlready(request: CustomerRequest, by: Actor): Problem {
  const { state, claimedBy, decidedAt } = request;
  if (state === 'waiting') {
    return conflict(`${claimedBy ?? 'Somebody else'} is deciding the request right now`);
  }
  const decider = deciderOf(request);
  if (decider === null || decidedAt === null || isSameActor(decider, by)) {
    return refused(`The request is ${state}`);
  }
  return conflict(
    `The request was ${DECIDED[state]} by ${actorWords(decider)} on ${momentWords(new Date(decidedAt))}`,
  );
}

function conflict(message: string): Problem {
  return refused({ field: null, code: 'conflict', message });
}

export function isDecidedBy(request: CustomerRequest, actor: Actor): boolean {
  const decider = deciderOf(request);
  return decider === null || isSameActor(decider, actor);
}

function deciderOf({ decidedBy, decidedByKind, decidedById }: CustomerRequest): Actor | null {
  if (decidedBy === null || decidedByKind === null) return null;
  return { kind: decidedByKind, id: decidedById, name: decidedBy };
}

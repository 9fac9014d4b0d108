import { type Sentence, say, word } from '../problems/sentence.ts';
/** The kinds of authors of changes. */
export const ACTOR_KINDS = ['key', 'user', 'operator', 'system', 'carrier'] as const;

/** The author of a change, stored with every change in the audit log. */
export interface Actor {
  readonly kind: (typeof ACTOR_KINDS)[number];
  /** The id of the API key, user or carrier credential; null for the operator's commands and the service itself. */
  readonly id: string | null;
  readonly name: string;
}

export const OPERATOR: Actor = { kind: 'operator', id: null, name: 'operator' };

/** The service itself, for example when it settles an unanswered booking. */
export const SYSTEM: Actor = { kind: 'system', id: null, name: 'system' };

/** Tells whether both are the same person, key or part of the service. */
export function isSameActor(one: Actor, other: Actor): boolean {
  return one.kind === other.kind && (one.id ?? one.name) === (other.id ?? other.name);
}

/** An actor in a sentence: `Asha`, `the API key Shop`, `the customer`. */
export function actorWords({ kind, name }: Actor): string | Sentence {
  if (kind === 'user') return name;
  return kind === 'key'
    ? say('the_api_key', 'the API key {name}', { name })
    : say('the_actor', 'the {actor}', { actor: word(name) });
}

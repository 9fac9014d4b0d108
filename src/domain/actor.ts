/** The kinds of those who make changes. */
export const ACTOR_KINDS = ['key', 'user', 'operator', 'system', 'carrier'] as const;

/** Who makes a change; kept with every change in the audit record. */
export interface Actor {
  readonly kind: (typeof ACTOR_KINDS)[number];
  /** The id of the API key, user or carrier credential; null for the operator's commands and the service itself. */
  readonly id: string | null;
  readonly name: string;
}

/** A change made by an operator command. */
export const OPERATOR: Actor = { kind: 'operator', id: null, name: 'operator' };

/** A change the service makes by itself, such as settling an unanswered booking. */
export const SYSTEM: Actor = { kind: 'system', id: null, name: 'system' };

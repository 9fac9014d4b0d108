import type { Actor } from '../actor.ts';
import type { Role } from '../role.ts';

/** Actions that a job can do with many shipments. */
export const JOB_ACTIONS = ['ship', 'cancel', 'reattempt', 'rto', 'label', 'manifest', 'tag'] as const;
export type JobAction = (typeof JOB_ACTIONS)[number];

/** `stopped` by a person, or because its creator lost the permission. The rest stays unchanged. */
export const JOB_STATES = ['waiting', 'running', 'done', 'stopped'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** `acting`: in progress, or interrupted by a crash. */
export const JOB_ITEM_STATES = ['waiting', 'acting', 'done', 'failed'] as const;
export type JobItemState = (typeof JOB_ITEM_STATES)[number];

/** Options of the actions; each action uses only its own. */
export interface JobOptions {
  /** For `ship`: the carrier to book; null for the account's choice. */
  readonly carrierId: string | null;
  /** For `reattempt`: the comment for couriers. */
  readonly comments: string | null;
  /** For `tag`. */
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
}

/** An action on many shipments, one after the other. */
export interface Job {
  readonly jobId: string;
  readonly action: JobAction;
  readonly state: JobState;
  readonly options: JobOptions;
  readonly actor: Actor;
  /** Shipments. */
  readonly total: number;
  /** A sentence that says why the service stopped it; null if it did not. */
  readonly failure: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

export interface JobProgress {
  /** The number of finished ones, including failed ones. */
  readonly done: number;
  readonly failed: number;
}

export interface JobItemResult {
  readonly isDone: boolean;
  /** Tells whether the action may be repeated after a lost answer. If not, a person has to check. */
  readonly message: string;
}

/** The lowest role that may start such a job: the same as for one shipment. */
export function leastRoleFor(action: JobAction): Role {
  return action === 'reattempt' || action === 'rto' ? 'manager' : 'packer';
}

/** Tells whether the action may be repeated after a lost answer. If not, a person has to look. */
export function isRepeatable(action: JobAction): boolean {
  return action !== 'reattempt' && action !== 'rto';
}

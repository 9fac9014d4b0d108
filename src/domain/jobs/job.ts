import type { Sentence } from '../../problems/sentence.ts';
import type { Actor } from '../actor.ts';
import type { Role } from '../role.ts';

export const JOB_ACTIONS = ['ship', 'cancel', 'reattempt', 'rto', 'label', 'manifest', 'tag'] as const;
export type JobAction = (typeof JOB_ACTIONS)[number];

/** `stopped`: by a person, or because its creator lost the permission. The other shipments stay unchanged. */
export const JOB_STATES = ['waiting', 'running', 'done', 'stopped'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** `acting`: in progress, or interrupted by a crash. */
export const JOB_ITEM_STATES = ['waiting', 'acting', 'done', 'failed'] as const;
export type JobItemState = (typeof JOB_ITEM_STATES)[number];

/** Options of the actions. An action ignores the options of other actions. */
export interface JobOptions {
  /** For `ship`: the carrier to book; null for the account's choice. */
  readonly carrierId: string | null;
  /** For `reattempt`: the comment for couriers. */
  readonly comments: string | null;
  /** For `tag`: the tags to add and to remove. */
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
  /** The number of shipments. */
  readonly total: number;
  /** The reason why the service stopped the job; null if the service did not stop it. */
  readonly failure: Sentence | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

export interface JobProgress {
  /** The number of finished shipments, including failed ones. */
  readonly done: number;
  readonly failed: number;
}

export interface JobItemResult {
  readonly isDone: boolean;
  readonly message: Sentence;
}

/** The lowest role that may start a job with this action: the same as for one shipment. */
export function leastRoleFor(action: JobAction): Role {
  return action === 'reattempt' || action === 'rto' ? 'manager' : 'packer';
}

/** Tells whether the action may be repeated after a lost answer. If not, a person has to check. */
export function isRepeatable(action: JobAction): boolean {
  return action !== 'reattempt' && action !== 'rto';
}

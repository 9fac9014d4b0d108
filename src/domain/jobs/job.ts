import type { Actor } from '../actor.ts';
import type { Role } from '../role.ts';

/** What can be done to many shipments at once. */
export const JOB_ACTIONS = ['ship', 'cancel', 'reattempt', 'rto', 'label', 'manifest', 'tag'] as const;
export type JobAction = (typeof JOB_ACTIONS)[number];

/** `stopped`: a person stopped it, or the service did because its maker lost the right to it. The shipments that are left stay as they are. */
export const JOB_STATES = ['waiting', 'running', 'done', 'stopped'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** `acting`: somebody is at it, or died at it. */
export const JOB_ITEM_STATES = ['waiting', 'acting', 'done', 'failed'] as const;
export type JobItemState = (typeof JOB_ITEM_STATES)[number];

/** How it is to be done; of each action only its own. */
export interface JobOptions {
  /** Of `ship`: the carrier to book; null for the account's choice. */
  readonly carrierId: string | null;
  /** Of `reattempt`: what couriers are told. */
  readonly comments: string | null;
  /** Of `tag`. */
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
}

/** Something that is done to many shipments, one after the other. */
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

/** How far a job is. */
export interface JobProgress {
  /** Those that are through, failed ones included. */
  readonly done: number;
  readonly failed: number;
}

/** What became of one shipment of a job. */
export interface JobItemResult {
  readonly isDone: boolean;
  /** A sentence. */
  readonly message: string;
}

/** The lowest role that may start such a job: the same as for one shipment. */
export function leastRoleFor(action: JobAction): Role {
  return action === 'reattempt' || action === 'rto' ? 'manager' : 'packer';
}

/** Whether a courier that was perhaps asked already may be asked again: else nobody knows, and a person must look. */
export function isRepeatable(action: JobAction): boolean {
  return action !== 'reattempt' && action !== 'rto';
}

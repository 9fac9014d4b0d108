import type { EventEmitter } from 'node:events';
import type { JudgeOrders } from './judge-orders.ts';

/** An order of a file that failed because of an error of the service, for the log. */
export interface ImportFailure {
  readonly accountId: string;
  readonly importId: string;
  /** The line of its first row. */
  readonly line: number;
  /** The number of the try, from 1. */
  readonly attempt: number;
  readonly isRejected: boolean;
  /** The error without addresses and numbers. */
  readonly error: string;
}

export interface ImportParts {
  readonly judgeOrders: JudgeOrders;
  /** Emits each order of an imported file that failed because of an error of the service. */
  readonly importFailures: EventEmitter<{ failed: [ImportFailure] }>;
}

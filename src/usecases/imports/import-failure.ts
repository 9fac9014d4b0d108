/** An order of a file that the service failed at, for the log. */
export interface ImportFailure {
  readonly accountId: string;
  readonly importId: string;
  /** The first of its rows. */
  readonly line: number;
  /** Which try it was, from 1. */
  readonly attempt: number;
  readonly isRejected: boolean;
  /** Without the addresses and numbers in it. */
  readonly error: string;
}

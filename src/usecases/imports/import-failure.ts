/** An order of a file that failed because of the service, for the log. */
export interface ImportFailure {
  readonly accountId: string;
  readonly importId: string;
  /** The first of its rows. */
  readonly line: number;
  /** The number of the try, from 1. */
  readonly attempt: number;
  readonly isRejected: boolean;
  /** Without the addresses and numbers in it. */
  readonly error: string;
}

/** A position in the primary's log, in bytes from the start of the log. */
export type Position = number;

/** The most accounts with separately tracked writes while the replica lags. */
const MOST_ACCOUNTS = 50_000;

/** The log positions that a replica must reach to have everything that each account has written. */
export class Positions {
  readonly #ofAccounts = new Map<string, Position>();
  /** Writes up to this position are not tracked by account. */
  #floor: Position = Number.POSITIVE_INFINITY;
  #newest: Position = 0;

  /** Sets the position after which all writes are received as notifications. */
  beginAt(position: Position): void {
    this.#floor = position;
    this.forgetUpTo(position);
  }

  note(accountIds: readonly string[], position: Position): void {
    this.#newest = Math.max(this.#newest, position);
    for (const accountId of accountIds) {
      if (position > (this.#ofAccounts.get(accountId) ?? 0)) this.#ofAccounts.set(accountId, position);
    }
    if (this.#ofAccounts.size > MOST_ACCOUNTS) this.beginAt(this.#newest);
  }

  of(accountId: string): Position {
    return Math.max(this.#floor, this.#ofAccounts.get(accountId) ?? 0);
  }

  /** Forgets the writes that the replica has replayed. */
  forgetUpTo(replayed: Position): void {
    for (const [accountId, position] of this.#ofAccounts) {
      if (position <= replayed) this.#ofAccounts.delete(accountId);
    }
  }
}

/** A position in the primary's log, in bytes from its beginning. */
export type Position = number;

/** The number of accounts whose writes are tracked separately while the replica lags. */
const MOST_ACCOUNTS = 50_000;

/** The log position that a replica needs to have everything that an account has written. */
export class Positions {
  readonly #ofAccounts = new Map<string, Position>();
  /** The position up to which writes are not tracked by account. */
  #floor: Position = Number.POSITIVE_INFINITY;
  #newest: Position = 0;

  /** From here on all writes are received as notifications. */
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

  /** Forgets writes that the replica has replayed. */
  forgetUpTo(replayed: Position): void {
    for (const [accountId, position] of this.#ofAccounts) {
      if (position <= replayed) this.#ofAccounts.delete(accountId);
    }
  }
}

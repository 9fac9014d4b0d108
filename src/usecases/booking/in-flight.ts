/**
 * Work that this process has begun in the database and will finish: bookings in progress and idempotency keys. A row of this process that is not in here was left over, because its request ended while
 * the database was down. It is settled like a row of a dead process.
 *
 * Begin before writing to the database, and end after the end is written to the database.
 */
export class InFlight {
  private readonly ends = new Map<string, Promise<void>>();

  /**
   * @returns a function that ends this work, and nothing that was begun with the same id afterwards
   * @throws Error if the work is already in flight
   */
  begin(id: string): () => void {
    if (this.ends.has(id)) throw new Error(`${id} is in flight already`);
    let resolve: () => void = () => undefined;
    const ended = new Promise<void>((resolveEnded) => {
      resolve = resolveEnded;
    });
    this.ends.set(id, ended);
    return () => {
      resolve();
      if (this.ends.get(id) === ended) this.ends.delete(id);
    };
  }

  /** Resolves when the work ends; null if it is not in flight. */
  endOf(id: string): Promise<void> | null {
    return this.ends.get(id) ?? null;
  }

  list(): string[] {
    return [...this.ends.keys()];
  }
}

/**
 * Work that this process has begun in the database and will finish: bookings in progress and idempotency keys. A row of this process that is not in here was left over, because its request ended while
 * the database was down. It is settled like a row of a dead process.
 *
 * Begin before writing to the database, and end after the end is written to the database.
 */
export class InFlight {
  private readonly ends = new Map<string, { readonly ended: Promise<void>; readonly end: () => void }>();

  /** @throws Error if the work is already in flight */
  begin(id: string): void {
    if (this.ends.has(id)) throw new Error(`${id} is in flight already`);
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.ends.set(id, { ended, end });
  }

  end(id: string): void {
    this.ends.get(id)?.end();
    this.ends.delete(id);
  }

  /** Resolves when the work ends; null if it is not in flight. */
  endOf(id: string): Promise<void> | null {
    return this.ends.get(id)?.ended ?? null;
  }

  list(): string[] {
    return [...this.ends.keys()];
  }
}

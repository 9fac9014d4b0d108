/**
 * Work that this process has begun in the database and will finish: reservations, bookings in progress,
 * idempotency keys. Rows of this process that are not in here were left over (their request ended while the
 * database was down), and are settled like those of a dead process.
 *
 * Begin before writing to the database, and end after the database has the end.
 */
export class InFlight {
  private readonly ends = new Map<string, { readonly ended: Promise<void>; readonly end: () => void }>();

  /** @throws Error if it is already in flight */
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

  /** Resolves when it ends; null if it is not in flight. */
  endOf(id: string): Promise<void> | null {
    return this.ends.get(id)?.ended ?? null;
  }

  list(): string[] {
    return [...this.ends.keys()];
  }
}

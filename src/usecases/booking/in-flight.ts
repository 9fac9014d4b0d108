/**
 * Work that this process has begun in the database and will finish: reservations, bookings under way, idempotency keys. Rows of
 * this process that are not in here were left over (their request ended while the database was away), and are settled like
 * those of a dead process.
 *
 * Begin before the database learns of it, and end once it is ended there.
 */
export class InFlight {
  private readonly ends = new Map<string, { readonly ended: Promise<void>; readonly end: () => void }>();

  /** @throws Error where it is in flight already */
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

  /** Resolves once it is ended; null where it is not in flight. */
  endOf(id: string): Promise<void> | null {
    return this.ends.get(id)?.ended ?? null;
  }

  list(): string[] {
    return [...this.ends.keys()];
  }
}

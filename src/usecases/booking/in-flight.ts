/**
 * What the requests of this process have begun in the database and will end: reservations, bookings being
 * asked for, idempotency keys. What the database has under this process, and is not in here, was left over
 * (its request ended while the database was away), and is settled like what a dead process leaves.
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

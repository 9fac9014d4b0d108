/** A code that was out of sight for this long counts as new. */
const FORGOTTEN_MS = 1500;

/** Tells which seen codes are new: one that stays before the camera is scanned once. */
export class CodesInSight {
  readonly #seenAt = new Map<string, number>();

  /** @param now milliseconds of a clock that never goes back */
  see(code: string | null, now: number): boolean {
    for (const [known, at] of this.#seenAt) if (now - at > FORGOTTEN_MS) this.#seenAt.delete(known);
    if (code === null) return false;
    const isNew = !this.#seenAt.has(code);
    this.#seenAt.set(code, now);
    return isNew;
  }
}

/**
 * Bytes that may be under way together, and how many of them one sender may have: a slow body holds its share, and
 * nothing beyond.
 */
export class BodyShares {
  readonly #all: number;
  readonly #each: number;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor({ all, each }: { all: number; each: number }) {
    this.#all = all;
    this.#each = each;
  }

  /** What is held by everybody, in bytes. */
  get total(): number {
    return this.#total;
  }

  /** Holds a share. @returns what gives it back, of which only the first call counts; null where there is none left */
  take(sender: string, bytes: number): (() => void) | null {
    const held = this.#held.get(sender) ?? 0;
    if (this.#total + bytes > this.#all || held + bytes > this.#each) return null;
    this.#total += bytes;
    this.#held.set(sender, held + bytes);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#giveBack(sender, bytes);
    };
  }

  #giveBack(sender: string, bytes: number): void {
    this.#total -= bytes;
    const left = (this.#held.get(sender) ?? bytes) - bytes;
    if (left > 0) this.#held.set(sender, left);
    else this.#held.delete(sender);
  }
}

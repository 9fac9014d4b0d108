import { LRUCache } from 'lru-cache';

/**
 * Uses about five megabytes for each font and weight. Words repeat within a label, which is tried in several
 * sizes, and between labels (cities, states, brands).
 */
const MOST_LETTERS = 32_000;
const LONGEST_WORD = 40;

/** A cache of results for words. The least recently used results are dropped. */
export class WordMemory<Made extends object> {
  readonly #made = new LRUCache<string, Made>({
    maxSize: MOST_LETTERS,
    // Plus one, because even a short word takes some memory, and the empty word must count too.
    sizeCalculation: (_, word) => word.length + 1,
  });
  readonly #make: (word: string) => Made;

  /** @param make called for a word that is not cached, and each time for a long word */
  constructor(make: (word: string) => Made) {
    this.#make = make;
  }

  of(word: string): Made {
    if (word.length > LONGEST_WORD) return this.#make(word);
    const known = this.#made.get(word);
    if (known !== undefined) return known;
    const made = this.#make(word);
    this.#made.set(word, made);
    return made;
  }
}

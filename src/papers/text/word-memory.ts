import { LRUCache } from 'lru-cache';

/**
 * About five megabytes for one font or weight. Words repeat within a label, which tries several sizes, and
 * between labels (cities, states, brands).
 */
const MOST_LETTERS = 32_000;
const LONGEST_WORD = 40;

/** A cache of results for words; the least recently used ones are dropped. */
export class WordMemory<Made extends object> {
  readonly #made = new LRUCache<string, Made>({
    maxSize: MOST_LETTERS,
    // Plus one: each word takes some memory however short it is, and the empty one counts too.
    sizeCalculation: (_, word) => word.length + 1,
  });
  readonly #make: (word: string) => Made;

  /** @param make called for a word that is not cached, and for a long one each time */
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

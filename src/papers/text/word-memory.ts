import { LRUCache } from 'lru-cache';

/** A few megabytes; words repeat within a label, which tries several sizes, and from label to label (cities, states, brands). */
const MOST_WORDS = 8_000;
const LONGEST_WORD = 40;

/** What was made of words, by the font or weight that it was made for; of those used least recently, it is made again. */
export class WordMemory<Made extends object> {
  readonly #made = new LRUCache<string, Made>({ max: MOST_WORDS });

  /** @param make done for a word that is not known, and for a long one each time */
  of(kind: string, word: string, make: () => Made): Made {
    if (word.length > LONGEST_WORD) return make();
    const key = `${kind} ${word}`;
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.#made.set(key, made);
    return made;
  }
}

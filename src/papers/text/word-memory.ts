import { LRUCache } from 'lru-cache';

/** Of one font or weight, a megabyte or two; words repeat within a label, which tries several sizes, and from label to label (cities, states, brands). */
const MOST_WORDS = 4_000;
const LONGEST_WORD = 40;

/** What was made of words; of those used least recently, it is made again. */
export class WordMemory<Made extends object> {
  readonly #made = new LRUCache<string, Made>({ max: MOST_WORDS });
  readonly #make: (word: string) => Made;

  /** @param make done for a word that is not known, and for a long one each time */
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

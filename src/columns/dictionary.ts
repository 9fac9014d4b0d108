import { DoesNotFit } from './does-not-fit.ts';

/** The code that means no value. */
export const NOTHING = 0;

/** Words with their codes. Words with the same code follow their canonical word. */
export interface KnownWords {
  readonly words: readonly string[];
  readonly codes: readonly number[];
}

/** The words of a column, each with a small number; 0 means absent. Words are never removed. */
export class Dictionary {
  readonly #codes = new Map<string, number>();
  readonly #words: string[] = [''];
  readonly #mostCodes: number;
  readonly #meant: (word: string) => string;
  #bytes = 0;

  /** @param meant maps a word to its canonical word */
  constructor(mostCodes: number, meant: (word: string) => string = (word) => word) {
    this.#mostCodes = mostCodes;
    this.#meant = meant;
  }

  /** The number of codes, including 0. */
  get size(): number {
    return this.#words.length;
  }

  /** The approximate memory use in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The code of a word, which is added if it is new. @throws DoesNotFit if the column has no code left */
  add(word: string): number {
    const known = this.#codes.get(word);
    if (known !== undefined) return known;
    const meant = this.#meant(word);
    const code = this.#codes.get(meant) ?? this.#addNew(meant);
    // The canonical word is stored separately.
    if (word !== meant) this.#addMeant(word, code);
    return code;
  }

  /** Yields all words in batches of at most this size. */
  *known(most: number): Generator<KnownWords, void, undefined> {
    let [words, codes]: [string[], number[]] = [[], []];
    for (const [word, code] of this.#codes) {
      words.push(word);
      codes.push(code);
      if (words.length < most) continue;
      yield { words, codes };
      [words, codes] = [[], []];
    }
    if (words.length > 0) yield { words, codes };
  }

  take({ words, codes }: KnownWords): void {
    for (const [nth, word] of words.entries()) {
      const code = codes[nth] as number;
      if (code === this.#words.length) this.#addNew(word);
      else this.#addMeant(word, code);
    }
  }

  #addMeant(word: string, code: number): void {
    this.#codes.set(word, code);
    this.#bytes += 2 * word.length + 64;
  }

  #addNew(word: string): number {
    const code = this.#words.length;
    if (code >= this.#mostCodes) throw new DoesNotFit(`more than ${this.#mostCodes - 1} words`);
    this.#codes.set(word, code);
    this.#words.push(word);
    // The text, its entry in the list, and its entry in the map.
    this.#bytes += 2 * word.length + 64;
    return code;
  }

  /** The code of a word; undefined if no row has had this word. */
  find(word: string): number | undefined {
    return this.#codes.get(word);
  }

  /** The word of a code; null for 0. */
  word(code: number): string | null {
    return code === NOTHING ? null : (this.#words[code] ?? null);
  }
}

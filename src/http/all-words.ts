/** Lists every word of a domain type in the given order; a missing word is a compile error. */
export function allWords<Word extends string>(words: Readonly<Record<Word, true>>): readonly Word[] {
  return Object.keys(words) as Word[];
}

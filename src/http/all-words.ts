/** Every word of a type of domain, in the order given: one that is missing does not compile. */
export function allWords<Word extends string>(words: Readonly<Record<Word, true>>): readonly Word[] {
  return Object.keys(words) as Word[];
}

/** Where mixing begins: another place in each process, so that nobody can think out words that meet in one slot. */
export const MIXING_START = Math.floor(Math.random() * 2 ** 32) | 0;

/** A number that a further word has been mixed into. */
export function mix(mixed: number, word: number): number {
  const product = Math.imul(mixed ^ word, 0x9e3779b1);
  return product ^ (product >>> 15);
}

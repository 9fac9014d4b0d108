/**
 * The start value of hashing. It differs in each process, so that words that collide in one process do not
 * collide in all. It gives no protection against chosen words: the next word can undo a change of the highest
 * bit, whatever the start value is.
 */
export const MIXING_START = Math.floor(Math.random() * 2 ** 32) | 0;

export function mix(mixed: number, word: number): number {
  const product = Math.imul(mixed ^ word, 0x9e3779b1);
  return product ^ (product >>> 15);
}

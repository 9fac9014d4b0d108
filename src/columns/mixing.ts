/**
 * The start value of hashing, different in each process, so that words that collide in one process do not
 * collide in all. It is no protection against chosen words: a change of the highest bit can be undone by the
 * next word, whatever the start value.
 */
export const MIXING_START = Math.floor(Math.random() * 2 ** 32) | 0;

/** Mixes a further word into a hash. */
export function mix(mixed: number, word: number): number {
  const product = Math.imul(mixed ^ word, 0x9e3779b1);
  return product ^ (product >>> 15);
}

/**
 * Where mixing begins: another place in each process, so that words which happen to meet in one slot do not meet in every process.
 * It does not keep out who thinks such words out: what the highest bit changes, the next word can undo, wherever mixing began.
 */
export const MIXING_START = Math.floor(Math.random() * 2 ** 32) | 0;

/** A number that a further word has been mixed into. */
export function mix(mixed: number, word: number): number {
  const product = Math.imul(mixed ^ word, 0x9e3779b1);
  return product ^ (product >>> 15);
}

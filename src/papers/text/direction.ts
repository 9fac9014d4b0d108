export type Direction = 'ltr' | 'rtl';

/** Digits of any script run from left to right. */
const RIGHT_TO_LEFT = /(?!\p{N})\p{Script=Arabic}/u;

/** Tells whether a word is drawn from right to left. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

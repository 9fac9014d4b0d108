import type { Field } from './field.ts';

/** At most this many names are told, and this much of each: they are echoed. */
export const MOST_IGNORED = 50;
const LONGEST_NAME = 100;

/**
 * The names in what was sent that nothing is read from, each with its path: `colour`,
 * `order_items[0].colour`. Takes time in proportion to what was sent, whatever it is.
 */
export function ignoredFields({ findIgnored }: Field, sent: unknown): readonly string[] {
  const found: string[] = [];
  findIgnored?.(sent, '', found);
  return found;
}

/** Adds a name as it can be stored and shown. */
export function addIgnored(found: string[], name: string): void {
  if (found.length < MOST_IGNORED) found.push(name.slice(0, LONGEST_NAME).replace(/\p{Cs}/gu, '\ufffd'));
}

import type { Field } from './field.ts';

/** At most this many names are returned, and this much of each, because they come from the client. */
export const MOST_IGNORED = 50;
const LONGEST_NAME = 100;

/**
 * The names of unknown fields in the input, each with its path: `colour`, `order_items[0].colour`. Takes time
 * in proportion to the input, whatever it is.
 */
export function ignoredFields({ findIgnored }: Field, sent: unknown): readonly string[] {
  const found: string[] = [];
  findIgnored?.(sent, '', found);
  return found;
}

/** Adds a name in a form that can be stored and shown. */
export function addIgnored(found: string[], name: string): void {
  if (found.length < MOST_IGNORED) found.push(name.slice(0, LONGEST_NAME).replace(/\p{Cs}/gu, '\ufffd'));
}

import type { Field } from './field.ts';

/** The limits for the number of names and for the length of each name, because the client chooses them. */
export const MOST_IGNORED = 50;
const LONGEST_NAME = 100;

/**
 * Returns the path of each unknown field in the input: `colour`, `order_items[0].colour`. The time that this
 * takes is proportional to the size of the input.
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

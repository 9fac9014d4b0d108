import { isEmpty } from './blank.ts';
import type { Field } from './field.ts';

/** Returns the names of a field that have equal rank, the main name first. */
export function equalNamesOf(name: string, { isRepeatable, aliases }: Field): readonly string[] {
  return [name, ...(isRepeatable ? [`${name}[]`] : []), ...aliases];
}

/** Returns every name of a field, the best first. */
export function namesOf(name: string, field: Field): readonly string[] {
  return [...equalNamesOf(name, field), ...field.nearMisses];
}

/**
 * Returns the name under which a field was sent: the first name with a value, else the first that is present
 * (a null may clear). Undefined if the field was not sent.
 */
export function sentUnder(
  names: readonly string[],
  sent: Readonly<Record<string, unknown>>,
): string | undefined {
  return names.find((name) => !isEmpty(sent[name])) ?? names.find((name) => Object.hasOwn(sent, name));
}

import type { Field, Step } from './field.ts';

/**
 * Converts a path of main field names, such as `awbs[0]`, into the names that were sent, for problems found
 * after reading: `tracking_numbers[1]` if the first entry was blank.
 */
export function pathAsSent(of: Field, sent: unknown, path: string): string {
  let name = '';
  let field: Field | null = of;
  let raw = sent;
  for (const [word, index] of path.matchAll(/\[(\d+)\]|[^.[\]]+/g)) {
    const own: string | number = index === undefined ? word : Number(index);
    const step: Step = field?.step?.(own, raw) ?? { key: own, raw: undefined, field: null };
    if (typeof step.key === 'number') name += `[${step.key}]`;
    else if (step.key !== null) name += name === '' ? step.key : `.${step.key}`;
    ({ field, raw } = step);
  }
  return name;
}

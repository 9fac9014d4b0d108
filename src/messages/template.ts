/** The names that a template may have in double braces. */
export const VARIABLES = [
  'first_name',
  'brand',
  'order_id',
  'tracking_number',
  'carrier',
  'cash',
  'expected_date',
  'reason',
  'next_step',
  'track_url',
  'pay_url',
  'review_url',
  'code',
] as const;

export type Variable = (typeof VARIABLES)[number];

/** The values for one message. A variable without a value has empty text. */
export type Values = Readonly<Record<Variable, string>>;

export const NO_VALUES = Object.fromEntries(VARIABLES.map((name) => [name, ''])) as Values;

/** Matches no brackets inside, so that an unclosed part is read only once. */
const OPTIONAL_PART = /\[\[((?:(?!\[\[|\]\])[\s\S])*)\]\]/g;
const NAMED = /\{\{([^{}]*)\}\}/g;

/**
 * Fills in a template: `{{cash}}` is replaced by its value, and a part in double square brackets is left out
 * if one of its variables is empty. Values are never read as templates. The result is plain text: callers
 * must escape all of it for HTML.
 */
export function fill(template: string, values: Values): string {
  return template
    .replace(OPTIONAL_PART, (_, part: string) =>
      namedIn(part).every((name) => valueNamed(name, values) !== '') ? part : '',
    )
    .replace(NAMED, (_, name: string) => valueNamed(name.trim(), values));
}

/** Returns the unknown names in double braces, so that typing errors are reported when a template is set. */
export function unknownVariables(template: string): string[] {
  return namedIn(template).filter((name) => !isVariable(name));
}

function namedIn(template: string): string[] {
  return [...template.matchAll(NAMED)].map((match) => (match[1] ?? '').trim());
}

function valueNamed(name: string, values: Values): string {
  return isVariable(name) ? values[name] : '';
}

function isVariable(name: string): name is Variable {
  return (VARIABLES as readonly string[]).includes(name);
}

import {
  type Field,
  type FieldOptions,
  type FieldSchema,
  field,
  type JsonSchema,
  type ValueOf,
} from './field.ts';

/** How many entries; both are included. Every list says its most, so that reading is bounded. */
export interface ListOptions extends FieldOptions {
  min?: number;
  max: number;
}

/**
 * A list of scalars. It is taken under its name and under `name[]`; a single value stands for a list of
 * one; null and blank entries are left out.
 */
export function list<F extends FieldSchema>(of: F, options: ListOptions): Field<ValueOf<F>[]> {
  const { min = 0, max } = options;
  const limits: JsonSchema = { ...(min === 0 ? {} : { minItems: min }), maxItems: max };
  return field(
    { type: 'array', items: of, ...limits },
    { kind: 'list', expectation: `must be a list of ${entries(min, max)}` },
    {
      type: 'array',
      items: of,
      ...limits,
      description: 'Also taken under this name followed by `[]`; a single value stands for a list of one.',
    },
    options,
  );
}

/** A list of objects. Nothing stands for it but a list, and each entry must be an object. */
export function listOf<F extends FieldSchema>(of: F, options: ListOptions): Field<ValueOf<F>[]> {
  const { min = 0, max } = options;
  const limits: JsonSchema = { ...(min === 0 ? {} : { minItems: min }), maxItems: max };
  return field(
    { type: 'array', items: of, ...limits },
    { kind: 'entries', expectation: `must be a list of ${entries(min, max)}` },
    { type: 'array', items: of, ...limits },
    options,
  );
}

/** Exactly two scalars, judged as one: `expectation` is what follows the name (`must be the pair from ...`). */
export function pair<A extends FieldSchema, B extends FieldSchema>(
  first: A,
  second: B,
  expectation: string,
  options: FieldOptions = {},
): Field<[ValueOf<A>, ValueOf<B>]> {
  const keywords = { type: 'array', prefixItems: [first, second], items: false, minItems: 2, maxItems: 2 };
  return field(keywords, { kind: 'pair', expectation }, keywords, options);
}

/** A scalar or an object, told apart by which of them the client sent. */
export function either<A extends FieldSchema, B extends FieldSchema>(
  scalar: A,
  object: B,
  options: FieldOptions = {},
): Field<ValueOf<A> | ValueOf<B>> {
  return field(
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    { if: { type: 'object' }, then: object, else: scalar },
    { ...scalar.reading, kind: 'either' },
    { anyOf: [scalar, object] },
    options,
  );
}

function entries(min: number, max: number): string {
  if (min === max) return `exactly ${max} entries`;
  return min === 0 ? `at most ${max} entries` : `${min} to ${max} entries`;
}

/** What was sent as a list of scalars, less its blank entries. */
export function entriesOf(raw: unknown): readonly unknown[] {
  if (!Array.isArray(raw)) return [raw];
  return raw.some(isBlank) ? raw.filter((entry) => !isBlank(entry)) : raw;
}

/** Absent, null, or text of nothing but white space. */
export function isBlank(raw: unknown): boolean {
  if (raw === undefined || raw === null || raw === '') return true;
  if (typeof raw !== 'string') return false;
  const first = raw.charCodeAt(0);
  const startsVisibly = first > LAST_ASCII_SPACE && first < FIRST_WIDE_SPACE;
  return !startsVisibly && raw.trim() === '';
}

const LAST_ASCII_SPACE = 0x20;
const FIRST_WIDE_SPACE = 0xa0;

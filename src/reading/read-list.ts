import { type AboutField, about } from '../problems/sentence.ts';
import { isBlank, isEmpty, isObject } from './blank.ts';
import { type Field, type FieldOptions, field, type ValueOf } from './field.ts';
import { type FieldPlace, Findings } from './findings.ts';
import { MOST_IGNORED } from './ignored-fields.ts';

/** The inclusive limits of a list's length. Every list has a maximum, so that reading is bounded. */
export interface ListOptions extends FieldOptions {
  min?: number;
  max: number;
}

/**
 * A list of scalars, under its name or under `name[]`. A single value counts as a list of one. Null and blank
 * entries are left out, and a list of only such entries counts as absent.
 */
export function list<F extends Field>(of: F, options: ListOptions): Field<ValueOf<F>[]> {
  return field(
    {
      read: (raw, at, out) => {
        const isList = Array.isArray(raw);
        const given = givenEntries(isList ? raw : [raw], options.max);
        // The index counts the client's entries. A single value has the field's name without an index.
        const placeOf = (index: number): FieldPlace | null =>
          isList ? { parent: at, key: index, turn: index } : at;
        return readEntries(of, given, { at, placeOf, options }, out);
      },
      isBlank: isEmpty,
      isRepeatable: true,
      needsPincodes: of.needsPincodes,
      step: (key, raw) => {
        if (!Array.isArray(raw)) return { key: null, raw, field: of };
        const [index, entry] = givenEntries(raw, options.max)[Number(key)] ?? [key];
        return { key: index, raw: entry, field: of };
      },
      document: {
        anyOf: [documentOf(of, options), of.document],
        description: 'A single value is accepted as a list of one; the name may end in `[]`.',
      },
      ...shownEntries(of),
    },
    options,
  );
}

/** A list of objects. Only a list is accepted, and each entry must be an object. */
export function listOf<F extends Field>(of: F, options: ListOptions): Field<ValueOf<F>[]> {
  const { findIgnored } = of;
  return field(
    {
      read: (raw, at, out) => {
        if (!Array.isArray(raw)) return out.refuse(at, 'invalid', expectationOf(options));
        if (raw.length > options.max) return out.refuse(at, 'too_long', expectationOf(options));
        const placeOf = (index: number): FieldPlace => ({ parent: at, key: index, turn: index });
        return readEntries(of, [...raw.entries()], { at, placeOf, options }, out);
      },
      needsPincodes: of.needsPincodes,
      step: (key, raw) => ({ key, raw: Array.isArray(raw) ? raw[Number(key)] : undefined, field: of }),
      findIgnored:
        findIgnored &&
        ((raw, path, found) => {
          if (!Array.isArray(raw)) return;
          for (let index = 0; index < raw.length && found.length < MOST_IGNORED; index += 1) {
            findIgnored(raw[index], `${path}[${index}]`, found);
          }
        }),
      document: documentOf(of, options),
      ...shownEntries(of),
    },
    options,
  );
}

interface EntriesAt {
  readonly at: FieldPlace | null;
  readonly placeOf: (index: number) => FieldPlace | null;
  readonly options: ListOptions;
}

/** Returns the entries that are not blank, at most `max` + 1, because there may be hundreds of thousands. */
function givenEntries(raw: readonly unknown[], max: number): (readonly [index: number, raw: unknown])[] {
  const given: (readonly [index: number, raw: unknown])[] = [];
  for (let index = 0; index < raw.length && given.length <= max; index += 1) {
    if (!isBlank(raw[index])) given.push([index, raw[index]]);
  }
  return given;
}

/** Reads the entries. Too many are not read; too few are refused with the entries' problems. */
function readEntries<F extends Field>(
  of: F,
  given: readonly (readonly [index: number, raw: unknown])[],
  { at, placeOf, options }: EntriesAt,
  out: Findings,
): ValueOf<F>[] | undefined {
  const { min = 0, max } = options;
  if (given.length > max) return out.refuse(at, 'too_long', expectationOf(options));
  const before = out.count;
  if (given.length < min) out.refuse(at, 'too_short', expectationOf(options));
  const values = given.map(([index, raw]) => of.read(raw, placeOf(index), out) as ValueOf<F>);
  return out.count > before ? undefined : values;
}

function shownEntries<F extends Field>(of: F): Pick<Field<ValueOf<F>[]>, 'show' | 'shown'> {
  return {
    show: (values) => values.map((value) => of.show(value)),
    shown: { type: 'array', items: of.shown },
  };
}

function expectationOf({ min = 0, max }: ListOptions): AboutField {
  if (min === max)
    return about('must_be_list_of_exactly', 'must be a list of exactly {count} entries', { count: max });
  return min === 0
    ? about('must_be_list_of_at_most', 'must be a list of at most {most} entries', { most: max })
    : about('must_be_list_of', 'must be a list of {least} to {most} entries', { least: min, most: max });
}

function documentOf({ document }: Field, { min = 0, max }: ListOptions) {
  return { type: 'array', items: document, ...(min === 0 ? {} : { minItems: min }), maxItems: max };
}

/** Two scalars, checked as one value. `expectation` says what they must be. */
export function pair<A extends Field, B extends Field>(
  first: A,
  second: B,
  expectation: AboutField,
  options: FieldOptions = {},
): Field<[ValueOf<A>, ValueOf<B>]> {
  return field(
    {
      read: (raw, at, out) => {
        if (Array.isArray(raw) && raw.length === 2) {
          const inside = new Findings(out.lookups);
          const both = [first.read(raw[0], at, inside), second.read(raw[1], at, inside)];
          if (inside.count === 0) return both as [ValueOf<A>, ValueOf<B>];
        }
        return out.refuse(at, 'invalid', expectation);
      },
      isBlank: isEmpty,
      isRepeatable: true,
      needsPincodes: first.needsPincodes || second.needsPincodes,
      document: {
        type: 'array',
        prefixItems: [first.document, second.document],
        // A third item is never allowed. But linters expect this schema, and generators take the type of both
        // items from it.
        items: { anyOf: [first.document, second.document] },
        minItems: 2,
        maxItems: 2,
      },
    },
    options,
  );
}

/** A scalar or an object, whichever the client sent. */
export function either<A extends Field, B extends Field>(
  scalar: A,
  object: B,
  options: FieldOptions = {},
): Field<ValueOf<A> | ValueOf<B>> {
  return field<ValueOf<A> | ValueOf<B>>(
    {
      read: (raw, at, out) =>
        (isObject(raw) ? object : scalar).read(raw, at, out) as ValueOf<A> | ValueOf<B> | undefined,
      needsPincodes: scalar.needsPincodes || object.needsPincodes,
      findIgnored: object.findIgnored,
      step: object.step,
      document: { anyOf: [scalar.document, object.document] },
    },
    options,
  );
}

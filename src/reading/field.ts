import type { ProblemCode } from '../problems/problem.ts';
import type { AboutField } from '../problems/sentence.ts';
import { isBlank } from './blank.ts';
import type { FieldPlace, Findings } from './findings.ts';

/** JSON Schema, as in the OpenAPI document. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The handling of an absent, null or blank field. */
export type Presence =
  /** Absent, null and blank text are refused. */
  | 'required'
  /** Absent, null and blank text mean "not given". */
  | 'optional'
  /** Absent: unchanged. Null clears. Blank text means "not given". */
  | 'null clears'
  /** Absent: unchanged. Null and blank text clear. */
  | 'blank clears'
  /** Absent: unchanged. Null and blank text are refused. */
  | 'kept';

/**
 * Reads a sent value into its canonical form and checks it in one pass. Returns undefined if the value is
 * refused; the problems are then in `out`. Never throws, and the size of the result is limited for any input.
 */
export type Read<Value> = (raw: unknown, at: FieldPlace | null, out: Findings) => Value | undefined;

/** Adds the names of unknown fields in `raw`, which was sent at `path`, to `found`, up to a limit. */
export type FindIgnored = (raw: unknown, path: string, found: string[]) => void;

/** The value at a name or index. */
export interface Step {
  /** The name or index as sent; null if a single value stands for a list of one. */
  readonly key: string | number | null;
  readonly raw: unknown;
  /** Null if there is no further field. */
  readonly field: Field | null;
}

/** A field whose handler receives a `Value`. */
export interface Field<Value = unknown> {
  readonly read: Read<Value>;
  /**
   * The schema of the values that a client may send. Every value that it allows is accepted, and it allows
   * the canonical form of every accepted value. Only look-ups and rules over several fields refuse further values.
   */
  readonly document: JsonSchema;
  /** Writes a value as answers have it: paise 99900 as rupees 999, a `Date` as ISO 8601. */
  show(value: Value): unknown;
  /** The schema of what `show` writes. Limits and accepted forms are about requests, so it does not repeat them. */
  readonly shown: JsonSchema;
  /** Its description without notes about accepted forms and names; null if it has none. */
  readonly description: string | null;
  readonly presence: Presence;
  /** True if the field may be absent in the value that the handler receives. */
  readonly mayBeAbsent: boolean;
  /** The value that the handler receives if the field is not given. */
  readonly default: unknown;
  /** Tells whether a value means "not given". */
  readonly isBlank: (raw: unknown) => boolean;
  /** True for a list: its name may then end with `[]`. */
  readonly isRepeatable: boolean;
  /** Other names of equal rank. A request that uses two names of one field is refused. */
  readonly aliases: readonly string[];
  /** Wrong names that clients often use: accepted if the field has no value under a right name. */
  readonly nearMisses: readonly string[];
  /** True if reading this field uses the pincode directory. */
  readonly needsPincodes: boolean;
  /** Null if nothing inside can be unknown, as in a scalar or a list of scalars. */
  readonly findIgnored: FindIgnored | null;
  /** Finds the sent value for a key of the result. Null if the value has no keys, as for a scalar. */
  readonly step: ((key: string | number, raw: unknown) => Step | null) | null;
}

export interface MayBeAbsent {
  readonly mayBeAbsent: true;
}

/** The field's value as the handler receives it. */
export type ValueOf<F extends Field> = F extends Field<infer Value> ? Value : never;

export interface FieldOptions {
  /** The name of the schema in the document. */
  title?: string;
  description?: string;
  /** The examples of operations show the first one. */
  examples?: readonly unknown[];
  /** Other names of equal rank, also in the document. A request with two names of one field is refused. */
  aliases?: readonly string[];
  /**
   * Wrong names that clients use: accepted if the field has no value under a right name, otherwise ignored
   * like any unknown name.
   */
  nearMisses?: readonly string[];
}

type FieldParts<Value> = Pick<Field<Value>, 'read' | 'document'> &
  Partial<
    Pick<
      Field<Value>,
      'show' | 'shown' | 'isBlank' | 'isRepeatable' | 'needsPincodes' | 'findIgnored' | 'step'
    >
  >;

export function field<Value>(parts: FieldParts<Value>, options: FieldOptions = {}): Field<Value> {
  const { aliases = [], nearMisses = [], description = null } = options;
  return {
    description,
    presence: 'required',
    mayBeAbsent: false,
    default: undefined,
    isBlank,
    isRepeatable: false,
    needsPincodes: false,
    findIgnored: null,
    step: null,
    aliases,
    nearMisses,
    show: (value) => value,
    ...parts,
    document: documented(parts.document, options),
    shown: exampled(parts.shown ?? shownBy(parts.document), options),
  };
}

/** Builds a field without inner fields. A value for which `read` returns undefined is refused. */
export function scalar<Value>(
  read: (raw: unknown) => Value | undefined,
  { code = 'invalid', expectation }: { code?: ProblemCode; expectation: AboutField },
  document: JsonSchema,
  { shown = shownBy(document), ...options }: FieldOptions & { shown?: JsonSchema } = {},
): Field<Value> {
  return field(
    { read: (raw, at, out) => read(raw) ?? out.refuse(at, code, expectation), document, shown },
    options,
  );
}

/**
 * Returns the same field, with its value converted into the form that the domain uses.
 *
 * @param shows how answers show the converted value, and as what: by default as it is
 */
export function mapped<From, To>(
  of: Field<From>,
  to: (value: From) => To,
  { show = (value) => value, shown = of.shown }: Partial<Pick<Field<To>, 'show' | 'shown'>> = {},
): Field<To> {
  return {
    ...of,
    show,
    shown,
    read: (raw, at, out) => {
      const value = of.read(raw, at, out);
      return value === undefined ? undefined : to(value);
    },
  };
}

/** What answers say of a value that is shown as it is read. Requests may have numbers as text too; the first type counts. */
function shownBy({ type = 'string', format }: JsonSchema): JsonSchema {
  return { type: [type].flat()[0], ...(format === undefined ? {} : { format }) };
}

function exampled(shown: JsonSchema, { examples }: FieldOptions): JsonSchema {
  return examples === undefined ? shown : { ...shown, examples };
}

function documented(document: JsonSchema, options: FieldOptions): JsonSchema {
  const { title, description, aliases = [], nearMisses = [], examples } = options;
  const names = [...aliases, ...nearMisses].map((name) => `\`${name}\``);
  const taken = names.length === 0 ? undefined : `Also accepted as ${names.join(', ')}.`;
  return {
    ...withSentences(document, [description, taken]),
    ...(title === undefined ? {} : { title }),
    ...(examples === undefined ? {} : { examples }),
  };
}

/** Adds sentences to the end of a document's description. */
export function withSentences(document: JsonSchema, more: readonly (string | undefined)[]): JsonSchema {
  const sentences = [document.description, ...more].filter((one) => one !== undefined && one !== '');
  return sentences.length === 0 ? document : { ...document, description: sentences.join(' ') };
}

/** Absent, null and blank text all mean "not given"; the handler receives nothing. */
export function optional<F extends Field>(of: F): F & MayBeAbsent {
  return { ...of, presence: 'optional', mayBeAbsent: true, document: orBlank(of.document) };
}

/** Like `optional`, but the handler receives `value` if the field is not given. */
export function withDefault<F extends Field>(of: F, value: ValueOf<F>): F {
  return {
    ...of,
    presence: 'optional',
    default: value,
    document: { ...orBlank(of.document), default: value },
  };
}

/**
 * For an update: absent keeps the value, null clears it (the handler receives null). Blank text clears too if
 * `emptyTextClears` is set, and otherwise means "not given".
 */
export function clearable<F extends Field>(
  of: F,
  options: { emptyTextClears?: boolean } = {},
): Field<ValueOf<F> | null> & MayBeAbsent {
  return {
    ...(of as Field<ValueOf<F>>),
    presence: options.emptyTextClears === true ? 'blank clears' : 'null clears',
    mayBeAbsent: true,
    document: isFilePart(of.document) ? { ...of.document, type: ['string', 'null'] } : orBlank(of.document),
  };
}

/** For an update: absent keeps the value; null and blank text are refused, because it cannot be cleared. */
export function unclearable<F extends Field>(of: F): F & MayBeAbsent {
  return { ...of, presence: 'kept', mayBeAbsent: true };
}

/** File parts are never sent blank: an empty part of a form counts as absent, and JSON has no files. */
function isFilePart({ format }: JsonSchema): boolean {
  return format === 'binary';
}

const BLANK = { enum: ['', null] };

/** Returns the document of a field that may also be sent blank. */
function orBlank(document: JsonSchema): JsonSchema {
  if (isFilePart(document)) return document;
  const { type, enum: words, anyOf, title, format, pattern, minLength, ...rest } = document;
  if (title !== undefined || format !== undefined || Number(minLength) > 1) {
    const { description, examples, ...one } = document;
    return {
      anyOf: [one, BLANK],
      ...(description === undefined ? {} : { description }),
      ...(examples === undefined ? {} : { examples }),
    };
  }
  if (Array.isArray(anyOf)) return { ...document, anyOf: [...anyOf, BLANK] };
  return {
    ...(type === undefined ? {} : { type: [...new Set([type, 'null'].flat())] }),
    ...(Array.isArray(words) ? { enum: [...new Set([...words, ...BLANK.enum])] } : {}),
    ...(pattern === undefined ? {} : { pattern: `^$|${pattern}` }),
    ...rest,
  };
}

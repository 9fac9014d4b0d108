import type { ProblemCode } from '../problems/problem.ts';
import { isBlank } from './blank.ts';
import type { FieldPlace, Findings } from './findings.ts';

/** JSON Schema, as in the OpenAPI document. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The handling of an absent, null or blank field. */
export type Presence =
  /** Required: each of the three is refused. */
  | 'required'
  /** Each of the three means "not given". */
  | 'optional'
  /** Absent: unchanged. Null clears. Blank text means "not given". */
  | 'null clears'
  /** Absent: unchanged. Null and blank text clear. */
  | 'blank clears'
  /** Absent: unchanged. Null and blank text are refused. */
  | 'kept';

/**
 * Reads the sent value of a field into its canonical form, checks it, and words its problems, in one pass.
 * Undefined if it was refused; the reason is then in `out`. It never throws, and its result is bounded for
 * any input.
 */
export type Read<Value> = (raw: unknown, at: FieldPlace | null, out: Findings) => Value | undefined;

/** Adds the names of unknown fields in `raw`, which was sent at `path`; stops when there are enough. */
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
   * The canonical form of what a client may send: every value that it allows is accepted, and every accepted
   * value is allowed by it in canonical form. Rules over several fields and look-ups refuse more.
   */
  readonly document: JsonSchema;
  readonly presence: Presence;
  /** Tells whether the handler may receive it as absent. */
  readonly mayBeAbsent: boolean;
  /** The value for the handler if none is given. */
  readonly default: unknown;
  /** Tells whether a value counts as none. */
  readonly isBlank: (raw: unknown) => boolean;
  /** Tells whether it is a list, whose name may end with `[]`. */
  readonly isRepeatable: boolean;
  /** Other names of equal rank: two of them in one request are refused. */
  readonly aliases: readonly string[];
  /** Wrong names that clients often use: accepted if the field has no value under a right name. */
  readonly nearMisses: readonly string[];
  /** Tells whether reading it uses the pincode directory. */
  readonly needsPincodes: boolean;
  /** Null if nothing inside can be unknown: a scalar, or a list of scalars. */
  readonly findIgnored: FindIgnored | null;
  /** Finds the sent value for a key of the result; null if there is none, as in a scalar. */
  readonly step: ((key: string | number, raw: unknown) => Step | null) | null;
}

export interface MayBeAbsent {
  readonly mayBeAbsent: true;
}

/** The field's value as the handler receives it. */
export type ValueOf<F extends Field> = F extends Field<infer Value> ? Value : never;

export interface FieldOptions {
  /** Its name among the named schemas of the document. */
  title?: string;
  description?: string;
  /** The first one is shown in the examples of operations. */
  examples?: readonly unknown[];
  /** Further names of equal rank, which are in the document too. Two of them in one request are refused. */
  aliases?: readonly string[];
  /**
   * Wrong names that clients use for the field: accepted if the field has no value under a right name, otherwise ignored like
   * any unknown name.
   */
  nearMisses?: readonly string[];
}

/** The parts that define a kind of field. */
type FieldParts<Value> = Pick<Field<Value>, 'read' | 'document'> &
  Partial<Pick<Field, 'isBlank' | 'isRepeatable' | 'needsPincodes' | 'findIgnored' | 'step'>>;

export function field<Value>(parts: FieldParts<Value>, options: FieldOptions = {}): Field<Value> {
  const { aliases = [], nearMisses = [] } = options;
  return {
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
    ...parts,
    document: documented(parts.document, options),
  };
}

/** A scalar whose value `read` recognises. */
export function scalar<Value>(
  read: (raw: unknown) => Value | undefined,
  { code = 'invalid', expectation }: { code?: ProblemCode; expectation: string },
  document: JsonSchema,
  options: FieldOptions = {},
): Field<Value> {
  return field({ read: (raw, at, out) => read(raw) ?? out.refuse(at, code, expectation), document }, options);
}

/** The field with its value converted into the form that the domain uses. */
export function mapped<From, To>(of: Field<From>, to: (value: From) => To): Field<To> {
  return {
    ...of,
    read: (raw, at, out) => {
      const value = of.read(raw, at, out);
      return value === undefined ? undefined : to(value);
    },
  };
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

/** Adds sentences to the end of its description. */
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

/** An empty part of a form counts as absent, and JSON has no files. */
function isFilePart({ format }: JsonSchema): boolean {
  return format === 'binary';
}

/** Null and blank text, which mean "not given", or clear. */
const BLANK = { enum: ['', null] };

/** The document of a field that may also be sent blank. */
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

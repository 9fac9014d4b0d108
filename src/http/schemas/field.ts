import { type Static, type TOptional, type TSchema, type TUnsafe, Type } from 'typebox';

/** Plain JSON Schema, as it stands in the OpenAPI document. */
export type JsonSchema = { [keyword: string]: unknown };

/** How a field's value is recognised in what a client sent. */
export type FieldKind =
  | 'boolean'
  | 'decimal'
  | 'either'
  | 'entries'
  | 'file'
  | 'list'
  | 'object'
  | 'pair'
  | 'phone'
  | 'pincode'
  | 'text'
  | 'timestamp'
  | 'uuid'
  | 'whole number'
  | 'word';

/** What it means that a field is absent, null, or blank text. */
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
 * Our keyword in every schema: how the value is read before it is validated, and how a failure is
 * worded. Data only, so that a schema stays plain JSON.
 */
export interface Reading {
  readonly kind: FieldKind;
  /** What follows the field's name in a sentence: `must be true or false`. */
  readonly expectation: string;
  /** The same for one validation keyword, where a failure of its own deserves its own words. `{value}` is the value. */
  readonly failures?: Readonly<Record<string, string>>;
  readonly presence?: Presence;
  /** Other names the field is taken under. */
  readonly aliases?: readonly string[];
  /** Text: the ends are left as sent. */
  readonly untrimmed?: boolean;
  /** Text: line breaks and tabs are taken. */
  readonly multiline?: boolean;
  /** Text: a whole number is taken for its digits. */
  readonly mayBeNumber?: boolean;
  /** Object: under which conditions which fields are required or ignored. */
  readonly conditions?: readonly ConditionData[];
  /** Object: keep the names of fields that it does not know, for `ignoredNames`. */
  readonly keepIgnoredNames?: boolean;
  /** Object of path parameters: what does not exist when one of them is malformed. */
  readonly missing?: string;
}

/** While `field` has one of the values `is`. */
export interface ConditionData {
  readonly field: string;
  readonly is: readonly unknown[];
  readonly requires: readonly string[];
  readonly ignores: readonly string[];
}

/** A schema as this layer builds it: validation keywords for the read value, and our own two keywords. */
export interface FieldSchema {
  readonly [keyword: string]: unknown;
  readonly reading: Reading;
  /** What a client may send, for the OpenAPI document. */
  readonly documented: JsonSchema;
}

/** A field whose handler receives a `Value`. */
export type Field<Value> = TUnsafe<Value> & FieldSchema;

/** Options that every field takes. */
export interface FieldOptions {
  description?: string;
  examples?: readonly unknown[];
  /** Other names the field is taken under. */
  aliases?: readonly string[];
}

/** Builds a field from its validation keywords, its reading, and what a client may send. */
export function field<Value>(
  keywords: JsonSchema,
  reading: Reading,
  documented: JsonSchema,
  options: FieldOptions = {},
): Field<Value> {
  const { examples, aliases } = options;
  const description = describedWith(options);
  const schema: FieldSchema = {
    ...keywords,
    reading: aliases === undefined ? reading : { ...reading, aliases },
    documented: {
      ...documented,
      ...(description === undefined
        ? {}
        : { description: withSentence(documented.description, description) }),
      ...(examples === undefined ? {} : { examples }),
    },
  };
  return Type.Unsafe<Value>(schema as TSchema) as Field<Value>;
}

function describedWith({ description, aliases }: FieldOptions): string | undefined {
  if (aliases === undefined) return description;
  return withSentence(description, `Also taken as ${aliases.map((alias) => `\`${alias}\``).join(', ')}.`);
}

/** The schema's value, as the handler receives it. */
export type ValueOf<F extends FieldSchema> = F extends TSchema ? Static<F> : never;

/** Absent, null and blank text all mean "not given"; the handler finds the field absent. */
export function optional<F extends FieldSchema>(of: F): TOptional<F> {
  return Type.Optional(withPresence(of, 'optional')) as TOptional<F>;
}

/** As `optional`, but the handler receives `value` where the field is not given. */
export function withDefault<F extends FieldSchema>(of: F, value: ValueOf<F>): F {
  const schema = withPresence(of, 'optional');
  return {
    ...schema,
    default: value,
    documented: { ...schema.documented, default: value },
  };
}

/**
 * For an update: absent leaves the value as it is, null clears it (the handler receives null). Blank
 * text clears too when `emptyTextClears`, and is "not given" otherwise.
 */
export function clearable<F extends FieldSchema>(
  of: F,
  options: { emptyTextClears?: boolean } = {},
): TOptional<Field<ValueOf<F> | null>> {
  const schema = withPresence(of, options.emptyTextClears === true ? 'blank clears' : 'null clears');
  return Type.Optional({
    ...schema,
    ...orNull(schema),
    documented: { ...schema.documented, ...orNull(schema.documented) },
  }) as unknown as TOptional<Field<ValueOf<F> | null>>;
}

/** For an update: absent leaves the value as it is; null and blank text are refused, since it cannot be cleared. */
export function unclearable<F extends FieldSchema>(of: F): TOptional<F> {
  return Type.Optional(withPresence(of, 'kept')) as TOptional<F>;
}

function withPresence<F extends FieldSchema>(of: F, presence: Presence): F {
  return { ...of, reading: { ...of.reading, presence } };
}

function orNull({ type, enum: words }: JsonSchema): JsonSchema {
  return {
    ...(type === undefined ? {} : { type: [...(Array.isArray(type) ? type : [type]), 'null'] }),
    ...(Array.isArray(words) ? { enum: [...words, null] } : {}),
  };
}

/** Two sentences of documentation as one text. */
export function withSentence(first: unknown, second: string): string {
  return typeof first === 'string' && first !== '' ? `${first} ${second}` : second;
}

import { type Static, type TObject, type TSchema, Type } from 'typebox';
import {
  type ConditionData,
  type FieldSchema,
  type JsonSchema,
  type Reading,
  withSentence,
} from './field.ts';

/** The fields of an object, in the order in which problems are reported. */
export type Fields = { readonly [name: string]: FieldSchema };

/** TypeBox's own object type over our fields, with our keywords. */
export type ObjectSchema<F extends Fields> = TObject<{ -readonly [Name in keyof F]: F[Name] }> & FieldSchema;

/** The fields' names. */
type NameOf<F extends Fields> = Extract<keyof F, string>;

/**
 * While `field`, as read, has the value `is` (or one of a list of them), the fields that it `requires`
 * are required, and those that it `ignores` count as not given: they are not even looked at.
 */
export type Condition<F extends Fields> = {
  [Name in NameOf<F>]: {
    readonly field: Name;
    readonly is: Static<F[Name]> | readonly Static<F[Name]>[];
    readonly requires?: readonly NameOf<F>[];
    readonly ignores?: readonly NameOf<F>[];
  };
}[NameOf<F>];

/** Two fields of one kind, where both are given: `lower` may equal `upper` but not pass it. */
export interface InOrder<Name extends string = string> {
  readonly lower: Name;
  readonly upper: Name;
  /** How a sentence says it: `start_time must not be after end_time`. Default: `greater than`. */
  readonly relation?: string;
}

/** What an object demands beyond its fields. */
export interface ObjectOptions<F extends Fields> {
  description?: string;
  examples?: readonly unknown[];
  conditions?: readonly Condition<F>[];
  /** Of each group at least one must be given. */
  requiresOneOf?: readonly (readonly NameOf<F>[])[];
  inOrder?: readonly InOrder<NameOf<F>>[];
  /** Keep the names of unknown fields, to be had by `ignoredNames(value)`. */
  keepIgnoredNames?: boolean;
  /** What a sentence calls it when it is no object at all and has no name: `the request body` by default. */
  called?: string;
}

/**
 * An object: a request body, a query string, or a field of one. Fields that it does not know are
 * ignored. Problems are reported in the order of its fields.
 */
export function object<const F extends Fields>(fields: F, options: ObjectOptions<F> = {}): ObjectSchema<F> {
  const conditions = (options.conditions ?? []).map(conditionData);
  checkNames(fields, conditions);
  const { description, examples, called = 'the request body', keepIgnoredNames } = options;
  const rules = conditions.filter(({ requires }) => requires.length > 0).map(ifThen);
  const keywords: JsonSchema = {
    ...(options.inOrder === undefined ? {} : { inOrder: options.inOrder }),
    ...(options.requiresOneOf === undefined ? {} : { requiresOneOf: options.requiresOneOf }),
    ...allOf(rules),
  };
  const reading: Reading = {
    kind: 'object',
    expectation: 'must be an object',
    failures: { root: `${called} must be a JSON object` },
    ...(conditions.length === 0 ? {} : { conditions }),
    ...(keepIgnoredNames === true ? { keepIgnoredNames } : {}),
  };
  const groups = (options.requiresOneOf ?? []).map((names) => ({
    anyOf: names.map((name) => ({ required: [name] })),
  }));
  const schema = Type.Object(fields as Record<string, TSchema>, { ...keywords, reading });
  const documented: JsonSchema = {
    type: 'object',
    properties: withConditionsDescribed(fields, conditions),
    ...(schema.required === undefined
      ? {}
      : { required: (schema.required as string[]).filter((name) => fields[name]?.default === undefined) }),
    ...allOf([...rules, ...groups]),
    ...(description === undefined ? {} : { description }),
    ...(examples === undefined ? {} : { examples }),
  };
  return { ...schema, documented } as unknown as ObjectSchema<F>;
}

/**
 * The parameters of a path. A malformed one is answered like one that does not exist: `missing` (for
 * example `Store`) not found.
 */
export function pathParameters<const F extends Fields>(fields: F, missing: string): ObjectSchema<F> {
  const schema = object(fields);
  return { ...schema, reading: { ...schema.reading, missing } };
}

function conditionData(condition: {
  field: string;
  is: unknown;
  requires?: readonly string[];
  ignores?: readonly string[];
}): ConditionData {
  const { field, is, requires = [], ignores = [] } = condition;
  return { field, is: Array.isArray(is) ? is : [is], requires, ignores };
}

function ifThen({ field, is, requires }: ConditionData): JsonSchema {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: { properties: { [field]: { enum: is } }, required: [field] }, then: { required: requires } };
}

function allOf(schemas: readonly JsonSchema[]): JsonSchema {
  return schemas.length === 0 ? {} : { allOf: schemas };
}

function withConditionsDescribed(
  fields: Fields,
  conditions: readonly ConditionData[],
): Record<string, JsonSchema> {
  const described: Record<string, JsonSchema> = { ...fields };
  for (const { field, is, requires, ignores } of conditions) {
    const when = `when \`${field}\` is ${is.map((value) => `\`${String(value)}\``).join(' or ')}.`;
    for (const [names, verb] of [
      [requires, 'Required'],
      [ignores, 'Ignored'],
    ] as const) {
      for (const name of names) {
        const schema = described[name] as FieldSchema;
        described[name] = {
          ...schema,
          documented: {
            ...schema.documented,
            description: withSentence(schema.documented.description, `${verb} ${when}`),
          },
        };
      }
    }
  }
  return described;
}

/** A mistake in a schema stops the start, and not a request. */
function checkNames(fields: Fields, conditions: readonly ConditionData[]): void {
  for (const name of Object.keys(fields)) {
    if (!/^[\w-]+$/.test(name) || name in Object.prototype)
      throw new TypeError(`${name} cannot be a field's name`);
  }
  for (const { ignores, requires } of conditions) {
    for (const name of [...ignores, ...requires]) {
      if ((fields[name]?.reading.presence ?? 'required') === 'required') {
        throw new TypeError(
          `${name} is required or ignored under a condition, so it must be optional otherwise`,
        );
      }
    }
  }
}

import { type Field, type JsonSchema, withSentences } from './field.ts';
import { equalNamesOf } from './field-names.ts';
import { Findings } from './findings.ts';
import type { OverFields, WholeCondition } from './rules.ts';

type Fields = { readonly [name: string]: Field };

/** The document of an object: its fields, and rules over fields that JSON Schema can express. */
export function documentOf(
  fields: Fields,
  { conditions, requiresOneOf, together }: Pick<OverFields, 'conditions' | 'requiresOneOf' | 'together'>,
): JsonSchema {
  const required = Object.keys(fields).filter((name) => fields[name]?.presence === 'required');
  const hasOneName = (name: string) => namesIn(fields, name).length === 1;
  const alone = required.filter(hasOneName);
  const oneOfEach = [...required.filter((name) => !hasOneName(name)).map((name) => [name]), ...requiresOneOf];
  const rules = [
    ...conditions.flatMap((condition) => rulesWhile(fields, condition, together)),
    ...oneOfEach.map((names) => {
      const [first, ...others] = names.flatMap((name) => namesIn(fields, name)).map(given);
      return others.length === 0 ? (first ?? {}) : { anyOf: [first, ...others] };
    }),
  ];
  const always = together.filter((names) => !conditions.some((condition) => isIgnoredBy(condition, names)));
  const properties = Object.entries(fields).flatMap(([name, { document }]) => {
    const isIgnored = conditions.some(({ ignores }) => ignores.includes(name));
    const shown = withConditions(isIgnored ? unbounded(document) : document, name, conditions);
    const [, ...others] = namesIn(fields, name);
    return [[name, shown], ...others.map((other) => [other, underOtherName(shown, name)])];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(alone.length === 0 ? {} : { required: alone }),
    ...(rules.length === 0 ? {} : { allOf: rules }),
    ...(always.length === 0 ? {} : { dependentRequired: dependencies(always) }),
  };
}

/** Returns the names of equal rank: each is a property in the document. */
function namesIn(fields: Fields, name: string): readonly string[] {
  const field = fields[name];
  return field === undefined ? [name] : equalNamesOf(name, field);
}

/** Returns the document of a field under another of its names, without the examples. */
function underOtherName({ examples: _, default: __, ...document }: JsonSchema, name: string): JsonSchema {
  return { ...document, description: `Another name of \`${name}\`.` };
}

function dependencies(together: OverFields['together']): JsonSchema {
  return Object.fromEntries(
    together.flatMap((names) => names.map((name) => [name, names.filter((other) => other !== name)])),
  );
}

/** Tells whether fields that are given together are all ignored while a condition holds. */
function isIgnoredBy({ ignores }: WholeCondition, names: readonly string[]): boolean {
  return names.every((name) => ignores.includes(name));
}

/** Returns the schemas that apply to other fields while a condition holds and while it does not. */
function rulesWhile(
  fields: Fields,
  condition: WholeCondition,
  together: OverFields['together'],
): JsonSchema[] {
  const { field, requires, ignores } = condition;
  const holds = holdsIn(fields, condition);
  const bounds = ignores.flatMap((name) => {
    const document = fields[name]?.document;
    return document === undefined ? [] : [[name, withoutWords(document)] as const];
  });
  const groups = together.filter((names) => isIgnoredBy(condition, names));
  return [
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    ...(requires.length === 0 ? [] : [{ if: holds, then: { dependentRequired: { [field]: requires } } }]),
    ...(bounds.length === 0
      ? []
      : [
          {
            if: holds,
            else: {
              properties: Object.fromEntries(bounds),
              unevaluatedProperties: true,
              ...(groups.length === 0 ? {} : { dependentRequired: dependencies(groups) }),
            },
          },
        ]),
  ];
}

/** Returns the schema of a condition: each spelling of its values, or absence if the default is one. */
function holdsIn(fields: Fields, { field, is }: WholeCondition): JsonSchema {
  const of = fields[field];
  const spellings = (of?.document.enum ?? is) as readonly unknown[];
  const reads = (one: unknown) =>
    of === undefined || of.isBlank(one) ? of?.default : of.read(one, null, new Findings(NO_LOOKUPS));
  const values = spellings.filter((one) => is.includes(reads(one)));
  const isUsual = is.includes(of?.default);
  return { properties: { [field]: { enum: values } }, ...(isUsual ? {} : { required: [field] }) };
}

/** Fields that decide over others are words or booleans, so they need no look-ups. */
const NO_LOOKUPS = { knownPincode: () => false };

/** Returns the schema of an ignored value: anything of its type. */
function unbounded({ type, description, default: value, examples, anyOf }: JsonSchema): JsonSchema {
  const kept = { type, description, default: value, examples, anyOf };
  return Object.fromEntries(Object.entries(kept).filter(([, one]) => one !== undefined));
}

/** Returns the schema without texts for people. */
function withoutWords({ description: _, examples: __, default: ___, ...bounds }: JsonSchema): JsonSchema {
  return bounds;
}

/** Declares a required name as a property too, because document checkers otherwise report a mistake. */
function given(name: string): JsonSchema {
  return { properties: { [name]: {} }, required: [name], unevaluatedProperties: true };
}

function withConditions(
  document: JsonSchema,
  name: string,
  conditions: readonly WholeCondition[],
): JsonSchema {
  const sentences = conditions.flatMap(({ field, is, requires, ignores }) => {
    const when = `when \`${field}\` is ${is.map((value) => `\`${String(value)}\``).join(' or ')}.`;
    return [
      ...(requires.includes(name) ? [`Required ${when}`] : []),
      ...(ignores.includes(name) ? [`Ignored ${when}`] : []),
    ];
  });
  return withSentences(document, sentences);
}

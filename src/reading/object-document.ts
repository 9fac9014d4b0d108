import { type Field, type JsonSchema, withSentences } from './field.ts';
import type { OverFields, WholeCondition } from './rules.ts';

/** The document of an object: of its fields, and of the rules over several that JSON Schema can say. */
export function documentOf(
  fields: { readonly [name: string]: Field },
  { conditions, requiresOneOf, together }: Pick<OverFields, 'conditions' | 'requiresOneOf' | 'together'>,
): JsonSchema {
  const required = Object.entries(fields)
    .filter(([, { presence }]) => presence === 'required')
    .map(([name]) => name);
  const rules = [
    ...conditions.filter(({ requires }) => requires.length > 0).map(ifThen),
    ...requiresOneOf.map((names) => {
      const [first, ...others] = names.map(given);
      return others.length === 0 ? (first ?? {}) : { anyOf: [first, ...others] };
    }),
  ];
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, { document }]) => [
        name,
        withConditions(document, name, conditions),
      ]),
    ),
    ...(required.length === 0 ? {} : { required: required }),
    ...(rules.length === 0 ? {} : { allOf: rules }),
    ...(together.length === 0 ? {} : { dependentRequired: dependencies(together) }),
  };
}

function dependencies(together: OverFields['together']): JsonSchema {
  return Object.fromEntries(
    together.flatMap((names) => names.map((name) => [name, names.filter((other) => other !== name)])),
  );
}

function ifThen({ field, is, requires }: WholeCondition): JsonSchema {
  const condition = { properties: { [field]: { enum: is } }, required: [field] };
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: condition, then: { dependentRequired: { [field]: requires } } };
}

/** Checkers of documents take a required name without a property for a slip of the pen. */
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

import {
  type Serializer,
  type SerializerFactory,
  SerializerSelector,
} from '@fastify/fast-json-stringify-compiler';

/**
 * Compiles the serializers of answers, for Fastify's `compilersFactory`. Each is compiled by the first answer
 * that needs it: compiling all at the start took two thirds of the time to build the service.
 */
export const buildSerializers: SerializerFactory = (sharedSchemas, options) => {
  const compile = SerializerSelector()(sharedSchemas, options);
  return (answer) => {
    let serialize: Serializer | undefined;
    return (value) => {
      serialize ??= compile({ ...answer, schema: withoutPlainChoices(answer.schema) });
      return serialize(value);
    };
  };
};

/**
 * Returns the same schema with `anyOf` only where its branches are serialized differently. The serializer
 * uses a validator to choose a branch: compiling the validator for the first shipment took 60 ms, and running
 * it took a third of a page's time.
 */
export function withoutPlainChoices(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutPlainChoices);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, withoutPlainChoices(value)]),
  );
  if (!Array.isArray(anyOf)) return rest;
  const branches: readonly Record<string, unknown>[] = anyOf.filter(({ type }) => type !== 'null');
  const written = writtenAlike(branches);
  if (written === null) return { ...rest, anyOf };
  return { ...written, ...rest, ...(branches.length < anyOf.length ? { nullable: true } : {}) };
}

/** Returns the schema that serializes all branches; null if the branches need different ones. */
function writtenAlike(branches: readonly Record<string, unknown>[]): Record<string, unknown> | null {
  const [first, ...others] = branches;
  if (first === undefined) return null;
  if (others.length === 0) return first;
  const isPlain = branches.every(({ type, format }) => {
    return type === first.type && format === undefined && PLAIN.has(type);
  });
  return isPlain ? { type: first.type } : null;
}

const PLAIN: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

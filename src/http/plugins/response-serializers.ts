import {
  type Serializer,
  type SerializerFactory,
  SerializerSelector,
} from '@fastify/fast-json-stringify-compiler';

/**
 * For Fastify's `compilersFactory`: an answer's serializer is compiled when the first such answer is written. All of
 * them at the start took two thirds of the time that it takes to build the service, and most are never needed.
 */
export function serializersWhenNeeded(): SerializerFactory {
  const factory = SerializerSelector();
  return (sharedSchemas, options) => {
    const compile = factory(sharedSchemas, options);
    return (answer) => {
      let serialize: Serializer | undefined;
      return (value) => {
        serialize ??= compile({ ...answer, schema: withoutPlainChoices(answer.schema) });
        return serialize(value);
      };
    };
  };
}

/**
 * The same schema with `anyOf` only where its branches are written differently. The serializer asks a validator which
 * branch a value is of; compiling that for the first shipment took 60 ms, and asking it a third of the time of a page.
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

/** The one schema that all branches are written by; null where they are not written alike. */
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

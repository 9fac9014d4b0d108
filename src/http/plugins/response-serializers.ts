import {
  type Serializer,
  type SerializerFactory,
  SerializerSelector,
} from '@fastify/fast-json-stringify-compiler';

/**
 * The serializers of answers. Each is compiled when nothing else is to be done (`addIdleWork`), or by the first answer that is written with
 * it: all of them at the start took two thirds of the time that it takes to build the service.
 */
export class ResponseSerializers {
  readonly #waiting: (() => void)[] = [];

  /** For Fastify's `compilersFactory`. */
  readonly factory: SerializerFactory = (sharedSchemas, options) => {
    const compile = SerializerSelector()(sharedSchemas, options);
    return (answer) => {
      let serialize: Serializer | undefined;
      const compiled = () => {
        serialize ??= compile({ ...answer, schema: withoutPlainChoices(answer.schema) });
        return serialize;
      };
      this.#waiting.push(compiled);
      return (value) => compiled()(value);
    };
  };

  /** Takes the next in line, and compiles it unless an answer has needed it before. @returns whether more are left */
  compileNext(): boolean {
    this.#waiting.shift()?.();
    return this.#waiting.length > 0;
  }
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

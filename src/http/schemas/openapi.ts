import type { FieldSchema, JsonSchema } from './field.ts';

/** The parts of a route's schema that clients fill. */
const PARTS = ['body', 'querystring', 'params', 'headers'] as const;

/**
 * For `transform` of @fastify/swagger: shows what a client may send instead of what the handler
 * receives, without any keyword of ours. A body with file parts is shown as JSON and as multipart.
 */
export function documentSchema<Route extends { schema: unknown; url: string }>(
  route: Route,
): { schema: never; url: string } {
  if (typeof route.schema !== 'object' || route.schema === null)
    return { schema: route.schema as never, url: route.url };
  const schema: Record<string, unknown> = { ...route.schema };
  for (const part of PARTS) {
    const stated = schema[part];
    if (stated === undefined) continue;
    schema[part] = part === 'body' ? documentedBody(stated as FieldSchema) : plainSchema(stated);
  }
  return { schema: schema as never, url: route.url };
}

/** Plain JSON Schema of what a client may send. */
export function plainSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plainSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const stated = isField(schema) ? schema.documented : schema;
  return Object.fromEntries(Object.entries(stated).map(([keyword, value]) => [keyword, plainSchema(value)]));
}

function documentedBody(body: FieldSchema): unknown {
  const fields = Object.entries((body.properties ?? {}) as Record<string, FieldSchema>);
  const files = fields.filter(([, { reading }]) => reading?.kind === 'file').map(([name]) => name);
  if (files.length === 0) return plainSchema(body);
  const plain = plainSchema(body) as JsonSchema;
  const inJson = (property: JsonSchema) =>
    isClearable(property) ? [{ type: 'null', description: 'Null clears it.' }] : [];
  const inForm = (property: JsonSchema) => [{ ...property, type: 'string' }];
  return {
    content: {
      'application/json': { schema: withFilesShown(plain, files, inJson) },
      'multipart/form-data': { schema: withFilesShown(plain, files, inForm) },
    },
  };
}

/** The body with each file shown as its media type has it: by one schema, or not at all. */
function withFilesShown(
  body: JsonSchema,
  files: readonly string[],
  shown: (property: JsonSchema) => readonly JsonSchema[],
): JsonSchema {
  const properties = Object.entries(body.properties as Record<string, JsonSchema>).flatMap(
    ([name, property]) =>
      (files.includes(name) ? shown(property) : [property]).map((schema) => [name, schema] as const),
  );
  return { ...body, properties: Object.fromEntries(properties) };
}

function isClearable({ type }: JsonSchema): boolean {
  return Array.isArray(type) && type.includes('null');
}

function isField(schema: object): schema is FieldSchema {
  const { reading, documented } = schema as Partial<FieldSchema>;
  return typeof reading?.kind === 'string' && typeof documented === 'object';
}

import type { JsonSchema } from '../../reading/field.ts';
import { isObjectField } from '../plugins/request-schemas.ts';

/** The parts of a route's schema that clients send. */
const PARTS = ['body', 'querystring', 'params', 'headers'] as const;

/**
 * The `transform` of @fastify/swagger: shows the fields that a route takes. A body with file parts is shown
 * as JSON, where a file is a data URL, and as multipart.
 */
export function documentSchema<Route extends { schema: unknown; url: string }>(
  route: Route,
): { schema: never; url: string } {
  const { headerFields, ...stated } = { ...(route.schema as Record<string, unknown> | undefined) };
  const schema: Record<string, unknown> =
    headerFields === undefined ? stated : { ...stated, headers: headerFields };
  for (const part of PARTS) {
    const fields = schema[part];
    if (!isObjectField(fields)) continue;
    schema[part] = part === 'body' ? documentedBody(fields.document) : fields.document;
  }
  return { schema: schema as never, url: route.url };
}

function documentedBody(body: JsonSchema): JsonSchema {
  const properties = (body.properties ?? {}) as Record<string, JsonSchema>;
  const files = Object.keys(properties).filter((name) => properties[name]?.format === 'binary');
  if (files.length === 0) return body;
  const inJson = ({ format: _, description, ...property }: JsonSchema) => ({
    ...property,
    pattern: '^data:.+;base64,',
    description: [description, 'A data URL: `data:image/png;base64,...`'].filter(Boolean).join(' '),
  });
  const inForm = (property: JsonSchema) => ({ ...property, type: 'string' });
  return {
    content: {
      'application/json': { schema: withFilesShown(body, files, inJson) },
      'multipart/form-data': { schema: withFilesShown(body, files, inForm) },
    },
  };
}

/** Returns a body that shows each file as the media type has it. */
function withFilesShown(
  body: JsonSchema,
  files: readonly string[],
  shown: (property: JsonSchema) => JsonSchema,
): JsonSchema {
  const properties = Object.entries(body.properties as Record<string, JsonSchema>).map(
    ([name, property]) => [name, files.includes(name) ? shown(property) : property] as const,
  );
  return { ...body, properties: Object.fromEntries(properties) };
}

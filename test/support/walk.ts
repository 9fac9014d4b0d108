import type { FastifyInstance, InjectOptions } from 'fastify';

/** One operation of the OpenAPI document. */
export interface Operation {
  readonly method: string;
  /** As in the document: `/custom/api/v1/client-stores/{id}`. */
  readonly path: string;
  readonly hasBody: boolean;
  /** The names of its query parameters. */
  readonly queries: readonly string[];
}

const GARBAGE_BODIES: readonly (readonly [what: string, contentType: string, payload: string])[] = [
  ['a list', 'application/json', '[1]'],
  ['a text', 'application/json', '"garbage"'],
  ['a number', 'application/json', '1e400'],
  ['JSON cut off', 'application/json', '{"a":'],
  ['bytes that are no UTF-8', 'application/json', '\u00ff\u00fe'],
  ['XML', 'application/xml', '<a/>'],
  ['a form', 'application/x-www-form-urlencoded', 'a=%ff%zz'],
  ['a multipart form without parts', 'multipart/form-data; boundary=x', 'garbage'],
  ['deep nesting', 'application/json', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
];

/** The operations that the running service documents. */
export async function listOperations(app: FastifyInstance): Promise<Operation[]> {
  const document = (await app.inject({ url: '/openapi.json' })).json() as {
    paths: Record<
      string,
      Record<string, { requestBody?: unknown; parameters?: readonly { in: string; name: string }[] }>
    >;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      hasBody: operation.requestBody !== undefined,
      queries: (operation.parameters ?? [])
        .filter(({ in: place }) => place === 'query')
        .map(({ name }) => name),
    })),
  );
}

/**
 * Tries an operation without a credential. Returns a line for each answer that a protected operation must not
 * give: anything but 401.
 */
export async function tryWithoutCredential(app: FastifyInstance, operation: Operation): Promise<string[]> {
  const request = requestFor(operation, '00000000-0000-7000-8000-000000000000');
  const { statusCode } = await app.inject({ ...request, headers: {} });
  return statusCode === 401
    ? []
    : [`${operation.method} ${operation.path} without a credential: ${statusCode}`];
}

/** Tries an operation with the ids of another account in its path: the answer must be 4xx. */
export async function tryForeignIds(
  app: FastifyInstance,
  operation: Operation,
  headers: Record<string, string>,
  foreignIds: readonly string[],
): Promise<string[]> {
  if (!operation.path.includes('{')) return [];
  const wrong: string[] = [];
  for (const id of foreignIds) {
    const { statusCode } = await app.inject({ ...requestFor(operation, id), headers });
    if (statusCode < 400 || statusCode >= 500) {
      wrong.push(`${operation.method} ${operation.path} with another account's id: ${statusCode}`);
    }
  }
  return wrong;
}

/** Tries an operation with bodies that make no sense: the answer must be 4xx. */
export async function tryGarbage(
  app: FastifyInstance,
  operation: Operation,
  headers: Record<string, string>,
  ownId: string,
): Promise<string[]> {
  if (!operation.hasBody) return [];
  const wrong: string[] = [];
  for (const [what, contentType, payload] of GARBAGE_BODIES) {
    const { statusCode } = await app.inject({
      ...requestFor(operation, ownId),
      headers: { ...headers, 'content-type': contentType },
      payload: Buffer.from(payload, 'latin1'),
    });
    if (statusCode < 400 || statusCode >= 500) {
      wrong.push(`${operation.method} ${operation.path} with ${what}: ${statusCode}`);
    }
  }
  return wrong;
}

/**
 * Tries each query parameter of an operation with a character that no field takes: the answer must be 4xx.
 */
export async function tryGarbageQueries(
  app: FastifyInstance,
  operation: Operation,
  headers: Record<string, string>,
  ownId: string,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const name of operation.queries) {
    const request = requestFor(operation, ownId);
    const { statusCode } = await app.inject({ ...request, headers, url: `${request.url}?${name}=%00` });
    if (statusCode < 400 || statusCode >= 500) {
      wrong.push(`${operation.method} ${operation.path} with garbage as ${name}: ${statusCode}`);
    }
  }
  return wrong;
}

function requestFor({ method, path, hasBody }: Operation, id: string): InjectOptions {
  const url = path.replace(/\{[^}]+\}/g, id);
  return { method: method as 'GET', url, ...(hasBody ? { payload: {} } : {}) };
}

/**
 * Values that some or all text fields refuse. Empty text and null are not among them, since they may clear a
 * field.
 */
const ODD_VALUES: readonly unknown[] = [
  ...[
    'x',
    'two words',
    'x'.repeat(60),
    'x'.repeat(110),
    'x'.repeat(250),
    'x'.repeat(4_500),
    '<b>',
    'ftp://x',
  ],
  ...['27PQRST5678K1ZW', '012345', '1234567890', -1, 0, 1.2345, 20_000, 1e15, true, ['x', 'x'], {}],
];

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** Sends odd values in every field of an operation, and returns the error sentences by field. */
export async function judgeOdd(
  app: FastifyInstance,
  document: string,
  { method, path }: { readonly method: 'POST' | 'PUT'; readonly path: string },
  headers: Record<string, string>,
): Promise<Record<string, (string | null)[]>> {
  const { paths, components } = JSON.parse(document);
  const url = `/custom/api/v1${path}`;
  const sent = paths[url][method.toLowerCase()].requestBody.content['application/json'].schema;
  const schema: Schema = '$ref' in sent ? components.schemas[sent.$ref.split('/').at(-1)] : sent;
  const fields = fieldsOf(schema);
  const said = Object.fromEntries(fields.map((field) => [field, [] as (string | null)[]]));
  for (const value of ODD_VALUES) {
    const response = await app.inject({
      method,
      url: url.replace('{id}', '00000000-0000-7000-8000-000000000000'),
      headers,
      payload: filledWith(schema, value) as object,
    });
    const told: string[] = response.json().errors ?? [];
    for (const field of fields) {
      said[field]?.push(told.find((sentence) => sentence.startsWith(`${field} `)) ?? null);
    }
  }
  return said;
}

function filledWith(schema: Schema, value: unknown): unknown {
  if (schema.properties === undefined) return value;
  // A list may also be sent under its name with brackets: one of them is enough.
  const names = Object.entries(schema.properties).filter(([name]) => !name.endsWith('[]'));
  return Object.fromEntries(names.map(([name, of]) => [name, filledWith(of, value)]));
}

function fieldsOf(schema: Schema, within = ''): string[] {
  if (schema.properties === undefined) return [within];
  return Object.entries(schema.properties).flatMap(([name, of]) =>
    fieldsOf(of, within === '' ? name : `${within}.${name}`),
  );
}

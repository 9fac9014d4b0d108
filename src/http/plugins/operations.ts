import type { FastifyInstance } from 'fastify';
import { isRole } from '../../domain/role.ts';
import type { Operation } from '../operation.ts';
import { isObjectField } from './request-schemas.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/** An operation as the operator's commands need it to build their options. */
export interface ListedOperation {
  readonly operation_id: string;
  readonly method: string;
  /** With `:name` for each parameter. */
  readonly path: string;
  readonly summary: string;
  readonly description: string | null;
  /** The media type of a body that is a file. */
  readonly file: string | null;
  readonly params: JsonSchema | null;
  readonly query: JsonSchema | null;
  readonly body: JsonSchema | null;
}

/**
 * Collects every operation that is added after this call and that the operator may call. The returned
 * function lists them.
 */
export function listOperations(app: FastifyInstance): () => readonly ListedOperation[] {
  const found: ListedOperation[] = [];
  app.addHook('onRoute', ({ schema, method, url, config }) => {
    const { operationId, role, summary, description, params, querystring, body } = (schema ??
      {}) as Partial<Operation>;
    if (operationId === undefined || summary === undefined || role === undefined) return;
    if (method === 'HEAD' || !(isRole(role) || role === 'operator')) return;
    found.push({
      operation_id: operationId,
      method: String(method),
      path: url,
      summary,
      description: description ?? null,
      file: config?.file ?? null,
      params: documentOf(params),
      query: documentOf(querystring),
      body: documentOf(body),
    });
  });
  return () => found;
}

/** Returns the schema of fields, without notes that are only for requests. */
function documentOf(part: unknown): JsonSchema | null {
  if (!isObjectField(part)) return null;
  const properties = Object.entries(part.document.properties as Record<string, JsonSchema>);
  const described = properties.map(([name, schema]) => {
    const { description = null } = part.fields[name] ?? {};
    return [name, description === null ? schema : { ...schema, description }] as const;
  });
  return { ...part.document, properties: Object.fromEntries(described) };
}

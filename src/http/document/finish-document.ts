import type { JsonSchema } from '../../reading/field.ts';
import { exampleOf } from './document-example.ts';
import { NamedSchemas } from './named-schemas.ts';
import { PROBLEM_RESPONSES } from './problem-answers.ts';

/** The parts of an OpenAPI document that this file uses. */
export interface Document {
  readonly paths?: Methods;
  readonly webhooks?: Methods;
  readonly components?: object;
}

type Methods = Record<string, Record<string, DocumentOperation>>;

interface DocumentOperation {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Record<string, Response>;
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

type Response = { readonly $ref: string } | { readonly description?: string; readonly content?: Content };
type Content = Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>;

/** Media types shown as text or bytes, which have no example. */
const FILE = /^(?!application\/json$|multipart\/form-data$)/;

/**
 * Adds an example to every request and answer, a name to every schema with a `title`, and problem answers to
 * every operation.
 *
 * @throws Error if a part has no example, an operation has no id, or a name belongs to two schemas
 */
export function finishDocument(
  document: Document,
  problemsOf: (operationId: string) => Record<string, { $ref: string }>,
): object {
  const named = new NamedSchemas();
  const seen = new Set<string>();
  const finishContent = (content: Content, at: string): Content =>
    Object.fromEntries(
      Object.entries(content).map(([mediaType, media]) => {
        const { schema } = media;
        if (FILE.test(mediaType)) return [mediaType, { ...media, schema: named.referTo(schema) }];
        const example = media.example ?? exampleOf(schema, at);
        return [mediaType, { ...media, schema: named.referTo(schema), example }];
      }),
    );
  const finishOperation = (at: string, operation: DocumentOperation) => {
    const { operationId, parameters, requestBody, responses } = operation;
    if (operationId === undefined || seen.has(operationId))
      throw new Error(`${at} needs an operationId of its own`);
    seen.add(operationId);
    const answers = Object.entries(responses).map(([status, response]) => [
      status,
      'content' in response && response.content !== undefined
        ? { ...response, content: finishContent(response.content, `${operationId} ${status}`) }
        : response,
    ]);
    return {
      ...operation,
      ...(parameters === undefined
        ? {}
        : { parameters: parameters.map((one) => withExample(operationId, one)) }),
      ...(requestBody === undefined
        ? {}
        : {
            requestBody: {
              ...requestBody,
              content: finishContent(requestBody.content, `${operationId} body`),
            },
          }),
      responses: { ...problemsOf(operationId), ...Object.fromEntries(answers) },
    };
  };
  const finishAll = (all: Methods = {}) =>
    Object.fromEntries(
      Object.entries(all).map(([path, methods]) => [
        path,
        Object.fromEntries(
          Object.entries(methods).map(([method, operation]) => [
            method,
            finishOperation(`${method.toUpperCase()} ${path}`, operation),
          ]),
        ),
      ]),
    );
  const paths = finishAll(document.paths);
  const webhooks = finishAll(document.webhooks);
  const used = JSON.stringify(paths);
  const responses = Object.entries(PROBLEM_RESPONSES)
    .filter(([name]) => used.includes(`"#/components/responses/${name}"`))
    .map(([name, response]) => [
      name,
      { ...response, content: finishContent((response as { content: Content }).content, name) },
    ]);
  return {
    ...document,
    paths,
    webhooks,
    components: {
      ...document.components,
      schemas: sortedByName(named.schemas),
      responses: Object.fromEntries(responses),
    },
  };
}

/**
 * Adds an example to a required parameter. A header key is different for each request, so each operation
 * shows a different key: the requests that tools make from the examples are then not repeats of each other.
 */
function withExample(operationId: string, parameter: Parameter): Parameter {
  if (parameter.in === 'header' && parameter.example !== undefined) {
    return { ...parameter, example: `${parameter.example}-${operationId}` };
  }
  if (parameter.required !== true || parameter.example !== undefined) return parameter;
  return { ...parameter, example: exampleOf(parameter.schema, `${operationId} ${parameter.name}`) };
}

function sortedByName<Value>(values: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)));
}

import type { TestApp } from '../../support/app.ts';

/** The parts of a documented operation that the tests use. References in its answers are resolved. */
export interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
  readonly parameters: readonly {
    readonly in: string;
    readonly name: string;
    readonly required?: boolean;
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Record<string, { readonly description?: string; readonly content?: Content }>;
}

type Content = Record<string, { readonly schema?: object; readonly example?: unknown }>;

export async function readDocument(test: TestApp): Promise<Record<string, unknown>> {
  return (await test.app.inject({ url: '/openapi.json' })).json();
}

export function operationsOf(document: Record<string, unknown>): DocumentedOperation[] {
  const paths = document.paths as Record<string, Record<string, DocumentedOperation>>;
  const { responses } = document.components as { responses: DocumentedOperation['responses'] };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method,
      path,
      parameters: operation.parameters ?? [],
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, answer]) => {
          const { $ref } = answer as { $ref?: string };
          return [status, responses[$ref?.split('/').at(-1) ?? ''] ?? answer];
        }),
      ),
    })),
  );
}

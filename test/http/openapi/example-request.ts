import type { InjectOptions } from 'fastify';
import type { TestApp } from '../../support/app.ts';
import type { DocumentedOperation } from './document.ts';
import { groundOf } from './ground.ts';

/** A request from the examples of an operation, with real ids instead of invented ones. */
export async function exampleRequest(test: TestApp, operation: DocumentedOperation): Promise<InjectOptions> {
  const { path = {}, query, body = {}, headers } = await groundOf(test, operation.operationId);
  const url = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const { example } = operation.parameters.find((one) => one.in === 'path' && one.name === name) ?? {};
    return encodeURIComponent(String(path[name] ?? example));
  });
  const asked = operation.parameters
    .filter((one) => one.in === 'query' && one.example !== undefined && one.required === true)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  const [[mediaType, sent] = []] = Object.entries(operation.requestBody?.content ?? {});
  return {
    method: operation.method as 'GET',
    url: `${url}?${query ?? asked.join('&')}`,
    headers: { ...headers, ...(mediaType === undefined ? {} : { 'content-type': mediaType }) },
    ...(sent === undefined
      ? {}
      : {
          payload: typeof sent.example === 'string' ? sent.example : (withIds(sent.example, body) as object),
        }),
  };
}

/** Replaces the values of these fields at any depth. */
function withIds(sent: unknown, ids: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(sent)) return sent.map((one) => withIds(one, ids));
  if (typeof sent !== 'object' || sent === null) return sent;
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, name in ids ? ids[name] : withIds(value, ids)]),
  );
}

import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { operationsOf, readDocument } from './openapi/document.ts';

let test: TestApp;
let account: TestAccount;

beforeAll(async () => {
  test = await startApp();
  account = await test.account();
});
afterAll(() => test.stop());

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
}

/** These drop repeats, of which they take as many as their body can hold; 100 different numbers are far less. */
const TAKE_REPEATS = ['/custom/api/v1/shipping-charges', '/custom/api/v1/cod-remittance'];
const BYTES_OF_NUMBER = 20;

/** The bytes of the largest JSON that it allows, a byte a letter; what has another name is sent under one. */
function bytesOf(schema: Schema): number {
  if (schema.items) return 2 + (schema.maxItems ?? 0) * (bytesOf(schema.items) + 1);
  if (schema.properties) {
    return Object.entries(schema.properties)
      .filter(([, field]) => !field.description?.startsWith('Another name of'))
      .reduce((bytes, [name, field]) => bytes + name.length + 4 + bytesOf(field), 2);
  }
  if (schema.anyOf) return Math.max(...schema.anyOf.map(bytesOf));
  if (schema.enum) return Math.max(...schema.enum.map((value) => JSON.stringify(value).length));
  return schema.maxLength === undefined ? BYTES_OF_NUMBER : 2 + schema.maxLength;
}

it('every route takes the largest body of JSON that its own limits allow', async () => {
  const tooSmall: string[] = [];
  for (const { method, path, requestBody } of operationsOf(await readDocument(test))) {
    const schema = (requestBody?.content['application/json'] as { schema?: Schema } | undefined)?.schema;
    if (schema === undefined || TAKE_REPEATS.includes(path)) continue;
    const bytes = bytesOf(schema);
    const { statusCode } = await test.app.inject({
      method: method.toUpperCase() as 'POST',
      url: path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000'),
      headers: { ...account.headers, 'content-type': 'application/json' },
      payload: '{}'.padEnd(bytes),
    });
    if (statusCode === 413) tooSmall.push(`${method} ${path}: ${bytes}`);
  }
  expect(tooSmall).toEqual([]);
});

it('a body larger than any honest one is refused', async () => {
  const { statusCode } = await test.app.inject({
    method: 'POST',
    url: '/custom/api/v1/order-tracking',
    headers: { ...account.headers, 'content-type': 'application/json' },
    payload: '{}'.padEnd(64 * 1024 + 1),
  });
  expect(statusCode).toBe(413);
});

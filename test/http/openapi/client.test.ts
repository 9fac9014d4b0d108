import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/package-root.ts';
import type { TestApp } from '../../support/app.ts';
import { makeWarehouse } from '../../support/orders.ts';
import { operationsOf, readDocument } from './document.ts';
import { groundOf, startExampleApp, WEBHOOK } from './ground.ts';

const HERE = join(PACKAGE_ROOT, 'test/http/openapi/typed-client');
const GENERATED = join(PACKAGE_ROOT, '.cache/typed-client');

let test: TestApp;
let document: Record<string, unknown>;

beforeAll(async () => {
  test = await startExampleApp();
  document = await readDocument(test);
});
afterAll(() => test.stop());

it('has no findings of Redocly', async () => {
  // Newer versions of Redocly recommend these two rules.
  const more = { 'no-invalid-parameter-examples': 'error', 'no-invalid-schema-examples': 'error' } as const;
  const config = await createConfig({ extends: ['recommended'], rules: more });
  const found = await lintFromString({ source: JSON.stringify(document), config });
  expect(found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

it('generates a typed client, whose calls compile', async () => {
  mkdirSync(GENERATED, { recursive: true });
  const nodes = await openapiTypescript(JSON.stringify(document), { defaultNonNullable: false });
  writeFileSync(join(GENERATED, 'dakiya-api.ts'), astToString(nodes));
  const compiler = join(PACKAGE_ROOT, 'node_modules/.bin/tsc');
  const { stdout, stderr } = spawnSync(compiler, ['-p', join(HERE, 'tsconfig.json')], { encoding: 'utf8' });
  expect(`${stdout}${stderr}`).toBe('');
});

it('is called for each tag', async () => {
  const { callEachTag } = await import(join(HERE, 'calls.ts'));
  const operations = operationsOf(document);
  const { headers } = await groundOf(test, 'createToken');
  const authorized = headers as { authorization: string };
  const account = { accountId: '', apiKey: '', headers: authorized, ...test.client(authorized) };
  const courier = await groundOf(test, 'recordCarrierEvents');
  const called = new Set<string>();
  const send = async (operationId: string, parts: { path?: object; query?: object; body?: object } = {}) => {
    const operation = operations.find((one) => one.operationId === operationId);
    if (operation === undefined) throw new Error(`there is no ${operationId}`);
    called.add(operation.tags[0] ?? '');
    const path = Object.entries(parts.path ?? {});
    const response = await test.app.inject({
      method: operation.method as 'GET',
      url: path.reduce((url, [name, value]) => url.replace(`{${name}}`, String(value)), operation.path),
      query: (parts.query ?? {}) as Record<string, string>,
      headers: operationId === 'recordCarrierEvents' ? courier.headers : headers,
      ...(parts.body === undefined ? {} : { payload: parts.body }),
    });
    expect(response.statusCode, `${operationId} ${response.body.slice(0, 300)}`).toBeLessThan(400);
    return String(response.headers['content-type']).startsWith('application/json')
      ? response.json()
      : response.body;
  };
  await callEachTag(send, {
    webhookUrl: WEBHOOK.url,
    warehouseId: await makeWarehouse(account),
    now: test.service.now().toISOString(),
    user: { username: 'asha@example.in', password: 'correct horse battery' },
  });
  const { tags } = document as { tags: { name: string }[] };
  expect([...called].sort()).toEqual(tags.map(({ name }) => name).sort());
});

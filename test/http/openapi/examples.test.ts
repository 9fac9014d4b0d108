import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { type DocumentedOperation, operationsOf, readDocument } from './document.ts';
import { exampleRequest } from './example-request.ts';
import { startExampleApp } from './ground.ts';

let test: TestApp;
let document: Record<string, unknown>;
let operations: DocumentedOperation[];

beforeAll(async () => {
  test = await startExampleApp();
  document = await readDocument(test);
  operations = operationsOf(document);
});
afterAll(() => test.stop());

it('accepts the example of every operation, and answers as documented', async () => {
  const wrong: string[] = [];
  for (const operation of operations) {
    const { statusCode, body } = await test.app.inject(await exampleRequest(test, operation));
    if (statusCode >= 400) wrong.push(`${operation.operationId}: ${statusCode} ${body.slice(0, 300)}`);
  }
  expect(wrong).toEqual([]);
});

it('names a parameter that nobody knows in every list and in every answer that takes parameters', async () => {
  const silent: string[] = [];
  let told = 0;
  for (const operation of operations.filter(({ method }) => method === 'get')) {
    const request = await exampleRequest(test, operation);
    const answer = await test.app.inject({ ...request, url: `${request.url}&colour=red` });
    if (!String(answer.headers['content-type']).startsWith('application/json')) continue;
    const { data, meta } = answer.json() as { data?: unknown; meta?: { ignored_parameters?: unknown } };
    const takesParameters = operation.parameters.some((one) => one.in === 'query');
    if (!takesParameters && !Array.isArray(data)) continue;
    if (String(meta?.ignored_parameters) === 'colour') told += 1;
    else silent.push(`${operation.operationId}: ${answer.body.slice(0, 200)}`);
  }
  expect(silent).toEqual([]);
  expect(told).toBeGreaterThan(30);
});

it('has an example and a description for every answer', () => {
  for (const { operationId, responses } of operations) {
    for (const [status, { description, content }] of Object.entries(responses)) {
      expect(description, `${operationId} ${status}`).not.toMatch(/^(Default Response)?$/);
      const json = content?.['application/json'];
      if (json !== undefined) expect(json.example, `${operationId} ${status}`).toBeDefined();
    }
  }
});

it('has a short summary for every operation', () => {
  const long = operations.filter(({ summary }) => summary.split(' ').length > 8);
  expect(long.map(({ summary }) => summary)).toEqual([]);
});

it('names every operation with a verb and a noun', () => {
  const ids = operations.map(({ operationId }) => operationId);
  expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]*)+$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

it('names the most important schemas', () => {
  const { schemas } = document.components as { schemas: Record<string, { enum?: string[] }> };
  for (const name of ['Shipment', 'Quote', 'Order', 'NewOrder', 'Store', 'Warehouse', 'Problem', 'Message']) {
    expect(schemas, name).toHaveProperty(name);
  }
  for (const name of ['ListingStatus', 'GranularStatus', 'NdrReason', 'RtoReason', 'Zone', 'Milestone']) {
    expect(schemas[name]?.enum, name).toBeInstanceOf(Array);
  }
});

it('shows the header Idempotency-Key where it is accepted', () => {
  const taking = operations.filter(({ parameters }) =>
    parameters.some(({ name }) => name === 'Idempotency-Key'),
  );
  expect(taking.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(['createOrder', 'createOrderAndBook', 'bookShipment']),
  );
  const shown = taking.map(
    ({ parameters }) => parameters.find(({ name }) => name === 'Idempotency-Key')?.example,
  );
  expect(new Set(shown).size).toBe(taking.length);
  expect(shown).not.toContain(undefined);
});

it('has no keyword that fails for decimal fractions', () => {
  expect(JSON.stringify(document)).not.toContain('multipleOf');
});

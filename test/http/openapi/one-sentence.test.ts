import { afterAll, beforeAll, expect } from 'vitest';
import type { JsonSchema } from '../../../src/reading/field.ts';
import type { TestApp } from '../../support/app.ts';
import { itOnOneServer } from '../../support/cluster.ts';
import { operationsOf, readDocument } from './document.ts';
import { exampleRequest } from './example-request.ts';
import { startExampleApp } from './ground.ts';

const ID = '01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d';
/** Values that break exactly one rule. */
const BAD: readonly unknown[] = [
  'no-such-word-at-all-here',
  -1,
  1e15,
  {},
  [{}],
  [ID, ID],
  'x'.repeat(20_000),
];

let test: TestApp;
let document: Record<string, unknown>;

beforeAll(async () => {
  test = await startExampleApp();
  document = await readDocument(test);
});
afterAll(() => test.stop());

/** Returns all schemas that may allow a value, with references resolved. */
function branchesOf(schema: unknown): JsonSchema[] {
  const { $ref, ...stated } = schema as JsonSchema & { $ref?: string };
  const { schemas } = document.components as { schemas: Record<string, JsonSchema> };
  if ($ref !== undefined) return branchesOf(schemas[$ref.split('/').at(-1) ?? '']);
  const inside = [stated.anyOf, stated.oneOf, stated.allOf].flat().filter((one) => one !== undefined);
  return [stated, ...inside.flatMap(branchesOf)];
}

/** Returns copies of a value, each with one invalid field at any depth. */
function* spoilt(schema: unknown, value: unknown): Generator<unknown> {
  const branches = branchesOf(schema);
  const properties = Object.assign({}, ...branches.map((one) => one.properties ?? {}));
  const object = typeof value === 'object' && !Array.isArray(value) ? value : {};
  for (const [name, property] of Object.entries(properties)) {
    for (const bad of BAD) yield { ...object, [name]: bad };
    const inside = (object as Record<string, unknown>)[name];
    for (const changed of spoilt(property, inside)) yield { ...object, [name]: changed };
  }
  const items = branches.find((one) => typeof one.items === 'object')?.items;
  if (items !== undefined && Array.isArray(value)) {
    for (const changed of spoilt(items, value[0])) yield [changed, ...value.slice(1)];
  }
}

/** Returns the fields that the problems of an answer name. */
function fieldsOf(answer: { errors: string[]; problems?: { field: string | null }[] }): (string | null)[] {
  return answer.problems?.map(({ field }) => field) ?? answer.errors.map((one) => one.split(' ')[0] ?? '');
}

// A cluster would only be slower: refused requests hardly reach the database.
itOnOneServer('one wrong field gets one sentence, and no failure of ours', async () => {
  const wrong: unknown[] = [];
  let refused = 0;
  for (const operation of operationsOf(document)) {
    const media = operation.requestBody?.content['application/json'];
    if (media === undefined) continue;
    const request = await exampleRequest(test, operation);
    for (const payload of spoilt(media.schema, request.payload)) {
      const response = await test.app.inject({ ...request, payload: payload as object });
      const { statusCode } = response;
      if (statusCode >= 500) wrong.push([operation.operationId, payload, response.body]);
      if (statusCode !== 422) continue;
      refused += 1;
      const fields = fieldsOf(response.json()).filter((field) => field !== null);
      // Its example names shipments. A filter next to them is one mistake, a bad value in the filter another.
      const isFilter = operation.operationId === 'createJob' && fields[0] === 'filter';
      if (new Set(fields).size < fields.length && !isFilter)
        wrong.push([operation.operationId, response.json().errors]);
    }
  }
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(5_000);
});

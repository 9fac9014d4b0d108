import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/package-root.ts';
import { openApp } from '../../support/app.ts';
import { documentJudge } from '../../support/document-judge.ts';
import { API, makeWarehouse, orderBody } from '../../support/orders.ts';
import { operationsOf, readDocument } from './document.ts';

const GENERATED = join(PACKAGE_ROOT, '.cache/generated-clients');
const PAGES = ['docs/tutorials/first-steps.md', 'docs/how-to/manage-accounts-and-keys.md'];

/** A request of a client: the operation with its body or its query. */
interface SentRequest {
  readonly operationId: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string>>;
}

const test = await openApp();
const account = await test.account();
const document: Record<string, unknown> = await readDocument(test);
const warehouse = await makeWarehouse(account);
const sent: SentRequest[] = sentByClients(warehouse);
/** Requests of documentation pages that need more than this test has. */
const printed: SentRequest[] = printedRequests(warehouse);

/** Requests of real clients, in other forms than the first one of the document. */
function sentByClients(warehouse: string): SentRequest[] {
  const order = (id: string, more: object) => ({
    operationId: 'createOrder',
    body: { ...orderBody(warehouse), order_id: id, ...more },
  });
  const rates = {
    journey_type: 'Forward',
    origin_pincode: 110020,
    destination_pincode: '560 038',
    dead_weight: '450',
    length: '10.5',
    width: 10,
    height: 10,
    payment_method: 'COD',
    shipment_value: '1299.00',
  };
  const prepaid = { payment_method: 'Prepaid', cod_collectible: 0 };
  return [
    order('SENT-1', { order_date: '2026-11-16 10:30', ...prepaid }),
    order('SENT-2', { order_date: '16-11-2026', ...prepaid, cod_collectible: '' }),
    order('SENT-3', { billing_phone: 919876543210, billing_pincode: 110024, weight: '0.5', length: '10' }),
    order('SENT-4', { shipping_is_billing: 1, shipping_pincode: '', shipping_phone: null }),
    order('SENT-5', {
      shipping_is_billing: 'true',
      billing_last_name: '',
      billing_email: null,
      tags: 'gift',
    }),
    order('SENT-6', { billing_phone: '+91 98765-43210', sub_total: '499.00', billing_country: 'india' }),
    order('SENT-7', { tags: [], channel: '', external_id: null, billing_gstin: '' }),
    {
      operationId: 'createOrderAndBook',
      body: { ...orderBody(warehouse), order_id: 'SENT-8', ...prepaid, carrier_id: '' },
    },
    { operationId: 'quoteRates', body: rates },
    { operationId: 'quoteRates', body: { ...rates, payment_method: 'prepaid', shipment_value: null } },
    { operationId: 'listShipments', body: { status: 'in_transit' } },
    { operationId: 'listShipments', body: { 'status[]': ['in_transit', 'delivered'], per_page: '50' } },
    { operationId: 'listShipments', body: { status: [], search: '', page: '1', sort_order: 'DESC' } },
    { operationId: 'listShipments', body: { search_after: ['1763274600000', test.service.newId()] } },
    { operationId: 'listShipments', body: { 'page[number]': 1, 'page[size]': '20' } },
    {
      operationId: 'makeReport',
      body: {
        start_date_time: '2026-11-01T00:00:00+05:30',
        end_date_time: '2026-11-16',
        shipment_type: 'Forward',
      },
    },
    {
      operationId: 'makeReport',
      body: { start_date_time: '1763179200', end_date_time: 1763274600000, shipment_type: 'RETURN' },
    },
    { operationId: 'listLedger', query: { awb: 'TITL1', per_page: '5', start_time: '2026-11-01' } },
    { operationId: 'listWarehousesAlias' },
  ];
}

/** The JSON requests on these pages, by path. */
function printedRequests(warehouse: string): SentRequest[] {
  const pages = PAGES.map((page) => readFileSync(join(PACKAGE_ROOT, page), 'utf8')).join('\n');
  const calls = pages.matchAll(
    /custom\/api\/v1(\/[\w-]+)\s(?:[^'\n]|\\\n)*'Content-Type: application\/json'[\s\\]*-d '(\{.*?\})'\n/gs,
  );
  return [...calls].flatMap(([, path = '', json = '']) => {
    const text = json.replaceAll(/'"?\$\w+"?'/g, warehouse);
    const operation = operationsOf(document).find(
      (one) => one.path === `${API}${path}` && one.method === 'post',
    );
    if (operation === undefined) throw new Error(`a page asks ${path}, which is not documented`);
    return [{ operationId: operation.operationId, body: JSON.parse(text) }];
  });
}

function operationOf({ operationId }: SentRequest) {
  const operation = operationsOf(document).find((one) => one.operationId === operationId);
  return operation ?? expect.fail(`there is no ${operationId}`);
}

it('is accepted by the service and the document', async () => {
  const wrong: unknown[] = [];
  for (const request of [...sent, ...printed]) {
    const { method, path } = operationOf(request);
    const { body, query = {} } = request;
    const url = `${path}?${new URLSearchParams(query)}`;
    const why = documentJudge(test.app).whyNotRequest({ method, url, body });
    if (why !== null) wrong.push([request.operationId, why]);
    if (printed.includes(request)) continue;
    const { statusCode, body: answer } = await test.app.inject({
      method: method.toUpperCase() as 'GET',
      url,
      headers: account.headers,
      ...(body === undefined ? {} : { payload: body }),
    });
    if (statusCode >= 400) wrong.push([request.operationId, body, answer]);
  }
  expect(wrong).toEqual([]);
  expect(printed).toHaveLength(10);
});

it('compiles with the clients of two generators', async () => {
  rmSync(GENERATED, { recursive: true, force: true });
  mkdirSync(GENERATED, { recursive: true });
  const source = join(GENERATED, 'openapi.json');
  writeFileSync(source, JSON.stringify(document));
  const nodes = await openapiTypescript(JSON.stringify(document), { defaultNonNullable: false });
  writeFileSync(join(GENERATED, 'one.ts'), astToString(nodes));
  await createClient({
    input: source,
    output: { path: join(GENERATED, 'other') },
    plugins: ['@hey-api/typescript'],
    logs: { level: 'silent' },
  });
  const requests = [...sent, ...printed];
  const typed = requests.map((request, index) => {
    const { operationId, body, query } = request;
    const value = JSON.stringify(body ?? query);
    if (body === undefined && query === undefined) return '';
    const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Data`;
    const [one, other] =
      body === undefined
        ? [`['parameters']['query']`, `['query']`]
        : [`['requestBody']['content']['application/json']`, `['body']`];
    return [
      `export const one${index}: NonNullable<operations['${operationId}']${one}> = ${value};`,
      `export const other${index}: NonNullable<${name}${other}> = ${value};`,
    ].join('\n');
  });
  const names = new Set(
    requests.map(({ operationId: id }) => `${id.charAt(0).toUpperCase()}${id.slice(1)}Data`),
  );
  const imports = `import type { operations } from './one.ts';\nimport type { ${[...names].join(', ')} } from './other/types.gen.ts';\n`;
  writeFileSync(join(GENERATED, 'sent.ts'), `${imports}\n${typed.join('\n')}\n`);
  const settings = {
    extends: '../../tsconfig.json',
    compilerOptions: {
      types: [],
      lib: ['ES2023', 'DOM'],
      noUnusedLocals: false,
      rootDir: '../..',
      allowJs: false,
      checkJs: false,
      exactOptionalPropertyTypes: false,
    },
    include: ['sent.ts'],
    exclude: [],
  };
  writeFileSync(join(GENERATED, 'tsconfig.json'), JSON.stringify(settings));
  const compiler = join(PACKAGE_ROOT, 'node_modules/.bin/tsc');
  const { stdout, stderr } = spawnSync(compiler, ['-p', join(GENERATED, 'tsconfig.json')], {
    encoding: 'utf8',
  });
  expect(`${stdout}${stderr}`).toBe('');
});

import { describe, expect, it } from 'vitest';
import { emptyAnswer, operation } from '../../src/http/operation.ts';
import { openApp, startApp, type TestAccount } from '../support/app.ts';
import { bookOrder } from '../support/carriers.ts';
import { makeWarehouse } from '../support/orders.ts';
import {
  judgeOdd,
  listOperations,
  type Operation,
  tryForeignIds,
  tryGarbage,
  tryGarbageQueries,
  tryWithoutCredential,
} from '../support/walk.ts';
import { loopbackAllowed, makeWebhook } from '../support/webhooks.ts';

/**
 * The only operations without a credential. A new route is protected by default; an unprotected one that is
 * not listed here fails this test.
 */
const PUBLIC_OPERATIONS = [
  'GET /health',
  'GET /ready',
  'GET /logos/{storeId}/{file}',
  'GET /labels/{accountId}/{shipmentId}',
  'GET /t/{code}',
  'GET /track',
  'GET /track/{number}',
  'POST /custom/api/v1/auth-token',
  'POST /custom/api/v1/session',
  'POST /custom/api/v1/password-reset',
  'POST /custom/api/v1/sign-in-link',
  'POST /custom/api/v1/first-start',
  'POST /custom/api/v1/password',
];

/** The field of a new order for each field below `order`. */
const BELOW_ORDER = {
  sub_total: 'sub_total',
  weight: 'weight',
  length: 'length',
  breadth: 'breadth',
  height: 'height',
  'shipping_address.name': 'billing_customer_name',
  'shipping_address.phone': 'billing_phone',
  'shipping_address.address': 'billing_address',
  'shipping_address.address_2': 'billing_address_2',
  'shipping_address.city': 'billing_city',
  'shipping_address.state': 'billing_state',
  'shipping_address.zip': 'billing_pincode',
};

const test = await openApp({ shipping: { outgoing: loopbackAllowed() } });
const mine = await test.account('Mine');
const theirs = await test.account('Theirs');
const warehouseId = await makeWarehouse(theirs);
const { shipmentId } = await bookOrder(theirs, warehouseId);
const foreignIds: string[] = [await makeStore(theirs), warehouseId, shipmentId, await makeHook(theirs)];
const ownId = await makeStore(mine);
const operations: Operation[] = await listOperations(test.app);
const document: string = (await test.app.inject({ url: '/openapi.json' })).body;

async function makeHook(account: TestAccount): Promise<string> {
  const url = 'https://127.0.0.1/';
  return (await makeWebhook(account, { url, enabled: false })).id;
}

async function makeStore(account: TestAccount): Promise<string> {
  const response = await test.app.inject({
    method: 'POST',
    url: '/custom/api/v1/client-stores',
    headers: account.headers,
    payload: { store_name: 'a-store' },
  });
  return response.json().data.id;
}

function isPublic({ method, path }: Operation): boolean {
  return PUBLIC_OPERATIONS.includes(`${method} ${path}`);
}

describe('every operation of the OpenAPI document', () => {
  it('is found in the document', () => {
    expect(operations.length).toBeGreaterThan(8);
    for (const name of PUBLIC_OPERATIONS) {
      expect(operations.map(({ method, path }) => `${method} ${path}`)).toContain(name);
    }
  });

  it('requires a credential unless it is public', async () => {
    const tried = operations.filter((operation) => !isPublic(operation));
    const wrong = await Promise.all(tried.map((operation) => tryWithoutCredential(test.app, operation)));
    expect(wrong.flat()).toEqual([]);
  });

  it("answers for another account's ids like for unknown ids", async () => {
    const tried = operations.filter((operation) => !isPublic(operation));
    for (const operation of tried) {
      expect(await tryForeignIds(test.app, operation, mine.headers, foreignIds)).toEqual([]);
    }
  });

  it('refuses garbage without an internal error', async () => {
    for (const operation of operations) {
      expect(await tryGarbage(test.app, operation, mine.headers, ownId)).toEqual([]);
      expect(await tryGarbageQueries(test.app, operation, mine.headers, ownId)).toEqual([]);
    }
  });

  it.each([
    ['/client-stores', '/client-stores/{id}'],
    ['/warehouse', '/warehouses/{id}'],
    ['/views', '/views/{id}'],
    ['/users', '/users/{id}'],
    ['/webhooks', '/webhooks/{id}'],
    ['/courier-accounts', '/courier-accounts/{id}'],
    ['/forward-order', '/order'],
  ])('has the same rules for creating and changing: POST %s, PUT %s', async (making, changing) => {
    const judge = (method: 'POST' | 'PUT', path: string) =>
      judgeOdd(test.app, document, { method, path }, mine.headers);
    const [made, changed] = [await judge('POST', making), await judge('PUT', changing)];
    const common = Object.keys(made).filter((field) => field in changed);
    expect(
      common.filter((field) => made[field]?.some((sentence) => sentence !== null)).length,
    ).toBeGreaterThan(1);
    for (const field of common) expect({ [field]: changed[field] }).toEqual({ [field]: made[field] });
  });

  it('has the same rules for fields below `order` of a changed order and fields of a new order', async () => {
    const judge = (method: 'POST' | 'PUT', path: string) =>
      judgeOdd(test.app, document, { method, path }, mine.headers);
    const [made, changed] = [await judge('POST', '/forward-order'), await judge('PUT', '/order')];
    const below = Object.entries(BELOW_ORDER);
    for (const [nested, field] of below) {
      const told = changed[`order.${nested}`]?.map((sentence) => sentence?.replace(`order.${nested}`, field));
      expect({ [nested]: told }).toEqual({ [nested]: made[field]?.map((sentence) => sentence ?? undefined) });
    }
  });

  it('is reported if it forgets the credential', async () => {
    const careless = await startApp({}, (app) => {
      const schema = operation({
        operationId: 'leak',
        role: 'anyone',
        tag: 'Service',
        summary: 'A leak',
        answers: { 200: emptyAnswer('Nothing.') },
      });
      app.get('/custom/api/v1/leak', { config: { access: 'public' }, schema }, async () => null);
    });
    try {
      const leak = (await listOperations(careless.app)).filter(({ path }) => path.endsWith('/leak'));
      expect(leak).toHaveLength(1);
      const wrong = await Promise.all(leak.map((operation) => tryWithoutCredential(careless.app, operation)));
      expect(wrong.flat()).toEqual(['GET /custom/api/v1/leak without a credential: 200']);
    } finally {
      await careless.stop();
    }
  });
});

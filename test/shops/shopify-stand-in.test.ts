import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type RunningStandIn, startStandIn } from '../../simulators/kit/start-stand-in.ts';
import { VERSIONS } from '../../simulators/shops/shopify/admin-schema.ts';
import { ShopifyStandIn } from '../../simulators/shops/shopify/shopify-stand-in.ts';
import { answers, startReceiver } from '../support/webhook-receiver.ts';

let standIn: RunningStandIn<ShopifyStandIn>;

beforeEach(async () => {
  standIn = await startStandIn((dependencies) => new ShopifyStandIn(dependencies));
  return () => standIn.stop();
});

const OLD_TOKEN = ShopifyStandIn.oldSettings.access_token;

interface Answered {
  readonly data?: { readonly orders: { readonly nodes: readonly unknown[] } };
  readonly errors: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
  readonly extensions: { readonly cost: object };
}

async function ask(query: string, variables: object = {}, { token = OLD_TOKEN, version = '2026-10' } = {}) {
  const answer = await fetch(`${standIn.url}/admin/api/${version}/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
    body: JSON.stringify({ query, variables }),
  });
  const body = (await answer.json()) as Answered;
  return { status: answer.status, version: answer.headers.get('x-shopify-api-version'), body };
}

async function signIn(change: object = {}) {
  const answer = await fetch(`${standIn.url}/admin/oauth/access_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...ShopifyStandIn.settings, grant_type: 'client_credentials', ...change }),
  });
  return { status: answer.status, body: (await answer.json()) as { access_token: string } };
}

const SHOP = '{ shop { currencyCode } }';

describe("the stand-in of Shopify's Admin API", () => {
  it.each([
    ['an unknown field', '{ shop { currency } }', /Cannot query field "currency" on type "Shop"/],
    ['a missing argument', '{ order { id } }', /argument "id" of type "ID!" is required/],
    [
      'an unknown word',
      'mutation { fulfillmentEventCreate(fulfillmentEvent: {fulfillmentId: "1", status: LOST}) { userErrors { message } } }',
      /Value "LOST" does not exist in "FulfillmentEventStatus"/,
    ],
    ['a field without its fields', '{ shop }', /must have a selection of subfields/],
    ['a text that is no query', 'orders', /Syntax Error/],
  ])('refuses %s as Shopify does', async (_, query, message) => {
    const { status, body } = await ask(query);
    expect([status, body.data, body.errors[0]?.message]).toEqual([
      200,
      undefined,
      expect.stringMatching(message),
    ]);
  });

  it('refuses a value of another type, and a page without a size or with a size above 250', async () => {
    const create =
      'mutation F($f: FulfillmentInput!) { fulfillmentCreate(fulfillment: $f) { userErrors { message } } }';
    expect((await ask(create, { f: { lineItems: [] } })).body.errors[0]?.message).toMatch(
      /got invalid value/,
    );
    expect((await ask('{ orders { nodes { id } } }')).body.errors[0]?.message).toMatch(
      /one of first or last/,
    );
    expect((await ask('{ orders(first: 251) { nodes { id } } }')).body.errors[0]?.message).toMatch(
      /cannot exceed 250/,
    );
  });

  it('answers in the asked version, and in the oldest for an ended version', async () => {
    for (const version of VERSIONS) {
      expect(await ask(SHOP, {}, { version })).toMatchObject({
        version,
        body: { data: { shop: { currencyCode: 'INR' } } },
      });
    }
    expect((await ask(SHOP, {}, { version: '2024-01' })).version).toBe(VERSIONS[0]);
  });

  it('accepts only its own token, for a day', async () => {
    const { body } = await signIn();
    expect(body).toMatchObject({ expires_in: 86_399 });
    const token = body.access_token;
    expect((await ask(SHOP, {}, { token })).status).toBe(200);
    standIn.clock.forward(24 * 3_600_000);
    expect((await ask(SHOP, {}, { token })).status).toBe(401);
    expect((await ask(SHOP, {}, { token: 'shpat_other' })).status).toBe(401);
    expect(await signIn({ client_secret: 'other' })).toEqual({
      status: 400,
      body: { error: 'invalid_client' },
    });
    standIn.courier.uninstall();
    expect(await signIn()).toEqual({ status: 400, body: { error: 'app_not_installed' } });
    expect((await ask(SHOP)).status).toBe(401);
  });

  it('denies fields of missing scopes and withheld personal data, and answers the other fields', async () => {
    standIn.courier.book.place();
    standIn.courier.isWithheld = true;
    const { body } = await ask('{ orders(first: 1) { nodes { name email } } }');
    expect(body).toMatchObject({
      data: { orders: { nodes: [{ name: '#1001', email: null }] } },
      errors: [{ path: ['orders', 'nodes', 0, 'email'], extensions: { code: 'ACCESS_DENIED' } }],
    });
    standIn.courier.scopes.delete('read_locations');
    const denied = await ask('{ locations(first: 1) { nodes { name } } }');
    expect(denied.body.errors[0]).toMatchObject({
      path: ['locations'],
      extensions: { code: 'ACCESS_DENIED' },
    });
  });

  it('counts points, throttles, and refuses a query above the limit of one query', async () => {
    const dear =
      '{ orders(first: 250) { nodes { shippingAddress { city } billingAddress { city } totalOutstandingSet { shopMoney { amount } } } } }';
    expect((await ask(dear)).body.errors[0]?.extensions.code).toBe('MAX_COST_EXCEEDED');
    standIn.courier.points = { maximum: 50, restoreRate: 10 };
    const forty = '{ orders(first: 40) { nodes { id } } }';
    for (let id = 0; id < 40; id += 1) standIn.courier.book.place();
    expect((await ask(forty)).body.extensions.cost).toMatchObject({ requestedQueryCost: 42 });
    const throttled = await ask(forty);
    expect(throttled).toMatchObject({
      status: 200,
      body: { errors: [{ extensions: { code: 'THROTTLED' } }] },
    });
    expect(throttled.body.data).toBeUndefined();
    standIn.clock.forward(5_000);
    expect((await ask(forty)).body.data?.orders.nodes).toHaveLength(40);
  });

  it('repeats a failed webhook eight times, and then removes its subscription', async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.stop());
    receiver.plan(answers(500));
    const { webhooks, book } = standIn.courier;
    webhooks.add({ topic: 'ORDERS_CREATE', uri: receiver.url, includeFields: [] });
    book.place();
    for (let retries = 0; retries < 8; retries += 1) {
      await webhooks.settled();
      expect(webhooks.all).toHaveLength(1);
      webhooks.retry();
    }
    await webhooks.settled();
    expect([receiver.received.length, webhooks.all]).toEqual([9, []]);
  });

  it('opens a new fulfilment order after a cancelled fulfilment, and fulfils nothing twice', () => {
    const { book } = standIn.courier;
    const order = book.orderOf(book.place());
    const [first] = order.fulfilmentOrders;
    const tracking = { company: null, number: 'A1', url: null };
    const all = [{ fulfilmentOrderId: first?.id ?? 0, lines: null }];
    const made = book.fulfil(all, tracking, false);
    expect(first?.status).toBe('CLOSED');
    expect(book.fulfil(all, tracking, false)).toMatch(/unfulfillable status= closed/);
    if (typeof made === 'string') throw new Error(made);
    book.cancelFulfilment(made.id);
    expect(order.fulfilmentOrders.map(({ status }) => status)).toEqual(['CLOSED', 'OPEN']);
    expect(book.cancelFulfilment(made.id)).toMatch(/already cancelled/);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { API } from '../support/orders.ts';

let test: TestApp;
let account: TestAccount;
type Headers = Record<string, string>;
let packer: Headers;
let viewer: Headers;

beforeAll(async () => {
  test = await startApp();
  account = await test.account();
  packer = await keyOf('packer');
  viewer = await keyOf('viewer');
});
afterAll(() => test.stop());

function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, headers: Headers, payload?: object) {
  return test.app.inject({
    method,
    url: `${API}${path}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
}

async function keyOf(scope: string): Promise<Headers> {
  const made = await send('POST', '/keys', account.headers, { name: scope, scope });
  return { authorization: made.json().data.attributes.token };
}

const STUCK = { name: 'Stuck', page: 'shipments', query: 'status=in_transit' };

async function namesFor(headers: Headers, page = 'shipments'): Promise<string[]> {
  const { data, meta } = (await send('GET', `/views?page=${page}`, headers)).json();
  expect(meta.total).toBe(data.length);
  return data.map(({ name }: { name: string }) => name);
}

it('a view is its maker’s alone until it is shared', async () => {
  const made = await send('POST', '/views', packer, STUCK);
  expect(made.statusCode).toBe(201);
  const { id } = made.json().data;
  expect(made.json().data).toMatchObject({
    ...STUCK,
    is_shared: false,
    is_own: true,
    owner: { name: 'packer' },
  });
  expect(await namesFor(viewer)).toEqual([]);
  expect((await send('PUT', `/views/${id}`, viewer, { name: 'x' })).statusCode).toBe(404);
  expect((await send('PUT', `/views/${id}`, account.headers, { name: 'x' })).statusCode).toBe(404);
  const shared = await send('PUT', `/views/${id}`, packer, { is_shared: true, name: 'Stuck for days' });
  expect(shared.json().data).toMatchObject({ name: 'Stuck for days', is_shared: true });
  expect(await namesFor(viewer)).toEqual(['Stuck for days']);
  expect(await namesFor(viewer, 'returns')).toEqual([]);
  expect((await send('DELETE', `/views/${id}`, viewer)).json().errors).toEqual([
    'This view belongs to packer: only they and owners can change it',
  ]);
  const manager = await keyOf('manager');
  expect((await send('PUT', `/views/${id}`, manager, { name: 'x' })).statusCode).toBe(403);
  const renewed = await send('PUT', `/views/${id}`, packer, { query: 'status=ndr_raised' });
  expect(renewed.json().data.query).toBe('status=ndr_raised');
  const { data: seen } = (await send('GET', '/views', viewer)).json();
  expect(seen).toMatchObject([{ id, name: 'Stuck for days', query: 'status=ndr_raised' }]);
  await send('POST', '/views', packer, { ...STUCK, page: 'orders' });
  expect((await send('DELETE', `/views/${id}`, account.headers)).statusCode).toBe(204);
  expect(await namesFor(packer)).toEqual([]);
  expect(await namesFor(packer, 'orders')).toEqual(['Stuck']);
  const audit = (await send('GET', `/audit?subject_id=${id}`, account.headers)).json().data;
  expect(audit.map(({ action }: { action: string }) => action)).toEqual([
    'view.removed',
    'view.changed',
    'view.changed',
    'view.saved',
  ]);
});

it('a viewer saves views, and shares none', async () => {
  const made = await send('POST', '/views', viewer, { ...STUCK, name: 'Mine' });
  expect(made.statusCode).toBe(201);
  const sentence = 'Sharing a view requires the role packer; you are signed in as viewer';
  const shared = await send('POST', '/views', viewer, { ...STUCK, is_shared: true });
  expect(shared.json().errors).toEqual([sentence]);
  const { id } = made.json().data;
  expect((await send('PUT', `/views/${id}`, viewer, { is_shared: true })).json().errors).toEqual([sentence]);
  const theirs = await test.account();
  expect((await send('DELETE', `/views/${id}`, theirs.headers)).statusCode).toBe(404);
  expect((await send('DELETE', `/views/${id}`, viewer)).statusCode).toBe(204);
});

it('a person has 200 views at most', async () => {
  const one = await test.account();
  const { data: key } = (await send('POST', '/keys', one.headers, { name: 'other', scope: 'packer' })).json();
  const other = { authorization: key.attributes.token };
  expect((await send('POST', '/views', other, STUCK)).statusCode).toBe(201);
  await Promise.all(
    Array.from({ length: 199 }, (_, index) =>
      send('POST', '/views', one.headers, { ...STUCK, name: `${index}` }),
    ),
  );
  expect((await send('POST', '/views', one.headers, STUCK)).statusCode).toBe(201);
  expect((await send('POST', '/views', one.headers, STUCK)).json().errors).toEqual([
    'You have 200 views, which is the limit: delete one first',
  ]);
  expect((await send('POST', '/views', other, STUCK)).statusCode).toBe(201);
});

it('the explanation of a quote has the figures of the quote, and says why others are not in it', async () => {
  const parcel = {
    journey_type: 'forward',
    origin_pincode: '560001',
    destination_pincode: '110001',
    dead_weight: 500,
    length: 10,
    width: 10,
    height: 10,
    payment_method: 'cod',
    shipment_value: 1499,
  };
  const { result } = (await send('POST', '/rates', viewer, parcel)).json();
  const query = new URLSearchParams(
    Object.fromEntries(Object.entries(parcel).map(([name, value]) => [name, String(value)])),
  );
  const { data } = (await send('GET', `/rates/explain?${query}`, viewer)).json();
  expect(data.zone).toBe(result.shipment_details.zone);
  expect(data.carriers.map(({ carrier_id }: { carrier_id: string }) => carrier_id)).toEqual(
    result.serviceable_couriers.map(({ carrier_id }: { carrier_id: string }) => carrier_id),
  );
  expect(data.carriers[0].charges.length).toBeGreaterThan(0);
  query.set('dead_weight', '2400000');
  const heavy = (await send('GET', `/rates/explain?${query}`, viewer)).json().data;
  expect(heavy.left_out.length).toBeGreaterThan(0);
  for (const { reasons } of heavy.left_out) expect(reasons.length).toBeGreaterThan(0);
  const refused = await send('GET', '/rates/explain?journey_type=forward', viewer);
  expect(refused.statusCode).toBe(422);
});

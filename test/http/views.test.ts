import { describe, expect, it } from 'vitest';
import { openApp } from '../support/app.ts';

type Headers = Record<string, string>;

const test = await openApp();
const account = await test.account();
const packer: Headers = await keyOf('packer');
const viewer: Headers = await keyOf('viewer');

async function keyOf(scope: string): Promise<Headers> {
  const made = await account.post('/keys', { name: scope, scope });
  return { authorization: made.json().data.attributes.token };
}

const STUCK = { name: 'Stuck', page: 'shipments', query: 'status=in_transit' };

async function namesFor(headers: Headers, page = 'shipments'): Promise<string[]> {
  const { data, meta } = (await test.client(headers).get(`/views?page=${page}`)).json();
  expect(meta.total).toBe(data.length);
  return data.map(({ name }: { name: string }) => name);
}

describe('a view', () => {
  it('is private to its creator until it is shared', async () => {
    const made = await test.client(packer).post('/views', STUCK);
    expect(made.statusCode).toBe(201);
    const { id } = made.json().data;
    expect(made.json().data).toMatchObject({
      ...STUCK,
      is_shared: false,
      is_own: true,
      owner: { name: 'packer' },
    });
    expect(await namesFor(viewer)).toEqual([]);
    expect((await test.client(viewer).put(`/views/${id}`, { name: 'x' })).statusCode).toBe(404);
    expect((await account.put(`/views/${id}`, { name: 'x' })).statusCode).toBe(404);
    const shared = await test.client(packer).put(`/views/${id}`, { is_shared: true, name: 'Stuck for days' });
    expect(shared.json().data).toMatchObject({ name: 'Stuck for days', is_shared: true });
    expect(await namesFor(viewer)).toEqual(['Stuck for days']);
    expect(await namesFor(viewer, 'returns')).toEqual([]);
    expect((await test.client(viewer).delete(`/views/${id}`)).json().errors).toEqual([
      'This view belongs to packer: only they and owners can change it',
    ]);
    const manager = await keyOf('manager');
    expect((await test.client(manager).put(`/views/${id}`, { name: 'x' })).statusCode).toBe(403);
    test.advance(1_000);
    const renewed = await test.client(packer).put(`/views/${id}`, { query: 'status=ndr_raised' });
    const { created_at } = made.json().data;
    expect(renewed.json().data).toMatchObject({
      ...{ query: 'status=ndr_raised', is_shared: true, created_at },
      updated_at: test.service.now().toISOString(),
    });
    const { data: seen } = (await test.client(viewer).get('/views')).json();
    expect(seen).toMatchObject([{ id, name: 'Stuck for days', query: 'status=ndr_raised' }]);
    await test.client(packer).post('/views', { ...STUCK, page: 'orders' });
    expect((await account.delete(`/views/${id}`)).statusCode).toBe(204);
    expect(await namesFor(packer)).toEqual([]);
    expect(await namesFor(packer, 'orders')).toEqual(['Stuck']);
    const audit = (await account.get(`/audit?subject_id=${id}`)).json().data;
    expect(audit.map(({ action }: { action: string }) => action)).toEqual([
      'view.removed',
      'view.changed',
      'view.changed',
      'view.saved',
    ]);
  });

  it('can be saved but not shared by a viewer', async () => {
    const made = await test.client(viewer).post('/views', { ...STUCK, name: 'Mine' });
    expect(made.statusCode).toBe(201);
    const sentence = 'Sharing a view requires the role packer; you are signed in as viewer';
    const shared = await test.client(viewer).post('/views', { ...STUCK, is_shared: true });
    expect(shared.json().errors).toEqual([sentence]);
    const { id } = made.json().data;
    expect((await test.client(viewer).put(`/views/${id}`, { is_shared: true })).json().errors).toEqual([
      sentence,
    ]);
    const theirs = await test.account();
    expect((await theirs.delete(`/views/${id}`)).statusCode).toBe(404);
    expect((await test.client(viewer).delete(`/views/${id}`)).statusCode).toBe(204);
  });

  it('is one of at most 200 of a person', async () => {
    const one = await test.account();
    const { data: key } = (await one.post('/keys', { name: 'other', scope: 'packer' })).json();
    const other = { authorization: key.attributes.token };
    expect((await test.client(other).post('/views', STUCK)).statusCode).toBe(201);
    await Promise.all(
      Array.from({ length: 199 }, (_, index) => one.post('/views', { ...STUCK, name: `${index}` })),
    );
    expect((await one.post('/views', STUCK)).statusCode).toBe(201);
    expect((await one.post('/views', STUCK)).json().errors).toEqual([
      'You have 200 views, which is the limit: delete one first',
    ]);
    expect((await test.client(other).post('/views', STUCK)).statusCode).toBe(201);
  });
});

it('GET /rates/explain shows the charges of the quote, and why other carriers are left out', async () => {
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
  const { result } = (await test.client(viewer).post('/rates', parcel)).json();
  const query = new URLSearchParams(
    Object.fromEntries(Object.entries(parcel).map(([name, value]) => [name, String(value)])),
  );
  const { data } = (await test.client(viewer).get(`/rates/explain?${query}`)).json();
  expect(data.zone).toBe(result.shipment_details.zone);
  expect(data.carriers.map(({ carrier_id }: { carrier_id: string }) => carrier_id)).toEqual(
    result.serviceable_couriers.map(({ carrier_id }: { carrier_id: string }) => carrier_id),
  );
  expect(data.carriers[0].charges.length).toBeGreaterThan(0);
  query.set('dead_weight', '2400000');
  const heavy = (await test.client(viewer).get(`/rates/explain?${query}`)).json().data;
  expect(heavy.left_out.length).toBeGreaterThan(0);
  for (const { reasons } of heavy.left_out) expect(reasons.length).toBeGreaterThan(0);
  const refused = await test.client(viewer).get('/rates/explain?journey_type=forward');
  expect(refused.statusCode).toBe(422);
});

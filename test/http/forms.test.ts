import { describe, expect, it } from 'vitest';
import { openApp } from '../support/app.ts';
import { API } from '../support/client.ts';
import { DELIVERED_ELSEWHERE, makeWarehouse, orderBody } from '../support/orders.ts';
import { makeUser } from '../support/people.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const test = await openApp();
const account = await test.account();
const warehouseId = await makeWarehouse(account);

/** A body as PHP's `http_build_query` writes it: without what is null. */
function formOf(value: unknown, name = ''): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`;
  return Object.entries(value)
    .map(([key, inner]) => formOf(inner, name === '' ? key : `${name}[${key}]`))
    .filter((pair) => pair !== '')
    .join('&');
}

const send = (path: string, body: object | string, headers: object = {}) =>
  account.post(path, typeof body === 'string' ? body : formOf(body), { ...FORM, ...headers });
const show = async (path: string) => (await account.get(path)).json().data;

describe('a form with an API key', () => {
  it('makes the same order as JSON', async () => {
    const body = (changes: object) =>
      orderBody(warehouseId, {
        ...DELIVERED_ELSEWHERE,
        order_items: [
          { name: 'चाय & co', units: 2, selling_price: 249.5, discount: 0, tax: 5, hsn: 902 },
          { name: 'Cup', units: 1, selling_price: 100 },
        ],
        ...{ payment_method: 'COD', sub_total: 599, shipping_charges: 40.5, cod_collectible: 639.5 },
        tags: ['gift', 'fragile'],
        ...changes,
      });
    const shown = [];
    for (const sent of [
      await account.post('/forward-order-orchestration', body({ print_label: true })),
      await send('/forward-order-orchestration', body({ print_label: true })),
      await send('/forward-order-orchestration', body({ print_label: 1 }), {
        'content-type': 'Application/X-WWW-Form-Urlencoded; charset=UTF-8',
      }),
    ]) {
      expect(sent.statusCode, sent.body).toBe(200);
      const { items, total_price, cod_amount, tags, shipping_address, applied_weight } = (
        await show(`/shipments/${sent.json().payload.shipment_id}`)
      ).attributes;
      const goods = items.map(({ id: _, ...item }: { id: string }) => item);
      shown.push({ goods, total_price, cod_amount, tags, shipping_address, applied_weight });
    }
    expect(shown[1]).toEqual(shown[0]);
    expect(shown[2]).toEqual(shown[0]);
    expect(shown[0]?.total_price).toBe(639.5);
  });

  it.each([
    [
      '/rates',
      {
        journey_type: 'forward',
        origin_pincode: 110001,
        destination_pincode: 560001,
        dead_weight: 500,
        length: 10,
        width: 10,
        height: 10,
        payment_method: 'cod',
        shipment_value: '499.50',
      },
    ],
    ['/serviceability', { from: 110001, to: 560001, payment_mode: 'cod', shipment_type: 'forward' }],
    ['/order-tracking', { awbs: ['A1', 'A2'] }],
    [
      '/shipments',
      { page: { number: 1, size: 5 }, is_cod: 'true', warehouse_ids: [warehouseId], start_time: 0 },
    ],
    [
      '/warehouse',
      {
        name: 'Form',
        phone_number: '9876500000',
        email: 'a@example.in',
        contact_person: 'Ravi',
        address_attributes: {
          street_address: '1 Road',
          zip: 110020,
          city: 'Delhi',
          state: 'Delhi',
          country: 'India',
        },
      },
    ],
    ['/client-stores', { store_name: 'by-form' }],
  ])('is read at %s', async (path, body) => {
    const answer = await send(path, body);
    expect(answer.statusCode, answer.body).toBeLessThan(300);
  });

  it('may be a change, and an empty one', async () => {
    const made = await account.post('/forward-order', orderBody(warehouseId));
    const { order_id, shipment_id } = made.json().payload;
    const changed = await account.put('/order', formOf({ order_id, order: { weight: '0.75' } }), FORM);
    expect(changed.statusCode, changed.body).toBe(200);
    expect((await show(`/shipments/${shipment_id}`)).attributes.applied_weight.value).toBe(750);
    expect((await send('/shipments', '')).statusCode).toBe(200);
  });

  it('has the problems of JSON, by their names', async () => {
    const answer = await send(
      '/forward-order',
      orderBody('none', { weight: 'x', 'order_items[0][units]': 0 }),
    );
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      [expect.stringMatching(/^order_items\[0\]\.units /), expect.stringMatching(/^weight /)],
    ]);
  });

  it.each([
    ['order_id=%', 400, 'a % must stand before two hexadecimal digits'],
    ['order_id=%ff%fe', 400, 'a % must stand before two hexadecimal digits'],
    ['order_id=1&order_id[a]=2', 400, 'The form has order_id both as a value'],
    [`a${'[b]'.repeat(40)}=1`, 400, 'more than 32 levels deep'],
    [Array.from({ length: 20_001 }, (_, turn) => `k${turn}=`).join('&'), 400, 'more than 20000 keys'],
    [`order_id=${'x'.repeat(3_000_000)}`, 413, 'larger than'],
    ['__proto__[warehouse_id]=1&constructor[prototype][a]=1', 422, 'order_id is required'],
    ['=&==&[]=&[=&]=', 422, 'order_id is required'],
  ])('is refused, never a fault: %#', async (sent, status, sentence) => {
    const answer = await send('/forward-order', sent);
    expect([answer.statusCode, answer.json().message]).toEqual([status, expect.stringContaining(sentence)]);
    expect(({} as { warehouse_id?: unknown }).warehouse_id).toBeUndefined();
  });

  it('may not be compressed, nor other bytes than UTF-8', async () => {
    expect((await send('/shipments', 'a=1', { 'content-encoding': 'gzip' })).statusCode).toBe(415);
    const latin = await account.post('/shipments', Buffer.from('search=caf\xe9', 'latin1'), FORM);
    expect([latin.statusCode, latin.json().message]).toEqual([400, 'The body is not UTF-8']);
  });
});

describe('a form without an API key', () => {
  const user = { email: 'forms@example.in', password: 'correct horse battery' };
  const signIn = { username: user.email, password: user.password };

  it('gets a token', async () => {
    await makeUser(test, account, user);
    const { statusCode, body, headers } = await test.client({}).post('/auth-token', formOf(signIn), FORM);
    expect([statusCode, body]).toEqual([200, expect.stringContaining('token')]);
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('is refused where a cookie is set or counts, so that no page of another site can send it', async () => {
    const post = (path: string, payload: string, headers: Record<string, string>) =>
      test.app.inject({ method: 'POST', url: `${API}${path}`, payload, headers });
    expect((await post('/session', formOf(signIn), FORM)).statusCode).toBe(415);
    const session = await post('/session', JSON.stringify(signIn), { 'content-type': 'application/json' });
    expect(session.statusCode, session.body).toBe(200);
    const cookie = String(session.headers['set-cookie']).split(';')[0] ?? '';
    const order = formOf(orderBody(warehouseId));
    const { csrf_token } = session.json().data;
    const statuses = [];
    for (const headers of [{ cookie }, { cookie, 'x-csrf-token': csrf_token }, {}]) {
      statuses.push((await post('/forward-order', order, { ...FORM, ...headers })).statusCode);
    }
    expect(statuses).toEqual([403, 415, 401]);
  });
});

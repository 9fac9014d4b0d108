import { describe, expect, it } from 'vitest';
import { openApp } from '../support/app.ts';
import { bookOrder } from '../support/carriers.ts';
import { makeWarehouse } from '../support/orders.ts';

let shipmentId: string;

const test = await openApp();
const account = await test.account();
const stranger = await test.account('Stranger');
const warehouseId = await makeWarehouse(account);
({ shipmentId } = await bookOrder(account, warehouseId));

async function send(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object,
  headers: Record<string, string> = account.headers,
) {
  const response = await test.client(headers).call(method, path, payload);
  return { statusCode: response.statusCode, text: response.body, body: response.json() };
}

describe('GET /carriers', () => {
  it('lists the carriers of the account with their limits and served pincodes', async () => {
    const { body } = await send('GET', '/carriers');
    expect(body.meta.total).toBe(body.data.length);
    const { data } = (await account.get('/carriers')).json();
    const quoted = await send('POST', '/serviceability', {
      from: '110020',
      to: '560038',
      payment_mode: 'prepaid',
      shipment_type: 'forward',
    });
    const known = data.map(({ carrier_id }: { carrier_id: string }) => carrier_id);
    for (const { carrier_id } of quoted.body.result.serviceability_results)
      expect(known).toContain(carrier_id);
    for (const carrier of data) {
      expect(carrier.limits.weight).toBeGreaterThan(0);
      expect(carrier.pickup_cutoff).toMatch(/^\d\d:\d\d$/);
      expect(Object.keys(carrier.transit_days)).toEqual(['zone_a', 'zone_b', 'zone_c', 'zone_d', 'zone_e']);
      for (const count of Object.values(carrier.pincodes_served)) expect(count).toBeLessThanOrEqual(19_414);
    }
    expect(data.some(({ status }: { status: string }) => status === 'active')).toBe(true);
  });
});

describe('PUT /shipments/:id/tags', () => {
  it('replaces the tags, and the listing finds them', async () => {
    const path = `/shipments/${shipmentId}/tags`;
    expect((await send('PUT', path, { tags: ['fragile', 'vip', 'vip'] })).body).toEqual({
      data: { id: shipmentId, tags: ['fragile', 'vip'] },
    });
    await send('PUT', path, { tags: 'gift' });
    const listed = async (tag: string) => (await send('POST', '/shipments', { tags: [tag] })).body;
    expect((await listed('gift')).data[0]).toMatchObject({ id: shipmentId, attributes: { tags: ['gift'] } });
    expect((await listed('vip')).meta.total).toBe(0);
    expect((await send('PUT', path, { tags: [] })).body.data.tags).toEqual([]);
    expect((await listed('gift')).meta.total).toBe(0);
    const { data } = (await send('GET', `/audit?subject_id=${shipmentId}`)).body;
    const changes = data.filter(({ action }: { action: string }) => action === 'shipment.tagged');
    expect(changes[0].changes).toEqual({ tags: { from: ['gift'], to: [] } });
  });

  it('refuses missing tags, too many tags, and unknown shipments', async () => {
    const path = `/shipments/${shipmentId}/tags`;
    expect((await send('PUT', path, {})).body.errors).toEqual(['tags is required']);
    const many = Array.from({ length: 21 }, (_, index) => `tag-${index}`);
    expect((await send('PUT', path, { tags: many })).statusCode).toBe(422);
    expect((await send('PUT', path, { tags: ['x'] }, stranger.headers)).statusCode).toBe(404);
    expect((await send('PUT', '/shipments/none/tags', { tags: ['x'] })).statusCode).toBe(404);
  });
});

describe('POST /shipments/:id/notes', () => {
  it('stores notes, and shows them with the shipment, newest first', async () => {
    const path = `/shipments/${shipmentId}/notes`;
    const once = { ...account.headers, 'idempotency-key': 'note-1' };
    const first = await send('POST', path, { note: 'Called; not reachable' }, once);
    expect(first.statusCode).toBe(201);
    expect((await send('POST', path, { note: 'Called; not reachable' }, once)).text).toBe(first.text);
    const other = await bookOrder(account, warehouseId);
    const otherPath = `/shipments/${other.shipmentId}/notes`;
    expect((await send('POST', otherPath, { note: 'Called; not reachable' }, once)).statusCode).toBe(422);
    await send('POST', path, { note: 'Deliver after 6 pm\nRing twice' });
    const { notes } = (await send('GET', `/shipments/${shipmentId}`)).body.data.attributes;
    expect(notes.map(({ note }: { note: string }) => note)).toEqual([
      'Deliver after 6 pm\nRing twice',
      'Called; not reachable',
    ]);
    expect(notes[1]).toEqual(first.body.data);
  });

  it('refuses an empty note, the 101st, and another account’s shipment', async () => {
    const path = `/shipments/${shipmentId}/notes`;
    expect((await send('POST', path, { note: ' ' })).body.errors).toEqual(['note is required']);
    expect((await send('POST', path, { note: 'x' }, stranger.headers)).statusCode).toBe(404);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => send('POST', path, { note: `Note ${index}` })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(98);
    const refusal = answers.find(({ statusCode }) => statusCode === 422);
    expect(refusal?.body.errors).toEqual(['a shipment can have at most 100 notes']);
  });
});

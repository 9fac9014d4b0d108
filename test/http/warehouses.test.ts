import { describe, expect, it } from 'vitest';
import { openApp } from '../support/app.ts';
import { API, makeWarehouse, orderBody, warehouseBody } from '../support/orders.ts';

const test = await openApp();
const account = await test.account();

function create(payload: object, headers = account.headers) {
  return test.app.inject({ method: 'POST', url: `${API}/warehouse`, headers, payload });
}

function change(id: string, payload: object, headers = account.headers) {
  return test.app.inject({ method: 'PUT', url: `${API}/warehouses/${id}`, headers, payload });
}

function get(id: string, headers = account.headers) {
  return test.app.inject({ url: `${API}/warehouses/${id}`, headers });
}

function named(name: string, changes: object = {}) {
  return warehouseBody({ name, ...changes });
}

async function idOf(payload: object): Promise<string> {
  return (await create(payload)).json().payload.warehouse_id;
}

describe('a warehouse', () => {
  it('is created, and shown with what was given', async () => {
    const response = await create(named('First', { gst_no: '07aabcu9603r1zv' }));
    expect(response.statusCode).toBe(200);
    const id = response.json().payload.warehouse_id;
    expect(response.json()).toEqual({ status: 'SUCCESS', payload: { warehouse_id: expect.any(String) } });
    expect((await get(id)).json()).toEqual({
      data: {
        id,
        name: 'First',
        contact_person: 'Ravi Kumar',
        phone_number: '9876500000',
        email: 'okhla@example.in',
        gst_no: '07AABCU9603R1ZV',
        address_attributes: {
          street_address: 'A-12, Okhla Phase I',
          zip: '110020',
          city: 'New Delhi',
          state: 'Delhi',
          country: 'India',
        },
        is_active: true,
        created_at: '2026-11-16T06:30:00.000Z',
        couriers: [],
      },
    });
  });

  it.each([
    [9876500000, '9876500000'],
    ['+91 98765-00000', '9876500000'],
    ['011 4123 4567', '1141234567'],
    ['(080) 41234567', '8041234567'],
  ])('takes the phone %s', async (phone_number, kept) => {
    const id = await idOf(named(`Phone ${phone_number}`, { phone_number }));
    expect((await get(id)).json().data.phone_number).toBe(kept);
  });

  it('is refused with every problem at once', async () => {
    const response = await create({
      phone_number: '12345',
      email: 'nobody',
      contact_person: null,
      gst_no: '123',
      address_attributes: { zip: '999999', city: 'X', state: '', country: 'Nepal' },
    });
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual([
      'name is required',
      'phone_number must be a valid 10-digit Indian mobile number, or a landline number with its STD code',
      'email must be an email address',
      'contact_person is required',
      'gst_no must be a GST number of 15 characters',
      'address_attributes.street_address is required',
      'address_attributes.zip 999999 is not in the pincode directory',
      'address_attributes.state is required',
      'address_attributes.country must be one of India, IN, IND',
    ]);
  });

  it('of the same name and address is the same, also when twenty race', async () => {
    const body = named('Twin');
    const ids = await Promise.all(Array.from({ length: 20 }, () => idOf(body)));
    expect(new Set(ids).size).toBe(1);
    expect(await idOf(named(' TWIN ', { email: 'other@example.in' }))).toBe(ids[0]);
    expect(await idOf(named('Twin', { address_attributes: elsewhere() }))).not.toBe(ids[0]);
    const other = await test.account();
    const theirs = (await create(body, other.headers)).json().payload.warehouse_id;
    expect(theirs).not.toBe(ids[0]);
  });

  it('changes in the given fields only', async () => {
    const id = await idOf(named('Changing', { gst_no: '07AABCU9603R1ZV' }));
    const response = await change(id, {
      contact_person: 'Sita',
      gst_no: null,
      address_attributes: { zip: 560038 },
    });
    expect(response.statusCode).toBe(200);
    expect(response.json().data).toMatchObject({
      name: 'Changing',
      contact_person: 'Sita',
      gst_no: null,
      address_attributes: { street_address: 'A-12, Okhla Phase I', zip: '560038', city: 'New Delhi' },
    });
    expect((await change(id, {})).json()).toEqual(response.json());
    expect((await change(id, { gst_no: '07aabcu9603r1zv' })).json().data.gst_no).toBe('07AABCU9603R1ZV');
    await change(id, { gst_no: null });
    expect((await change(id, { name: '' })).json().errors).toEqual(['name must not be empty']);
    const audit = await account.get(`/audit?subject_id=${id}`);
    expect(audit.json().data.map(({ action }: { action: string }) => action)).toEqual([
      'warehouse.updated',
      'warehouse.updated',
      'warehouse.updated',
      'warehouse.created',
    ]);
    expect(audit.json().data[2].changes).toEqual({
      contact_person: { from: 'Ravi Kumar', to: 'Sita' },
      gst_no: { from: '07AABCU9603R1ZV', to: null },
      zip: { from: '110020', to: '560038' },
    });
  });

  it('does not become another that is active', async () => {
    await idOf(named('Taken'));
    const id = await idOf(named('Wants'));
    const response = await change(id, { name: 'Taken' });
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual(['An active warehouse with this name and address already exists']);
    expect((await get(id)).json().data.name).toBe('Wants');
  });

  it('is deactivated, kept for its old orders and refused for new ones, and brought back', async () => {
    const id = await idOf(named('Closing'));
    const created = await account.post('/forward-order', orderBody(id));
    expect((await change(id, { is_active: 'false' })).json().data.is_active).toBe(false);
    const refused = await account.post('/forward-order', orderBody(id));
    expect(refused.json().errors).toEqual([`warehouse_id ${id} is deactivated`]);
    const booked = await account.post('/forward-order-shipment', {
      shipment_id: created.json().payload.shipment_id,
    });
    expect(booked.statusCode).toBe(200);
    const successor = await idOf(named('Closing'));
    expect(successor).not.toBe(id);
    expect(await idOf(named('Closing'))).toBe(successor);
    expect((await change(id, { is_active: true })).statusCode).toBe(422);
    await change(successor, { is_active: false });
    expect((await change(id, { is_active: true })).json().data.is_active).toBe(true);
  });
});

describe('warehouses', () => {
  it('are listed oldest first, deactivated ones too', async () => {
    const owner = await test.account();
    for (const name of ['Zeta', 'Alpha']) {
      await create(named(name), owner.headers);
      test.advance(1);
    }
    const list = async () => (await owner.get('/warehouses')).json().data;
    const [zeta] = await list();
    await change(zeta.id, { is_active: false }, owner.headers);
    expect(
      (await list()).map((one: { name: string; is_active: boolean }) => [one.name, one.is_active]),
    ).toEqual([
      ['Zeta', false],
      ['Alpha', true],
    ]);
  });

  it('are answered at either address, under either key, with the address nested and flat', async () => {
    const owner = await test.account();
    const { warehouse_id } = (await create(named('Okhla'), owner.headers)).json().payload;
    const [plural, singular] = await Promise.all(
      ['/warehouses', '/warehouse'].map(async (path) => (await owner.get(path)).json()),
    );
    expect(singular).toEqual(plural);
    expect(plural.payload).toEqual(plural.data);
    const { address_attributes } = warehouseBody();
    expect(plural.data).toEqual([
      {
        warehouse_id,
        id: warehouse_id,
        name: 'Okhla',
        contact_person: 'Ravi Kumar',
        phone_number: '9876500000',
        email: 'okhla@example.in',
        gst_no: null,
        address_attributes,
        address: address_attributes.street_address,
        city: 'New Delhi',
        state: 'Delhi',
        pincode: '110020',
        country: 'India',
        is_active: true,
        created_at: expect.any(String),
      },
    ]);
  });

  it('of others are unknown', async () => {
    const id = await makeWarehouse(account);
    const other = await test.account();
    for (const response of [
      await get(id, other.headers),
      await get('00000000-0000-7000-8000-000000000000'),
      await get('not-an-id'),
      await change(id, { name: 'Stolen' }, other.headers),
    ]) {
      expect(response.statusCode).toBe(404);
      expect(response.json().errors).toEqual(['Warehouse not found']);
    }
  });
});

function elsewhere() {
  return { ...warehouseBody().address_attributes, street_address: 'B-7, Okhla Phase II' };
}

import { describe, expect, it } from 'vitest';
import { openApp, type TestAccount } from '../support/app.ts';
import { makeWarehouse, orderBody, warehouseBody } from '../support/orders.ts';

const test = await openApp();
const account = await test.account();

const create = (payload: object, by: TestAccount = account) => by.post('/warehouse', payload);
const change = (id: string, payload: object, by: TestAccount = account) =>
  by.put(`/warehouses/${id}`, payload);
const get = (id: string, by: TestAccount = account) => by.get(`/warehouses/${id}`);

function named(name: string, changes: object = {}) {
  return warehouseBody({ name, ...changes });
}

async function idOf(payload: object): Promise<string> {
  return (await create(payload)).json().payload.warehouse_id;
}

describe('a warehouse', () => {
  it('is created and shown with the given fields', async () => {
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
        code: null,
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
  ])('accepts the phone %s', async (phone_number, kept) => {
    const id = await idOf(named(`Phone ${phone_number}`, { phone_number }));
    expect((await get(id)).json().data.phone_number).toBe(kept);
  });

  it('is refused with all problems at once', async () => {
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
      'address_attributes.zip 999999 is of the Army Postal Service: only India Post delivers there',
      'address_attributes.state is required',
      'address_attributes.country must be one of India, IN, IND',
    ]);
  });

  it('is created once for one name and address, also by twenty simultaneous requests', async () => {
    const body = named('Twin');
    const ids = await Promise.all(Array.from({ length: 20 }, () => idOf(body)));
    expect(new Set(ids).size).toBe(1);
    const { address_attributes } = body;
    const at = (address: object) => ({ address_attributes: { ...address_attributes, ...address } });
    const blanks = at({ street_address: ' a-12,  OKHLA phase I' });
    expect(await idOf(named(' TWIN ', { email: 'other@example.in', ...blanks }))).toBe(ids[0]);
    const different = [
      { street_address: 'B-7, Okhla Phase II' },
      { zip: '110021' },
      { city: 'Delhi' },
      { state: 'Haryana' },
    ];
    for (const address of different) expect(await idOf(named('Twin', at(address)))).not.toBe(ids[0]);
    const theirs = (await create(body, await test.account())).json().payload.warehouse_id;
    expect(theirs).not.toBe(ids[0]);
  });

  it('changes only in the given fields', async () => {
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

  it('cannot get the name and address of another active one', async () => {
    await idOf(named('Taken'));
    const id = await idOf(named('Wants'));
    const response = await change(id, { name: 'Taken' });
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual(['An active warehouse with this name and address already exists']);
    expect((await get(id)).json().data.name).toBe('Wants');
  });

  it('keeps its orders when deactivated, takes no new ones, and can be reactivated', async () => {
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
  it('are listed oldest first, with deactivated ones', async () => {
    const owner = await test.account();
    for (const name of ['Zeta', 'Alpha']) {
      await create(named(name), owner);
      test.advance(1);
    }
    const list = async () => (await owner.get('/warehouses')).json().data;
    const [zeta] = await list();
    await change(zeta.id, { is_active: false }, owner);
    expect(
      (await list()).map((one: { name: string; is_active: boolean }) => [one.name, one.is_active]),
    ).toEqual([
      ['Zeta', false],
      ['Alpha', true],
    ]);
  });

  it('are listed at both paths and under both keys, with the address nested and flat', async () => {
    const owner = await test.account();
    const { warehouse_id } = (await create(named('Okhla'), owner)).json().payload;
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
        code: null,
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

  it('of other accounts are unknown', async () => {
    const id = await makeWarehouse(account);
    const other = await test.account();
    for (const response of [
      await get(id, other),
      await get('00000000-0000-7000-8000-000000000000'),
      await get('not-an-id'),
      await change(id, { name: 'Stolen' }, other),
    ]) {
      expect(response.statusCode).toBe(404);
      expect(response.json().errors).toEqual(['Warehouse not found']);
    }
  });
});

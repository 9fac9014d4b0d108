import { beforeEach, describe, expect, it } from 'vitest';
import { DelhiveryStandIn } from '../../simulators/couriers/delhivery/delhivery-stand-in.ts';
import { startStandIn } from '../../simulators/kit/start-stand-in.ts';
import type { Courier } from '../../src/carriers/courier.ts';
import { OPERATOR } from '../../src/domain/actor.ts';
import { saidByPartner } from '../../src/problems/sentence.ts';
import { Sealing } from '../../src/sealing/sealing.ts';
import { WHOLE_SERVICE } from '../../src/storage/accounts/audit.ts';
import { storeCourierCall } from '../../src/storage/couriers/courier-calls.ts';
import type { Database } from '../../src/storage/database.ts';
import {
  createCourierAccount,
  removeCourierAccount,
} from '../../src/usecases/couriers/change-courier-accounts.ts';
import { checkCourierAccount } from '../../src/usecases/couriers/check-courier-account.ts';
import { listCourierCalls } from '../../src/usecases/couriers/courier-calls.ts';
import { refillNumbers } from '../../src/usecases/couriers/refill-numbers.ts';
import { takePush } from '../../src/usecases/couriers/take-push.ts';
import { runMaintenance } from '../../src/usecases/maintenance.ts';
import { freeAddress } from '../carriers/http-adapter-contract.ts';
import { PAHAR_POST } from '../carriers/paharpost/courier.ts';
import { PAHAR_KEY, PaharPostStandIn } from '../carriers/paharpost/stand-in.ts';
import type { TestAccount } from '../support/app.ts';
import { CARRIER } from '../support/carriers.ts';
import { openCourierGround } from '../support/connected-courier.ts';
import { inEnglish } from '../support/in-english.ts';
import { runJobs } from '../support/jobs.ts';
import { makeWarehouse, orderBody } from '../support/orders.ts';
import { setRate } from '../support/rate-changes.ts';
import { returnBody } from '../support/returns.ts';

/** This courier never pushes, so it is polled. */
const { readPush: _, ...ASKED } = PAHAR_POST;
const MUTE_POST: Courier = {
  ...ASKED,
  name: 'mute_post',
  title: 'Mute Post',
  can: { ...PAHAR_POST.can, push: false },
};

const { test, standIn } = await openCourierGround((dependencies) => new PaharPostStandIn(dependencies), {
  couriers: [PAHAR_POST, MUTE_POST],
});
let account: TestAccount;
let warehouseId: string;

beforeEach(async () => {
  account = await test.account();
  warehouseId = await makeWarehouse(account);
});

const settings = () => ({ base_url: standIn.url, key: PAHAR_KEY });

async function connect(changes: object = {}): Promise<string> {
  const sent = { courier: 'pahar_post', settings: { ...settings(), ...changes } };
  const response = await account.post('/courier-accounts', sent);
  expect([response.statusCode, response.body]).toEqual([201, expect.anything()]);
  await test.rateBooks.look();
  return response.json().data.id;
}

/** Makes a carrier of the sample rate book one of Pahar Post, for the account. */
async function offer(cells: object = {}): Promise<void> {
  await setRate(test.service, test.rateBooks.ground.directory, {
    kind: 'carriers',
    owner: account.accountId,
    cells: { carrier_id: CARRIER, adapter: 'pahar_post', courier_product: 'SURFACE', ...cells },
  });
  await test.rateBooks.look();
}

async function ready(): Promise<string> {
  await offer();
  return connect();
}

function orchestrate(changes: object = {}) {
  return account.post('/forward-order-orchestration', orderBody(warehouseId, { ...changes }));
}

async function book(changes: object = {}): Promise<{ awb: string; shipmentId: string; orderId: string }> {
  const body = orderBody(warehouseId, { ...changes });
  const { payload } = (await account.post('/forward-order-orchestration', body)).json();
  expect(payload.awb_code).toMatch(/^PAHAR/);
  return { awb: payload.awb_code, shipmentId: payload.shipment_id, orderId: String(body.order_id) };
}

const parcelOf = (awb: string) =>
  standIn.courier.parcels().find(({ trackingNumber }) => trackingNumber === awb);

async function statusOf(shipmentId: string): Promise<string> {
  return (await account.get(`/shipments/${shipmentId}`)).json().data.attributes.status;
}

async function quoted(): Promise<string[]> {
  const parcel = { dead_weight: 450, length: 10, width: 10, height: 10, payment_method: 'prepaid' };
  const way = { journey_type: 'forward', origin_pincode: '110020', destination_pincode: '560038' };
  const { result } = (await account.post('/rates', { ...way, ...parcel })).json();
  return result.serviceable_couriers.map((courier: { carrier_id: string }) => courier.carrier_id);
}

async function whyLeftOut(): Promise<string> {
  const response = await orchestrate({ carrier_id: CARRIER });
  return response.json().message;
}

describe('the couriers', () => {
  it('are listed with their settings and abilities', async () => {
    const { data } = (await account.get('/couriers')).json();
    const pahar = data.find(({ courier }: { courier: string }) => courier === 'pahar_post');
    expect(pahar).toMatchObject({
      name: 'Pahar Post',
      settings: [
        { name: 'base_url', required: true, secret: false, default: 'https://api.paharpost.example' },
        { name: 'key', required: true, secret: true, default: null },
        { name: 'depot', required: false, secret: false, default: null },
      ],
      can: { reverse: true, qc: false, polling: true, cod_limit: 50_000, reference_length: 20 },
    });
    expect(data.map(({ courier }: { courier: string }) => courier)).not.toContain('offline');
  });
});

describe('a courier account', () => {
  it('is connected, shown without its secrets, changed and removed', async () => {
    const id = await connect({ depot: 'Dehradun' });
    const shown = { base_url: standIn.url, key: { set: true }, depot: 'Dehradun' };
    const { data } = (await account.get('/courier-accounts')).json();
    expect(data).toMatchObject([{ id, courier: 'pahar_post', name: 'Pahar Post', settings: shown }]);
    const changed = await account.put(`/courier-accounts/${id}`, {
      name: 'Hills',
      settings: { depot: null },
    });
    expect(changed.json().data).toMatchObject({
      name: 'Hills',
      settings: { ...shown, depot: null },
      needs_secrets: false,
    });
    expect((await account.delete(`/courier-accounts/${id}`)).statusCode).toBe(204);
    expect((await account.get('/courier-accounts')).json()).toEqual({ data: [], meta: { total: 0 } });
    expect(await connect()).toBe(id);
  });

  it('hides its secrets in the database and in the audit records', async () => {
    const id = await connect();
    const rows = await test.sql(
      `select row_to_json(c)::text || encode(c.secrets, 'escape') as text from courier_accounts c where account_id = $1
       union all select changes::text from audit_records where account_id = $1`,
      [account.accountId],
    );
    expect(rows.length).toBeGreaterThan(1);
    for (const { text } of rows) expect(text).not.toContain(PAHAR_KEY);
    expect((await account.get('/courier-accounts')).body).not.toContain(PAHAR_KEY);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    [{ courier: 'nobody' }, /^courier nobody cannot be connected; available are .*pahar_post/],
    [{ courier: 'offline' }, /^courier offline cannot be connected/],
    [{ settings: {} }, 'settings.key is required for Pahar Post'],
    [
      { settings: { key: 'x', colour: 'red' } },
      'settings.colour is not a setting of Pahar Post; its settings are base_url, key, depot',
    ],
    [
      { settings: { key: 'x', base_url: 'http://10.1.2.3' } },
      'settings.base_url leads to an address that is not of the public internet',
    ],
    [
      { settings: { key: 'x', base_url: 'ftp://courier.example' } },
      'settings.base_url must be an address such as https://api.courier.example, without a query',
    ],
    [{ settings: 'key' }, 'settings must be an object'],
    [
      { courier: 'delhivery', settings: { token: 'токен' } },
      'settings.token must be letters, digits and punctuation without blanks, as Delhivery shows it',
    ],
  ])('is refused as %j', async (changes, sentence) => {
    const response = await account.post('/courier-accounts', { courier: 'pahar_post', ...changes });
    expect([response.statusCode, response.json().message]).toEqual([
      422,
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    ]);
    expect((await account.get('/courier-accounts')).json().data).toEqual([]);
  });

  it.each([
    ['pahar_post', { colour: 'red' }, /^settings\.colour is not a setting of Pahar Post/],
    ['pahar_post', { base_url: 'http://10.1.2.3' }, /^settings\.base_url leads to an address that is not/],
    ['pahar_post', { base_url: 'ftp://courier.example' }, /^settings\.base_url must be an address/],
    ['delhivery', { token: 'токен' }, /^settings\.token must be letters, digits and punctuation/],
    ['shiprocket', { email: null }, 'settings.email is required for Shiprocket'],
  ] as const)('of %s is not changed to %j, and keeps its settings', async (courier, wrong, sentence) => {
    const settingsOf = {
      pahar_post: settings(),
      delhivery: { token: 'abc' },
      shiprocket: { email: 'api@chai.example', password: 'secret' },
    };
    const right = settingsOf[courier];
    const made = await account.post('/courier-accounts', { courier, settings: right });
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json().data;
    const response = await account.put(`/courier-accounts/${id}`, { settings: wrong });
    expect([response.statusCode, response.json().message]).toEqual([
      422,
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    ]);
    expect((await account.get('/courier-accounts')).json().data).toEqual([made.json().data]);
  });

  it('is unchanged when that of another courier is changed and removed', async () => {
    const id = await connect();
    const sent = { courier: 'delhivery', settings: { token: 'abc' } };
    const other = (await account.post('/courier-accounts', sent)).json().data;
    await account.post(`/courier-accounts/${id}/check`, {});
    const kept = async () => (await account.get('/courier-accounts')).json().data;
    const [before] = await kept();
    await account.put(`/courier-accounts/${other.id}`, { name: 'Plains' });
    expect(await kept()).toMatchObject([before, { name: 'Plains' }]);
    expect((await account.delete(`/courier-accounts/${other.id}`)).statusCode).toBe(204);
    expect(await kept()).toEqual([before]);
  });

  it('is unique for each courier, and visible only to its own account', async () => {
    const id = await connect();
    const again = await account.post('/courier-accounts', { courier: 'pahar_post', settings: settings() });
    expect([again.statusCode, again.json().message]).toEqual([
      422,
      'Pahar Post is already connected: change its courier account',
    ]);
    const other = await test.account('Other');
    for (const [method, path] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/check'],
      ['POST', '/push-address'],
    ] as const) {
      const payload = method === 'DELETE' ? undefined : {};
      const response = await other.call(method, `/courier-accounts/${id}${path}`, payload);
      expect([response.statusCode, response.json().message]).toEqual([404, 'Courier account not found']);
    }
    expect((await other.get('/courier-accounts')).json().data).toEqual([]);
  });

  it('loses its secrets with a new address, except for those in the same request', async () => {
    const id = await connect();
    const elsewhere = standIn.url.replace('127.0.0.1', 'localhost');
    const moved = await account.put(`/courier-accounts/${id}`, { settings: { base_url: elsewhere } });
    expect(moved.json().message ?? moved.json().data).toMatchObject({
      settings: { base_url: elsewhere, key: { set: false } },
      needs_secrets: true,
    });
    const back = await account.put(`/courier-accounts/${id}`, { settings: settings() });
    expect(back.json().data).toMatchObject({ settings: { key: { set: true } }, needs_secrets: false });
  });

  it('has a check that says whether the courier accepts it', async () => {
    const id = await connect();
    const check = async () => (await account.post(`/courier-accounts/${id}/check`, {})).json().data;
    const acceptedAt = async () => (await account.get('/courier-accounts')).json().data[0].accepted_at;
    expect(await acceptedAt()).toBeNull();
    expect(inEnglish(await check())).toEqual({
      ok: true,
      answered: true,
      message: 'Pahar Post takes this key',
    });
    const at = await acceptedAt();
    expect(at).toEqual(expect.any(String));
    await account.put(`/courier-accounts/${id}`, { name: 'Hills' });
    expect(await acceptedAt()).toBe(at);
    standIn.faults.add({ kind: 'status', status: 401, call: 'me', times: 1 });
    expect(inEnglish(await check())).toEqual({ ok: false, answered: true, message: 'key is wrong' });
    expect(await acceptedAt()).toBeNull();
    expect((await check()).ok).toBe(true);
    await account.put(`/courier-accounts/${id}`, { settings: { key: 'wrong' } });
    expect(await acceptedAt()).toBeNull();
    expect(inEnglish(await check())).toEqual({ ok: false, answered: true, message: 'key is wrong' });
    expect(await acceptedAt()).toBeNull();
    await account.put(`/courier-accounts/${id}`, { settings: { base_url: await freeAddress(), key: 'x' } });
    expect(inEnglish(await check())).toEqual({
      ok: false,
      answered: false,
      message: expect.stringMatching(/^Pahar Post could not be reached/),
    });
  });

  it('is not accepted by a check of settings that changed meanwhile', async () => {
    const id = await connect();
    const couriers = Object.create(test.service.couriers) as typeof test.service.couriers;
    couriers.named = (name) => {
      const open: Courier['open'] = (connection) =>
        Object.assign(PAHAR_POST.open(connection), {
          check: async () => {
            test.advance(1_000);
            await account.put(`/courier-accounts/${id}`, { settings: { key: 'another' } });
            return { ok: true, message: saidByPartner('The key from before is right') };
          },
        });
      return name === 'pahar_post' ? { ...PAHAR_POST, open } : null;
    };
    const owner = { ...test.service, accountId: account.accountId, actor: OPERATOR, couriers };
    expect(await checkCourierAccount(owner, id)).toMatchObject({ ok: true });
    expect((await account.get('/courier-accounts')).json().data).toMatchObject([{ accepted_at: null }]);
  });

  it('needs its secrets again if they were encrypted with another key', async () => {
    const id = await ready();
    const { sealing } = test.service;
    Object.assign(test.service, { sealing: new Sealing(Buffer.alloc(32, 9)) });
    test.advance(2_000);
    try {
      expect((await account.get('/courier-accounts')).json().data).toMatchObject([{ needs_secrets: true }]);
      const { data } = (await account.post(`/courier-accounts/${id}/check`, {})).json();
      expect(inEnglish(data)).toEqual({
        ok: false,
        answered: false,
        message: 'Pahar Post needs its credentials again: they were encrypted with another SECRETS_KEY',
      });
    } finally {
      Object.assign(test.service, { sealing });
      test.advance(2_000);
    }
  });
});

describe('a carrier of a courier', () => {
  it('is offered once the courier is connected, and then offline carriers only if they are switched on', async () => {
    const before = await quoted();
    await offer();
    expect(await quoted()).toEqual(before.filter((id) => id !== CARRIER));
    expect(await whyLeftOut()).toMatch(/needs a courier account of pahar_post$/);
    const id = await connect();
    expect(await quoted()).toEqual([CARRIER]);
    const other = before.find((carrierId) => carrierId !== CARRIER) ?? '';
    await setRate(test.service, test.rateBooks.ground.directory, {
      kind: 'carrier-settings',
      owner: account.accountId,
      cells: { carrier_id: other, beside_couriers: 'yes' },
    });
    await test.rateBooks.look();
    expect((await quoted()).sort()).toEqual([CARRIER, other].sort());
    await account.delete(`/courier-accounts/${id}`);
    await test.rateBooks.look();
    // After a connection has ended, nothing is booked without a courier.
    expect(await quoted()).toEqual([other]);
  });

  it('is added once from the list of services, and sample carriers stay until one has a price', async () => {
    const samples = await quoted();
    await connect();
    expect(await quoted()).toEqual(samples);
    const carriers = async () => (await account.get('/carriers')).json().data as Record<string, unknown>[];
    const [sample] = (await carriers()).filter(({ carrier_id }) => carrier_id === samples[0]);
    expect(sample).toMatchObject({ is_sample: true, courier: null, status: 'active', inactive_code: null });
    const refused = await orchestrate();
    expect([refused.statusCode, refused.json().message]).toEqual([
      422,
      'The courier that you connected has no prices for this shipment yet: add its rate card, or choose a sample carrier yourself',
    ]);
    expect((await orchestrate({ carrier_id: samples[0] })).statusCode).toBe(200);

    const [{ id }] = (await account.get('/courier-accounts')).json().data;
    const services = () => account.post(`/courier-accounts/${id}/services`, {});
    const added = [
      { carrier_id: 'pahar_post-surface', carrier_name: 'Pahar Post Surface' },
      { carrier_id: 'pahar_post-air', carrier_name: 'Pahar Post Air' },
    ];
    expect((await services()).json().data).toEqual({ added, known: 0 });
    expect((await services()).json().data).toEqual({ added: [], known: 2 });
    await test.rateBooks.look();
    expect((await carriers()).find(({ carrier_id }) => carrier_id === 'pahar_post-air')).toMatchObject({
      courier: 'pahar_post',
      has_rate_card: false,
      inactive_code: 'no_rate_card',
    });
    expect(await quoted()).toEqual(samples);
    const { body } = await account.get('/rate-cards/export?book=default');
    const [columns = '', card = ''] = body.replace('\ufeff', '').split('\n');
    const cells = Object.fromEntries(
      columns.split(',').map((name, at) => [name, card.split(',')[at] ?? null]),
    );
    const edit = { kind: 'rate-cards', cells: { ...cells, carrier_id: 'pahar_post-air' } };
    expect((await account.post('/rate-cards/edits', { edits: [edit] })).json().data).toMatchObject({
      added: 1,
    });
    await test.rateBooks.look();
    expect(await quoted()).toEqual(['pahar_post-air']);
  });

  it('is booked with the courier under the order id, and cancelled', async () => {
    await ready();
    const { awb, shipmentId, orderId } = await book();
    expect(parcelOf(awb)).toMatchObject({ reference: orderId, isExpected: true });
    const rows = await test.sql(
      'select adapter, courier_product, order_reference, routing_code from bookings where account_id = $1',
      [account.accountId],
    );
    expect(rows).toEqual([
      {
        adapter: 'pahar_post',
        courier_product: 'SURFACE',
        order_reference: orderId,
        routing_code: 'DDN/PHR',
      },
    ]);
    // Whatever the row says now, the booking belongs to its courier.
    await offer({ adapter: 'offline' });
    const cancelled = await account.post('/cancel-order', { awbs: [awb] });
    expect(cancelled.json().data).toMatchObject([{ awb, status: 'cancelled' }]);
    expect(parcelOf(awb)).toMatchObject({ isExpected: false });
    expect(await statusOf(shipmentId)).toBe('cancelled');
  });

  it('returns a parcel that was picked up when it was cancelled', async () => {
    await ready();
    const { awb, shipmentId } = await book();
    standIn.courier.scan(awb, 'PICKED', test.service.now(), 'Dehradun');
    const { data } = (await account.post('/cancel-order', { awbs: [awb] })).json();
    expect(data).toMatchObject([
      {
        status: 'error',
        message: `${awb} was not cancelled: the courier had picked it up already, and returns it`,
      },
    ]);
    expect(await statusOf(shipmentId)).toBe('rto_initiated');
    expect(parcelOf(awb)).toMatchObject({ status: 'RETURNING' });
  });

  it('leaves nothing if it refuses, or if nothing reaches the courier', async () => {
    const id = await ready();
    standIn.faults.add({ kind: 'refuse', call: 'create', times: 1 });
    const refused = await orchestrate();
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      ['No carrier accepted this shipment', expect.stringMatching(/says: pincode is not served$/)],
    ]);
    await account.put(`/courier-accounts/${id}`, {
      settings: { base_url: await freeAddress(), key: PAHAR_KEY },
    });
    const body = orderBody(warehouseId);
    const unheard = await account.post('/forward-order-orchestration', body);
    expect([unheard.statusCode, unheard.json().errors]).toEqual([
      422,
      ['No carrier accepted this shipment', expect.stringMatching(/could not be reached, or hung up/)],
    ]);
    expect((await account.post('/shipments', {})).json().meta.total).toBe(0);
    await account.put(`/courier-accounts/${id}`, { settings: settings() });
    expect((await account.post('/forward-order-orchestration', body)).statusCode).toBe(200);
  });

  it('gives the shipment its parcel after a lost answer', async () => {
    await ready();
    standIn.faults.add({ kind: 'cut', call: 'create' });
    const lost = (await orchestrate()).json().payload;
    expect([lost.awb_generated, await statusOf(lost.shipment_id)]).toEqual([0, 'pending']);
    standIn.faults.clear();
    test.advance(5_000);
    await runJobs(test);
    const { attributes } = (await account.get(`/shipments/${lost.shipment_id}`)).json().data;
    expect(attributes.tracking_number).toMatch(/^PAHAR/);
    expect(parcelOf(attributes.tracking_number)).toMatchObject({ isExpected: true });
  });

  it('is asked again while its request may still arrive, and only then booked again under another reference', async () => {
    await ready();
    standIn.faults.add({ kind: 'html', call: 'create', times: 1 });
    const lost = (await orchestrate()).json().payload;
    test.advance(5_000);
    await runJobs(test).catch(() => undefined);
    const again = await account.post('/forward-order-shipment', { shipment_id: lost.shipment_id });
    expect([again.statusCode, again.json().message]).toEqual([
      422,
      `Shipment ${lost.shipment_id} is being booked right now`,
    ]);
    test.advance(120_000);
    await runJobs(test);
    const { attributes } = (await account.get(`/shipments/${lost.shipment_id}`)).json().data;
    expect(parcelOf(attributes.tracking_number)).toMatchObject({
      reference: `${attributes.order.display_id}-2`,
    });
  });

  it('neither uses nor cancels the parcel of another order with the same reference', async () => {
    await ready();
    const other = await book({ order_id: 'TWIN-1-2' });
    const body = orderBody(warehouseId, { order_id: 'TWIN-1' });
    standIn.faults.add({ kind: 'html', call: 'create', times: 2 });
    const lost = (await account.post('/forward-order-orchestration', body)).json().payload;
    test.advance(120_000);
    // The second booking has the reference `TWIN-1-2`.
    await runJobs(test);
    test.advance(120_000);
    await runJobs(test);
    const { attributes } = (await account.get(`/shipments/${lost.shipment_id}`)).json().data;
    expect(parcelOf(attributes.tracking_number)).toMatchObject({ reference: 'TWIN-1-3' });
    expect(parcelOf(other.awb)).toMatchObject({ isExpected: true });
  });

  it('of the operator’s courier account is booked for every account, with separate references', async () => {
    const sampled = await test.account('With sample data');
    await sampled.post('/sample-data');
    const owner = { ...test.service, accountId: WHOLE_SERVICE, actor: OPERATOR };
    const made = await createCourierAccount(
      owner,
      { courier: 'pahar_post', name: null, settings: settings() },
      async (_writer, view) => view,
    );
    try {
      await offer();
      await test.rateBooks.look();
      expect((await account.get('/courier-accounts')).json().data).toEqual([]);
      expect((await account.delete(`/courier-accounts/${made.courierAccountId}`)).statusCode).toBe(404);
      const { awb, orderId } = await book({ carrier_id: CARRIER });
      expect(parcelOf(awb)?.reference).toMatch(new RegExp(`^${orderId}-[0-9A-Z]{6}$`));
      account = sampled;
      warehouseId = await makeWarehouse(account);
      await offer();
      expect(await whyLeftOut()).toContain('is not asked while the account has sample data');
    } finally {
      await removeCourierAccount(owner, made.courierAccountId);
      await test.rateBooks.look();
    }
  });
});

describe('failed calls', () => {
  it('are kept for a week, without secrets and personal data', async () => {
    const courierAccountId = await ready();
    standIn.faults.add({ kind: 'refuse', call: 'create', times: 1 });
    await orchestrate();
    const listed = await listCourierCalls(test.service, { ...account, courierAccountId }, 10);
    expect(listed).toMatchObject([
      { courier: 'pahar_post', call: 'create', method: 'POST', path: '/parcels', status: 422 },
    ]);
    const [exchange] = listed;
    expect(exchange?.answer).toContain('pincode is not served');
    for (const hidden of [PAHAR_KEY, 'Asha', 'Indiranagar', '9876543210']) {
      expect(JSON.stringify(exchange)).not.toContain(hidden);
    }
    const kept = () => listCourierCalls(test.service, { ...account, courierAccountId }, 10);
    const keptAfter = async (milliseconds: number) => {
      const now = () => new Date(test.service.now().getTime() + milliseconds);
      await runMaintenance({ ...test.service, now }, (error) => {
        throw error;
      });
      return kept();
    };
    expect(await keptAfter(7 * 86_400_000 - 1_000)).toEqual(listed);
    const sent = { courier: 'delhivery', settings: { token: 'abc', base_url: await freeAddress() } };
    const other = (await account.post('/courier-accounts', sent)).json().data;
    await account.post(`/courier-accounts/${other.id}/check`, {});
    const ofOther = (await account.get(`/courier-accounts/${other.id}/exchanges`)).json().data;
    expect([await kept(), ofOther]).toMatchObject([listed, [{ courier: 'delhivery' }]]);
    const ofBoth = await listCourierCalls(test.service, { ...account, courierAccountId: null }, 10);
    expect(ofBoth.map(({ courier }) => courier)).toEqual(['delhivery', 'pahar_post']);
    await account.delete(`/courier-accounts/${other.id}`);
    expect(await kept()).toEqual(listed);
    expect(await keptAfter(7 * 86_400_000 + 1_000)).toEqual([]);
  });

  it('are the last 50 of each courier account', async () => {
    const [courierAccountId, other] = [await ready(), test.service.newId()];
    const call = { courier: 'pahar_post', shipmentId: null, happenedAt: test.service.now(), call: 'create' };
    const sent = { ...call, method: 'POST', path: '/parcels', request: null };
    const got = { ...sent, status: 500, answer: null, failure: null, milliseconds: 1 };
    const store = (ofAccount: string) => {
      const exchange = { ...got, exchangeId: test.service.newId(), courierAccountId: ofAccount };
      return storeCourierCall(test.service.database, account.accountId, exchange);
    };
    await store(other);
    for (let calls = 0; calls < 51; calls += 1) await store(courierAccountId);
    const countOf = async (ofAccount: string) =>
      (await listCourierCalls(test.service, { ...account, courierAccountId: ofAccount }, 100)).length;
    expect([await countOf(courierAccountId), await countOf(other)]).toEqual([50, 1]);
  });
});

describe('tracking numbers allotted in advance', () => {
  it('are fetched before any booking, and a courier that gives none stops nothing', async () => {
    const played = await startStandIn((dependencies) => new DelhiveryStandIn(dependencies));
    try {
      const sent = { courier: 'delhivery', settings: { ...DelhiveryStandIn.settings, base_url: played.url } };
      const { id } = (await account.post('/courier-accounts', sent)).json().data;
      const free = async () => {
        const rows = await test.sql(
          'select count(*)::integer as free from courier_numbers where courier_account_id = $1',
          [id],
        );
        return rows[0].free;
      };
      played.faults.add({ kind: 'html' });
      await refillNumbers(test.service);
      expect(await free()).toBe(0);
      played.faults.clear();
      await refillNumbers(test.service);
      expect(await free()).toBe(10_000);
      // More than 12,000 are kept, in batches of 10,000.
      for (let round = 0; round < 2; round += 1) {
        await refillNumbers(test.service);
        expect(await free()).toBe(20_000);
      }
      await account.delete(`/courier-accounts/${id}`);
      expect(await free()).toBe(0);
    } finally {
      await played.stop();
    }
  });
});

describe('the push address of a courier', () => {
  async function address(courierAccountId: string): Promise<string> {
    const response = await account.post(`/courier-accounts/${courierAccountId}/push-address`, {});
    return new URL(response.json().data.url).pathname;
  }

  const push = (url: string, payload: object) => test.app.inject({ method: 'POST', url, payload });

  const scan = (number: string, code: string, minutes: number) => ({
    number,
    code,
    at: new Date(test.service.now().getTime() + minutes * 60_000).toISOString(),
    place: 'Dehradun',
  });

  it('does not exist for a courier without pushes', async () => {
    const made = await account.post('/courier-accounts', { courier: 'mute_post', settings: settings() });
    const response = await account.post(`/courier-accounts/${made.json().data.id}/push-address`, {});
    expect([response.statusCode, response.json().message]).toEqual([
      422,
      'Mute Post does not push scans: its parcels are polled',
    ]);
  });

  it('accepts each scan of the parcels of its courier account once', async () => {
    const courierAccountId = await ready();
    const url = await address(courierAccountId);
    const { awb, shipmentId } = await book();
    test.advance(10 * 60_000);
    const picked = scan(awb, 'PICKED', -5);
    expect((await push(url, picked)).json()).toEqual({ data: { applied: 1, passed_over: 0 } });
    expect((await push(url, picked)).json()).toEqual({ data: { applied: 0, passed_over: 1 } });
    expect(await statusOf(shipmentId)).toBe('in_transit');
    expect((await push(url, scan('PAHAR99999999', 'PICKED', -5))).json()).toEqual({
      data: { applied: 0, passed_over: 1 },
    });
    expect((await push(url, { what: 'is this' })).statusCode).toBe(422);
  });

  it('answers each of many simultaneous pushes separately', async () => {
    const url = await address(await ready());
    const parcels = await Promise.all([book(), book(), book()]);
    test.advance(10 * 60_000);
    const picked = parcels.map(({ awb }) => scan(awb, 'PICKED', -5));
    const unknown = scan('PAHAR99999999', 'PICKED', -5);
    const sent = [...picked, unknown, { what: 'is this' }, ...picked];
    const answers = await Promise.all(sent.map((payload) => push(url, payload)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 422, 200, 200, 200]);
    const applied = answers.map((answer) => answer.json().data?.applied ?? 0);
    expect(applied[3]).toBe(0);
    // Of a scan that is pushed twice at once, one is new.
    expect([0, 1, 2].map((index) => applied[index] + applied[index + 5])).toEqual([1, 1, 1]);
    for (const { shipmentId } of parcels) expect(await statusOf(shipmentId)).toBe('in_transit');
  });

  /** Takes three pushes of which the second and the third wait together. @param fails the writes that fail */
  async function takeThree(error: Error, fails: readonly number[]) {
    const courierAccountId = await ready();
    const parcels = [await book(), await book(), await book()];
    test.advance(10 * 60_000);
    let changes = 0;
    const database = Object.assign(Object.create(test.service.database), {
      changeAcrossAccounts: (...words: Parameters<Database['changeAcrossAccounts']>) => {
        changes += 1;
        if (fails.includes(changes)) throw error;
        return test.service.database.changeAcrossAccounts(...words);
      },
    }) as Database;
    const context = {
      ...test.service,
      database,
      credentialId: courierAccountId,
      accountId: account.accountId,
      courier: 'pahar_post',
      pushedAs: 'pahar_post',
      carrierIds: [],
      courierAccountIds: [courierAccountId],
      actor: { kind: 'carrier', id: courierAccountId, name: 'pahar_post' },
    } as const;
    const taking = parcels.map(({ awb }) => takePush(context, scan(awb, 'PICKED', -5)));
    const taken = await Promise.allSettled(taking);
    return { taken: taken.map((one) => (one.status === 'fulfilled' ? one.value : one.reason)), changes };
  }

  const ONE = { applied: 1, passedOver: 0 };

  it('does not fail a push because of another push beside it', async () => {
    const { taken, changes } = await takeThree(new Error('of one of the two that wait'), [2]);
    expect([taken, changes]).toEqual([[ONE, ONE, ONE], 4]);
  });

  it.each([
    ['takes too long', '57014'],
    ['waits for one that waits for it', '40P01'],
  ])('does not fail a push because of another that %s', async (_, code) => {
    const error = Object.assign(new Error('canceled'), { code });
    const { taken, changes } = await takeThree(error, [2, 3]);
    expect([taken, changes]).toEqual([[ONE, error, ONE], 4]);
  });

  it('does not retry pushes one by one if the database is away', async () => {
    const error = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    const { taken, changes } = await takeThree(error, [2]);
    expect([taken, changes]).toEqual([[ONE, error, error], 2]);
  });

  it('does not move parcels of another account', async () => {
    await ready();
    const { awb, shipmentId } = await book();
    const theirs = account;
    account = await test.account('Other');
    const url = await address(await connect());
    test.advance(10 * 60_000);
    expect((await push(url, scan(awb, 'PICKED', -5))).json()).toEqual({
      data: { applied: 0, passed_over: 1 },
    });
    account = theirs;
    expect(await statusOf(shipmentId)).toBe('pending');
  });

  it('is gone after it is replaced, or after the courier account is removed', async () => {
    const id = await connect();
    const sent = { courier: 'delhivery', settings: { token: 'abc' } };
    const kept = await address((await account.post('/courier-accounts', sent)).json().data.id);
    const [first, second] = [await address(id), await address(id)];
    test.advance(2_000);
    expect((await push(first, {})).statusCode).toBe(401);
    expect((await push(second.replace('pahar_post', 'ekart'), {})).statusCode).toBe(401);
    expect((await push(second, {})).statusCode).toBe(422);
    await account.delete(`/courier-accounts/${id}`);
    test.advance(2_000);
    const gone = await push(second, {});
    expect([gone.statusCode, gone.body.includes('dky_')]).toEqual([401, false]);
    // The address of another courier account still works.
    expect((await push(kept, {})).statusCode).toBe(422);
  });

  it('names the shipment of a failed call', async () => {
    await ready();
    const made = (await account.post('/forward-order', orderBody(warehouseId))).json().payload;
    const path = `/shipments/${made.shipment_id}/exchanges`;
    expect((await account.get(path)).json()).toEqual({ data: [] });
    standIn.faults.add({ kind: 'refuse', call: 'create', times: 1 });
    const refused = await account.post('/forward-order-shipment', {
      shipment_id: made.shipment_id,
      carrier_id: CARRIER,
    });
    expect(refused.statusCode).toBe(422);
    const { data } = (await account.get(path)).json();
    expect(data).toMatchObject([
      { courier: 'pahar_post', call: 'create', method: 'POST', path: '/parcels', status: 422, failure: null },
    ]);
    expect(data[0].answer).toContain('pincode is not served');
    for (const hidden of [PAHAR_KEY, 'Asha', 'Indiranagar', '9876543210']) {
      expect(JSON.stringify(data)).not.toContain(hidden);
    }
    const other = await test.account();
    expect((await other.get(path)).statusCode).toBe(404);
  });

  it('names the return of a failed call', async () => {
    await ready();
    const made = await account.post('/reverse-order', returnBody(warehouseId));
    const { return_id } = made.json().payload;
    standIn.faults.add({ kind: 'refuse', call: 'create', times: 1 });
    const refused = await account.post('/reverse-order-shipment', { return_id, carrier_id: CARRIER });
    expect(refused.statusCode).toBe(422);
    const path = `/shipments/${return_id}/exchanges`;
    expect((await account.get(path)).json().data).toMatchObject([{ courier: 'pahar_post', call: 'create' }]);
    const other = await test.account();
    expect((await other.get(path)).statusCode).toBe(404);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OTHER_ENVIRONMENT_TOKEN } from '../../../simulators/couriers/delhivery/books.ts';
import { DelhiveryStandIn } from '../../../simulators/couriers/delhivery/delhivery-stand-in.ts';
import { STAND_IN_TOKEN } from '../../../simulators/couriers/delhivery/settings.ts';
import { type RunningStandIn, startStandIn } from '../../../simulators/kit/start-stand-in.ts';
import { startReceiver } from '../../support/webhook-receiver.ts';

let standIn: RunningStandIn<DelhiveryStandIn>;
beforeAll(async () => {
  standIn = await startStandIn((dependencies) => new DelhiveryStandIn(dependencies));
  standIn.courier.books.addWarehouse({
    client: 'MADEUP SURFACE',
    name: 'Okhla',
    address: 'Plot 4',
    city: 'Delhi',
    pin: '110020',
    phone: '9811100000',
    isActive: true,
  });
});
afterAll(() => standIn.stop());

interface Call {
  readonly method?: string;
  readonly token?: string | null;
  readonly body?: unknown;
  readonly type?: string;
}

async function call(path: string, { method, token = STAND_IN_TOKEN, body, type }: Call = {}) {
  const answer = await fetch(`${standIn.url}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token === null ? {} : { authorization: `Token ${token}` }),
      ...(body === undefined ? {} : { 'content-type': type ?? 'application/json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const read = () => {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  };
  return { status: answer.status, body: read() };
}

let made = 0;
function shipment(more: Record<string, unknown> = {}) {
  made += 1;
  return {
    name: 'Asha Rao',
    order: `CHAI-${made}`,
    phone: '9876543210',
    add: '12, 4th Cross',
    pin: '560038',
    city: 'Bengaluru',
    state: 'Karnataka',
    payment_mode: 'Prepaid',
    total_amount: 499,
    products_desc: 'Masala chai',
    weight: 450,
    ...more,
  };
}

function create(shipments: unknown, more: Call & { warehouse?: string } = {}) {
  const data = { pickup_location: { name: more.warehouse ?? 'Okhla' }, shipments };
  return call('/api/cmu/create.json', {
    type: 'application/x-www-form-urlencoded',
    ...more,
    body: more.body ?? `format=json&data=${encodeURIComponent(JSON.stringify(data))}`,
  });
}

async function makeParcel(more: Record<string, unknown> = {}): Promise<{ waybill: string; order: string }> {
  const { body } = await create([shipment(more)]);
  expect(body).toMatchObject({ success: true });
  return { waybill: body.packages[0].waybill, order: body.packages[0].refnum };
}

describe('the stand-in of Delhivery', () => {
  it('gives numbers as text: one alone, several with commas, and null without a series', async () => {
    expect((await call('/waybill/api/bulk/json/?count=1')).body).toEqual(expect.any(Number));
    expect((await call('/waybill/api/bulk/json/?count=3')).body).toMatch(/^\d{14},\d{14},\d{14}$/);
    const [account] = standIn.courier.books.accounts.values();
    if (account !== undefined) account.hasSeries = false;
    expect((await call('/waybill/api/fetch/json/')).body).toBeNull();
    if (account !== undefined) account.hasSeries = true;
    standIn.clock.forward(300_000);
    expect(await call('/waybill/api/bulk/json/?count=no')).toEqual({
      status: 400,
      body: 'Bad Request! Invalid count for client MADEUP SURFACE',
    });
    expect((await call('/waybill/api/bulk/json/?count=10001')).body).toBe(
      'Bad Request! Count value should be less than 10000',
    );
  });

  it('answers the sixth fetch of numbers within five minutes with 403', async () => {
    standIn.clock.forward(300_000);
    for (let at = 0; at < 5; at += 1) {
      expect((await call('/waybill/api/bulk/json/?count=1')).status).toBe(200);
    }
    expect(await call('/waybill/api/bulk/json/?count=1')).toEqual({
      status: 403,
      body: expect.stringContaining('403 Forbidden'),
    });
    standIn.clock.forward(300_000);
  });

  it('makes a parcel with the given number or one of its own', async () => {
    const { body } = await create([shipment()]);
    expect(body).toMatchObject({
      success: true,
      package_count: 1,
      upload_wbn: expect.stringMatching(/^UPL\d{19}$/),
      packages: [
        {
          status: 'Success',
          remarks: [''],
          payment: 'Pre-paid',
          sort_code: expect.stringMatching(/^\w{3}\/\w{3}$/),
        },
      ],
    });
    const number = String((await call('/waybill/api/fetch/json/')).body);
    expect((await makeParcel({ waybill: number })).waybill).toBe(number);
    expect((await create([shipment({ waybill: number })])).body.packages[0]).toMatchObject({
      status: 'Fail',
      remarks: ['Duplicate waybill'],
      waybill: number,
    });
  });

  it('refuses new numbers of a large fetch for a while, and numbers that it never gave', async () => {
    standIn.clock.forward(300_000);
    const { body: numbers } = await call('/waybill/api/bulk/json/?count=26');
    const [fresh] = numbers.split(',');
    const refused = { status: 'Fail', remarks: [`Unable to consume waybill ${fresh}`], waybill: fresh };
    expect((await create([shipment({ waybill: fresh })])).body.packages[0]).toMatchObject(refused);
    standIn.clock.forward(60_000);
    expect((await makeParcel({ waybill: fresh })).waybill).toBe(fresh);
    expect((await create([shipment({ waybill: '99' })])).body.packages[0].remarks).toEqual([
      'Unable to consume waybill 99',
    ]);
  });

  it.each<[string, unknown, Call & { warehouse?: string }, RegExp]>([
    ['no format', [], { body: 'data={}' }, /^format key missing in POST$/],
    [
      'a raw ampersand',
      [],
      { body: 'format=json&data={"shipments":[{"name":"A & B"}]}' },
      /^Unterminated string/,
    ],
    [
      'a raw # as JSON',
      [],
      { body: 'format=json&data={"a":"#12"}', type: 'application/json' },
      /^Unterminated/,
    ],
    [
      'an unknown warehouse',
      [{}],
      { warehouse: 'Nowhere' },
      /^ClientWarehouse matching query does not exist\.$/,
    ],
    [
      'another letter case',
      [{}],
      { warehouse: 'okhla' },
      /^ClientWarehouse matching query does not exist\.$/,
    ],
    ['no list', {}, {}, /'unicode' object has no attribute 'get'/],
    ['an empty list', [], {}, /^shipment list contains no data$/],
    [
      'the other environment',
      [{}],
      { token: OTHER_ENVIRONMENT_TOKEN },
      /'NoneType' object has no attribute 'end_date'/,
    ],
  ])('refuses a whole request with HTTP 200: %s', async (_what, shipments, more, words) => {
    const { status, body } = await create(shipments, more);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: false, error: true, packages: [], upload_wbn: null });
    expect(body.rmk).toMatch(words);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['a wrong phone', { phone: '123' }, /^Incorrect phone number\(s\) for order CHAI-/],
    ['a long order id', { order: 'X'.repeat(51) }, /^oid does not pass the validator <lambda>/],
    [
      'a pincode that is not served',
      { pin: '781001' },
      /'781001 is non serviceable pincode'.*partially saved/,
    ],
    ['an embargo', { pin: '781002' }, /'781002 is non serviceable pincode'/],
    ['a full pincode', { pin: '781003' }, /exceeded the available capacity of this pincode/],
    [
      'no COD there',
      { pin: '781004', payment_mode: 'COD', cod_amount: 10 },
      /Package type COD not serviceable/,
    ],
    [
      'more cash than its value',
      { payment_mode: 'COD', cod_amount: 10.01, total_amount: 10 },
      /should not exceed the total amount/,
    ],
  ])('refuses a parcel with HTTP 200 and a waybill: %s', async (_what, more, words) => {
    const { pins } = standIn.courier.books;
    pins.set('781001', 'not_served').set('781002', 'embargo').set('781003', 'full').set('781004', 'no_cod');
    const { body } = await create([shipment(more)]);
    expect(body).toMatchObject({
      success: false,
      rmk: expect.stringMatching(/^An internal Error has occurred/),
    });
    expect(body).not.toHaveProperty('error');
    expect(body.packages[0]).toMatchObject({ status: 'Fail', waybill: expect.stringMatching(/^\d{14}$/) });
    expect(body.packages[0].remarks[0]).toMatch(words);
  });

  it('refuses a repeat if all six fields are equal, and else makes a second parcel', async () => {
    const first = shipment();
    await create([first]);
    expect((await create([first])).body.packages[0].remarks).toEqual(['Duplicate Order Id']);
    expect((await create([{ ...first, total_amount: 500 }])).body.success).toBe(true);
    const found = await call(`/api/v1/packages/json/?ref_ids=${first.order}`);
    expect(found.body.ShipmentData).toHaveLength(2);
  });

  it('refuses parcels and pickups of an account whose wallet is nearly empty', async () => {
    const [account] = standIn.courier.books.accounts.values();
    if (account !== undefined) account.walletRupees = 414.1;
    expect((await create([shipment()])).body.packages[0].remarks[0]).toMatch(/insufficient balance/);
    expect(await call('/fm/request/new/', { body: {} })).toEqual({
      status: 400,
      body: { prepaid: 'Client wallet balance is 414.1 which is less than 500.0' },
    });
    if (account !== undefined) account.walletRupees = 10_000;
  });

  it('tracks by number and by order, and leaves out unknown ones', async () => {
    const { waybill, order } = await makeParcel();
    standIn.courier.move(waybill, 'picked_up', 'in_transit', 'at_destination', 'out_for_delivery');
    const { body } = await call(`/api/v1/packages/json/?waybill=${waybill},77&ref_ids=${order}`);
    expect(body.ShipmentData).toHaveLength(1);
    expect(body.ShipmentData[0].Shipment).toMatchObject({
      AWB: waybill,
      ReferenceNo: order,
      DispatchCount: 2,
      Consignee: { Name: 'A**** R****' },
      Status: { Status: 'Dispatched', StatusType: 'UD', StatusCode: 'ST-114' },
      Scans: [
        { ScanDetail: { StatusCode: 'X-UCI', Scan: 'Manifested', ScanType: 'UD' } },
        ...Array(12).fill({}),
      ],
    });
    expect((await call('/api/v1/packages/json/?waybill=77')).body).toEqual({
      Success: false,
      Error: 'Data does not exists for provided Waybill(s)',
      rmk: 'Data does not exists for provided Waybill(s)',
    });
  });

  it('cancels before pickup any number of times, returns a moving parcel, and refuses a delivered one', async () => {
    const cancel = (waybill: string) => call('/api/p/edit', { body: { waybill, cancellation: 'true' } });
    const before = await makeParcel();
    for (let at = 0; at < 2; at += 1) {
      expect((await cancel(before.waybill)).body).toMatchObject({ status: true, waybill: before.waybill });
    }
    const moving = await makeParcel();
    standIn.courier.move(moving.waybill, 'picked_up');
    expect((await cancel(moving.waybill)).body.status).toBe(true);
    const statuses = Object.fromEntries(
      standIn.courier
        .parcels()
        .map(({ trackingNumber, status, isExpected }) => [trackingNumber, [status, isExpected]]),
    );
    expect(statuses[before.waybill]).toEqual(['UD Manifested DTUP-210', false]);
    expect(statuses[moving.waybill]).toEqual(['RT In Transit RT-101', false]);
    const done = await makeParcel();
    standIn.courier.move(done.waybill, 'delivered');
    expect((await cancel(done.waybill)).body).toMatchObject({ status: 'Failure', waybill: null });
    expect((await cancel('77')).body.error).toBe('Incorrect Waybill/OrderID, please try again');
    const xml = await call('/api/p/edit', { body: JSON.stringify({ waybill: '77' }), type: 'text/plain' });
    expect(xml.body).toMatch(/^<\?xml/);
  });

  it('accepts NDR actions and reports their results later', async () => {
    const reattempt = async (waybill: string) => {
      const taken = await call('/api/p/update', { body: { data: [{ waybill, act: 'RE-ATTEMPT' }] } });
      const result = await call(`/api/cmu/get_bulk_upl/${taken.body.request_id}?verbose=true`);
      return result.body.packages[0].remark;
    };
    const { waybill } = await makeParcel();
    expect(await reattempt(waybill)).toBe('Package in incorrect status');
    standIn.courier.move(waybill, 'picked_up', 'at_destination', 'customer_unavailable');
    expect(await reattempt(waybill)).toBe('');
    expect(await reattempt('77')).toBe('Incorrect waybill');
    expect((await call('/api/p/update', { body: { data: {} } })).body.error).toBe('Invalid data provided');
  });

  it('registers a warehouse once, edits it, and refuses an existing name', async () => {
    const warehouse = { name: 'Saket', phone: '9811100001', pin: '110017', return_address: 'Plot 9' };
    const path = '/api/backend/clientwarehouse/create/';
    expect(await call(path, { body: warehouse })).toMatchObject({ status: 201, body: { success: true } });
    expect(await call(path, { body: warehouse })).toMatchObject({
      status: 400,
      body: { success: false, error: [expect.stringContaining('with name: Saket already exists')] },
    });
    expect((await call(path, { body: { ...warehouse, name: 'X', pin: '12' } })).body.error).toEqual([
      'Error in serviceability: 12 is not a valid Pincode',
    ]);
    const edited = await call('/api/backend/clientwarehouse/edit/', { body: { name: 'Nowhere' } });
    expect(edited.body.error).toEqual(['warehouse does not exists']);
    expect((await call(path, { method: 'PUT', body: {} })).status).toBe(405);
  });

  it('accepts one pickup request of a warehouse until the pickup is done', async () => {
    const day = (days: number) =>
      new Date(standIn.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
    const ask = (date: string, location = 'Okhla') =>
      call('/fm/request/new/', {
        body: {
          pickup_date: date,
          pickup_time: '11:00:00',
          pickup_location: location,
          expected_package_count: 2,
        },
      });
    const first = await ask(day(2));
    expect(first).toMatchObject({
      status: 201,
      body: { pickup_time: '14:00:00', expected_package_count: 2 },
    });
    expect(await ask(day(2))).toMatchObject({
      status: 200,
      body: { success: false, pr_exist: true, pickup_id: first.body.pickup_id, error: { code: 669 } },
    });
    const { waybill } = await makeParcel();
    standIn.courier.move(waybill, 'picked_up');
    expect((await ask('2020-01-01')).body).toEqual({ pickup_date: 'Pickup date cannot be in past' });
    expect((await ask(day(9))).body.pickup_date).toMatch(/more than 7 days/);
    expect((await ask(day(2), 'okhla')).body.error).toMatch(/^Invalid Pickup Location/);
    expect((await ask(day(2))).status).toBe(201);
  });

  it('gives labels of manifested parcels, charges, pincodes and days', async () => {
    const { waybill } = await makeParcel();
    const slip = await call(`/api/p/packing_slip?wbns=${waybill}&pdf=false`);
    expect(slip.body).toMatchObject({ packages_found: 1, packages: [{ wbn: waybill, pt: 'Pre-paid' }] });
    expect((await call('/api/p/packing_slip?wbns=77')).body).toEqual({ packages: [], packages_found: 0 });
    const { body: pdf } = await call(`/api/p/packing_slip?wbns=${waybill}&pdf=true`);
    expect(await (await fetch(pdf.packages[0].pdf_download_link)).text()).toMatch(/^%PDF-/);
    const charges = '/api/kinko/v1/invoice/charges/.json?o_pin=110020&d_pin=560038';
    expect((await call(`${charges}&md=S&ss=Delivered&pt=COD&cgm=700`)).body).toEqual([
      expect.objectContaining({ charged_weight: 700, gross_amount: 115, total_amount: 135.7 }),
    ]);
    expect((await call(`${charges}&ss=Delivered`)).body.error).toMatch(/^md is mandatory/);
    expect((await call('/c/api/pin-codes/json/?filter_codes=12')).body).toEqual({ delivery_codes: [] });
    expect(
      (await call('/api/dc/expected_tat?origin_pin=110020&destination_pin=560038&mot=S')).body.data,
    ).toEqual({
      tat: 4,
    });
  });

  it('refuses an unknown token in the words of each call, and answers no other path', async () => {
    expect(await call('/c/api/pin-codes/json/?filter_codes=560038', { token: 'x' })).toEqual({
      status: 401,
      body: 'Login or API Key Required',
    });
    expect(await call('/api/v1/packages/json/?waybill=1', { token: null })).toEqual({
      status: 401,
      body: { detail: 'Authentication credentials were not provided.' },
    });
    expect(await call('/api/p/edit/', { body: {} })).toEqual({
      status: 404,
      body: expect.stringContaining('404 Not Found'),
    });
  });

  it('pushes every scan in its default body, and moves parcels by hand', async () => {
    const receiver = await startReceiver();
    standIn.pushes.to({ url: receiver.url });
    const { waybill, order } = await makeParcel();
    const moved = await fetch(`${standIn.url}/_stand-in/move`, {
      method: 'POST',
      body: JSON.stringify({ waybill, steps: ['picked_up', 'nonsense'] }),
    });
    expect(moved.status).toBe(422);
    standIn.courier.move(waybill, 'delivered');
    await standIn.pushes.settled();
    standIn.pushes.to(null);
    await receiver.stop();
    const pushed = receiver.received.map(({ body }) => JSON.parse(body).Shipment);
    expect(pushed.map(({ NSLCode }) => NSLCode).sort()).toEqual(['EOD-38', 'X-UCI']);
    expect(pushed.find(({ NSLCode }) => NSLCode === 'EOD-38')).toMatchObject({
      AWB: waybill,
      ReferenceNo: order,
      Status: { Status: 'Delivered', StatusType: 'DL' },
    });
  });
});

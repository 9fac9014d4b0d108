import { describe, expect, it } from 'vitest';
import { openApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { importLines } from '../support/rate-changes.ts';

// A Monday, 12:00 in India.
const test = await openApp({ now: new Date('2026-11-16T06:30:00.000Z') });
const account = await test.account();

async function send(path: string, payload: object, of: Client = account) {
  const response = await of.post(path, payload);
  return { status: response.statusCode, body: response.json() };
}

const FORWARD = {
  journey_type: 'forward',
  origin_pincode: '560001',
  destination_pincode: '110001',
  dead_weight: 500,
  length: 10,
  width: 12.5,
  height: 8,
  payment_method: 'cod',
  shipment_value: 1499.5,
};

const { payment_method: _, shipment_value: __, ...UNPAID } = FORWARD;
const RETURN = { ...UNPAID, journey_type: 'return' };

function couriersOf({ body }: { body: { result: { serviceable_couriers: Record<string, never>[] } } }) {
  return body.result.serviceable_couriers as unknown as Record<string, Record<string, number> & string>[];
}

describe('a pincode that the directory lacks', () => {
  it('is at the nearest place with the same first three digits', async () => {
    const zoneTo = async (destination_pincode: string) => {
      const { status, body } = await send('/rates', {
        ...FORWARD,
        origin_pincode: '560001',
        destination_pincode,
      });
      const { zone, destination_pincode: shown } = body.result.shipment_details;
      return [status, shown, zone, body.result.serviceable_couriers.length > 0];
    };
    expect(await zoneTo('560999')).toEqual([200, '560999', 'A', true]);
    expect(await zoneTo('575999')).toEqual([200, '575999', 'B', true]);
    expect((await zoneTo('190999')).slice(1)).toEqual(['190999', 'E', true]);
    const route = { from: '560999', to: '110001', payment_mode: 'cod', shipment_type: 'forward' };
    expect((await send('/serviceability', route)).status).toBe(200);
    const query = 'journey_type=forward&origin_pincode=560001&destination_pincode=560999&dead_weight=450';
    const explained = await account.read(
      `/rates/explain?${query}&length=10&width=10&height=10&payment_method=prepaid`,
    );
    expect(explained.data.destination).toMatchObject({ pincode: '560999', state: 'Karnataka' });
    expect((await account.get('/pincodes/560999')).statusCode).toBe(404);
  });
});

describe('an empty quote', () => {
  const unserviceable = ({ body }: { body: { result: object } }) =>
    (body.result as { unserviceable?: { carrier_id: string; carrier_name: string; reason: string }[] })
      .unserviceable;

  it('has the reason of each carrier, and other quotes have none', async () => {
    for (const journey of [FORWARD, RETURN]) {
      const some = await send('/rates', journey);
      expect([couriersOf(some).length > 0, unserviceable(some)]).toEqual([true, undefined]);
      const none = await send('/rates', { ...journey, dead_weight: 2_400_000 });
      const told = unserviceable(none) ?? [];
      const carriers = await account.read('/carriers');
      expect(couriersOf(none)).toEqual([]);
      expect(told.map(({ carrier_id }) => carrier_id).sort()).toEqual(
        carriers.data.map(({ carrier_id }: { carrier_id: string }) => carrier_id).sort(),
      );
      for (const { reason } of told) expect(reason).toMatch(/takes at most \d+ g/);
      const query = Object.entries({ ...journey, dead_weight: 2_400_000 }).map((pair) => pair.join('='));
      const explained = await account.read(`/rates/explain?${query.join('&')}`);
      expect(told).toEqual(
        explained.data.left_out.map((one: { reasons: string[] }) => {
          const { reasons, ...carrier } = one;
          return { ...carrier, reason: reasons.join('; ') };
        }),
      );
    }
  });

  it('has the reasons for a route too', async () => {
    const alone = await test.account();
    const settings = (await alone.read('/carriers')).data.map(
      ({ carrier_id }: { carrier_id: string }) => `${carrier_id},no`,
    );
    const lines = ['carrier_id,offered,markup_percent', ...settings.map((line: string) => `${line},0`)];
    await importLines(test.service, 'carrier-settings', lines, alone.accountId);
    await test.rateBooks.look();
    const route = { from: '560001', to: '110001', payment_mode: 'cod', shipment_type: 'forward' };
    const { body } = await send('/serviceability', route, alone);
    expect(body.result.serviceability_results).toEqual([]);
    expect(body.result.unserviceable).toHaveLength(settings.length);
    expect(body.result.unserviceable[0].reason).toContain('is switched off for this account');
    const usual = await send('/serviceability', route);
    expect(usual.body.result).not.toHaveProperty('unserviceable');
  });
});

describe('POST /rates', () => {
  it('quotes a forward parcel in exactly the documented fields', async () => {
    const { status, body } = await send('/rates', FORWARD);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['status', 'result']);
    expect(body.status).toBe('SUCCESS');
    expect(body.result.shipment_details).toEqual({
      journey_type: 'forward',
      origin_pincode: '560001',
      destination_pincode: '110001',
      payment_method: 'cod',
      dead_weight: 500,
      volumetric_weight: 200,
      applicable_weight: 500,
      zone: 'C',
    });
    // First slab of zone C Rs 41; COD the larger of Rs 35 and 1.8 % of 1,499.50; RTO 0.9 of the freight.
    expect(
      body.result.serviceable_couriers.find((c: { carrier_id: string }) => c.carrier_id === 'h7vd3r8c'),
    ).toEqual({
      carrier_id: 'h7vd3r8c',
      carrier_name: 'Morpankhi Surface 500 g',
      carrier_code: 'morpankhi_surface_500g',
      service_level: 'standard',
      is_fast: false,
      is_prime: true,
      status: 'active',
      expected_delivery: { pickup: '2026-11-16', delivery: '2026-11-20' },
      charges: {
        forward_freight_charges: 41,
        cod_charges: 35,
        rto_charges: 36.9,
        total_forward_charges: 76,
      },
      platform_fee: 5,
    });
  });

  it('quotes a return in its own fields, with a quality check unless it is declined', async () => {
    const { status, body } = await send('/rates', RETURN);
    expect(status).toBe(200);
    expect(body.result.shipment_details).toEqual({
      journey_type: 'return',
      origin_pincode: '560001',
      destination_pincode: '110001',
      dead_weight: 500,
      volumetric_weight: 200,
      applicable_weight: 500,
      zone: 'C',
    });
    const [first] = body.result.serviceable_couriers;
    expect(first).toEqual({
      carrier_id: 'h7vd3r8c',
      carrier_name: 'Morpankhi Surface 500 g',
      carrier_code: 'morpankhi_surface_500g',
      service_level: 'standard',
      status: 'active',
      expected_delivery: { pickup: '2026-11-16', delivery: '2026-11-20' },
      charges: { return_freight_charges: 56, qc_charges: 15, total_return_charges: 71 },
    });
    const withoutCheck = await send('/rates', { ...RETURN, qc_applicable: false });
    expect(couriersOf(withoutCheck)[0]?.charges).toEqual({
      return_freight_charges: 56,
      qc_charges: 0,
      total_return_charges: 56,
    });
    const ids = (quote: typeof withoutCheck) => couriersOf(quote).map(({ carrier_id }) => carrier_id);
    // The 10 kg carrier takes returns, but makes no quality check.
    expect(ids(withoutCheck)).toContain('z8jq5n3v');
    expect(ids({ status, body })).not.toContain('z8jq5n3v');
  });

  it('sorts carriers by total, then by delivery, then by name', async () => {
    const couriers = couriersOf(await send('/rates', { ...FORWARD, dead_weight: 4321.5 }));
    const order = couriers.map((courier) => [
      courier.charges?.total_forward_charges,
      courier.expected_delivery?.delivery,
      courier.carrier_name,
    ]);
    expect(couriers.length).toBeGreaterThan(4);
    const sorted = [...order].sort(
      ([a, b, c], [d, e, f]) =>
        Number(a) - Number(d) || String(b).localeCompare(String(e)) || String(c).localeCompare(String(f)),
    );
    expect(order).toEqual(sorted);
  });

  it.each([
    [
      'numbers as text',
      { dead_weight: '500', length: '10.0', width: ' 12.50 ', height: '8e0', shipment_value: '1499.50' },
    ],
    ['pincodes as numbers', { origin_pincode: 560001, destination_pincode: 110001 }],
    ['words in capitals', { journey_type: 'FORWARD', payment_method: 'COD' }],
    ['null and blank for missing fields', { qc_applicable: null, channel: null, remarks: '' }],
    ['unknown fields', { api_version: 3, qc_applicable: 'perhaps' }],
  ])('accepts %s', async (_what, given) => {
    const expected = await send('/rates', FORWARD);
    expect(await send('/rates', { ...FORWARD, ...given })).toEqual(expected);
  });

  it('rejects a request with all its mistakes', async () => {
    const { status, body } = await send('/rates', {
      ...UNPAID,
      origin_pincode: '5600',
      destination_pincode: '999999',
      dead_weight: 0,
      length: 'long',
      width: -1,
      height: 10_000.01,
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      status: 'ERROR',
      errors: [
        'origin_pincode must be a 6-digit pincode',
        'destination_pincode 999999 is of the Army Postal Service: only India Post delivers there',
        'dead_weight must be a number of grams greater than 0 and at most 10000000',
        'length must be a number of centimetres greater than 0 and at most 10000',
        'width must be a number of centimetres greater than 0 and at most 10000',
        'height must be a number of centimetres greater than 0 and at most 10000',
        'payment_method is required when journey_type is forward',
      ],
      message: body.errors.join('; '),
    });
  });

  it('rejects an empty body with every required field', async () => {
    const { status, body } = await send('/rates', {});
    expect(status).toBe(422);
    expect(body.errors).toEqual(
      [
        'journey_type',
        'origin_pincode',
        'destination_pincode',
        'dead_weight',
        'length',
        'width',
        'height',
      ].map((name) => `${name} is required`),
    );
  });

  it.each([
    [
      'COD without a value',
      { shipment_value: null },
      'shipment_value is required when payment_method is cod',
    ],
    ['COD with a value of 0', { shipment_value: 0 }, /^shipment_value must be /],
    ['an unknown way to pay', { payment_method: 'upi' }, 'payment_method must be one of cod, prepaid'],
    ['an unknown journey', { journey_type: 'sideways' }, 'journey_type must be one of forward, return'],
    ['more than ten tonnes', { dead_weight: 10_000_000.01 }, /^dead_weight must be /],
    ['an infinite weight', { dead_weight: 'Infinity' }, /^dead_weight must be /],
  ])('rejects %s', async (_what, given, sentence) => {
    const { status, body } = await send('/rates', { ...FORWARD, ...given });
    expect(status).toBe(422);
    expect(body.errors).toEqual([typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)]);
  });

  it.each([0, '0', -3, 'much', null, [], { a: 1 }])(
    'ignores the value of a prepaid parcel: %j',
    async (shipment_value) => {
      const prepaid = { ...UNPAID, payment_method: 'prepaid' };
      expect(await send('/rates', { ...prepaid, shipment_value })).toEqual(await send('/rates', prepaid));
    },
  );

  it('ignores the payment method and value of a return', async () => {
    const plain = await send('/rates', RETURN);
    expect(await send('/rates', { ...RETURN, payment_method: 'barter', shipment_value: -3 })).toEqual(plain);
  });

  it('charges no COD for a prepaid parcel without a value', async () => {
    const quote = await send('/rates', { ...UNPAID, payment_method: 'prepaid' });
    expect(quote.status).toBe(200);
    expect(quote.body.result.shipment_details.payment_method).toBe('prepaid');
    for (const { charges } of couriersOf(quote)) expect(charges?.cod_charges).toBe(0);
  });

  it('returns no carriers for a parcel that none takes', async () => {
    const { status, body } = await send('/rates', { ...FORWARD, dead_weight: 10_000_000 });
    expect(status).toBe(200);
    expect(body.result.serviceable_couriers).toEqual([]);
    expect(body.result.shipment_details.applicable_weight).toBe(10_000_000);
  });

  it('rounds weights and amounts to two decimals once', async () => {
    const quote = await send('/rates', {
      ...FORWARD,
      dead_weight: 500.005,
      length: 11.11,
      width: 11.11,
      height: 21.3,
      shipment_value: 3333.33,
    });
    expect(quote.body.result.shipment_details).toMatchObject({
      dead_weight: 500.01,
      volumetric_weight: 525.82,
      applicable_weight: 525.82,
    });
    const surface = couriersOf(quote).find(({ carrier_id }) => carrier_id === 'h7vd3r8c');
    expect(surface?.charges).toEqual({
      forward_freight_charges: 68,
      cod_charges: 60,
      rto_charges: 61.2,
      total_forward_charges: 128,
    });
  });

  it('quotes an account by its own rates, and other accounts by theirs', async () => {
    const other = await test.account('With rates of its own');
    const settings = ['carrier_id,offered,markup_percent', 'h7vd3r8c,yes,10', 'k4tq9m2x,no,0'];
    await importLines(test.service, 'carrier-settings', settings, other.accountId);
    await importLines(test.service, 'platform-fee', ['platform_fee', '7.25'], other.accountId);
    await importLines(
      test.service,
      'zone-overrides',
      ['carrier_id,origin,destination,zone', ',56,11,B'],
      other.accountId,
    );
    const theirs = await send('/rates', FORWARD, other);
    expect(theirs.body.result.shipment_details.zone).toBe('B');
    const surface = couriersOf(theirs).find(({ carrier_id }) => carrier_id === 'h7vd3r8c');
    expect(surface).toMatchObject({ platform_fee: 7.25, charges: { forward_freight_charges: 38.5 } });
    expect(couriersOf(theirs).map(({ carrier_id }) => carrier_id)).not.toContain('k4tq9m2x');
    expect(couriersOf(await send('/rates', FORWARD))).toHaveLength(8);
  });

  it('accepts a read-only key', async () => {
    const made = await account.post('/keys', { name: 'reader', scope: 'read' });
    const reader = test.client({ authorization: `Bearer ${made.json().data.attributes.token}` });
    expect((await send('/rates', FORWARD, reader)).status).toBe(200);
  });
});

describe('POST /serviceability', () => {
  const ASKED = { from: '560001', to: '110001', payment_mode: 'cod', shipment_type: 'forward' };

  it('lists the carriers that serve both ends by name, and the zone', async () => {
    const { status, body } = await send('/serviceability', ASKED);
    expect(status).toBe(200);
    expect(Object.keys(body.result)).toEqual(['serviceability_results', 'zone']);
    expect(body.status).toBe('SUCCESS');
    expect(body.result.zone).toBe('zone_c');
    expect(body.result.serviceability_results).toHaveLength(8);
    expect(body.result.serviceability_results[0]).toEqual({
      carrier_id: 'b5ys7d4g',
      carrier_name: 'Airavatta Heavy 20 kg',
    });
  });

  it('lists for a return the carriers that pick up from customers', async () => {
    const { body } = await send('/serviceability', { ...ASKED, shipment_type: 'return' });
    // The air carrier and the 20 kg one take no returns.
    expect(body.result.serviceability_results).toHaveLength(6);
  });

  it('uses the serviceability rules of the account', async () => {
    const other = await test.account('Choosy');
    await importLines(
      test.service,
      'serviceability',
      ['carrier_id,area_kind,area,pickup,prepaid,cod,reverse', 'w2nz6j5b,state,DL,,yes,no,'],
      other.accountId,
    );
    const ids = async (given: object) =>
      (await send('/serviceability', { ...ASKED, ...given }, other)).body.result.serviceability_results.map(
        ({ carrier_id }: { carrier_id: string }) => carrier_id,
      );
    expect(await ids({})).not.toContain('w2nz6j5b');
    expect(await ids({ payment_mode: 'PREPAID' })).toContain('w2nz6j5b');
    expect(await ids({ to: 400001 })).toContain('w2nz6j5b');
  });

  it('rejects a request with all its mistakes', async () => {
    const { status, body } = await send('/serviceability', {
      from: 12345,
      to: '999999',
      payment_mode: 'upi',
    });
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      'from must be a 6-digit pincode',
      'to 999999 is of the Army Postal Service: only India Post delivers there',
      'payment_mode must be one of cod, prepaid',
      'shipment_type is required',
    ]);
  });
});

describe('GET /pincodes/:pincode', () => {
  it('returns city, district and state', async () => {
    expect((await account.read('/pincodes/560001')).data).toEqual({
      pincode: '560001',
      city: 'Bengaluru',
      district: 'Bengaluru Urban',
      state: 'Karnataka',
      state_code: 'KA',
    });
  });

  it.each(['999999', '5600', 'abc'])('rejects the unknown pincode %s', async (pincode) => {
    const response = await account.get(`/pincodes/${pincode}`);
    expect([response.statusCode, response.json().errors]).toEqual([404, ['Pincode not found']]);
  });
});

describe('GET /metrics', () => {
  it('counts the rate books in memory and their size', async () => {
    await send('/rates', FORWARD);
    const { body } = await test.app.inject({ url: '/metrics' });
    for (const name of ['rate_books_cached', 'rate_books_bytes', 'rate_books_loads', 'rate_books_version']) {
      expect(body).toMatch(new RegExp(`^${name} [1-9]\\d*$`, 'm'));
    }
  });
});

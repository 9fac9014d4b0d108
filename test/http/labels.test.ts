import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GRANULAR_STATUSES } from '../../src/domain/tracking/statuses.ts';
import { LABEL_LINK_MS, PUBLIC_URL, startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { makeWarehouse, scan as moveTo, orderBody } from '../support/orders.ts';
import { printPdf, printZpl, scan } from '../support/scan-label.ts';

let test: TestApp;
let account: TestAccount;
let warehouseId: string;

beforeAll(async () => {
  test = await startApp();
  account = await test.account('Sunrise Traders');
  warehouseId = await makeWarehouse(account);
});
afterAll(() => test.stop());

/** The barcodes on each page. */
async function scanPdf(pdf: Buffer): Promise<string[]> {
  const codes: string[] = [];
  for (const page of await printPdf(pdf)) codes.push(...(await scan(page)).map(({ text }) => text));
  return codes;
}

async function order(changes: object = {}, path = 'forward-order-orchestration') {
  const response = await account.post(`/${path}`, orderBody(warehouseId, { ...changes }));
  return response.json().payload as {
    shipment_id: string;
    awb_code: string;
    label_url: string;
    label_generated: number;
  };
}

const print = (payload: object, by = account) => by.post('/labels', payload);

describe('labels on other paper', () => {
  it('fit four times on an A4 page, but are refused as ZPL', async () => {
    const orders = [await order(), await order(), await order()];
    const shipment_ids = orders.map(({ shipment_id }) => shipment_id);
    const response = await print({ shipment_ids, paper: 'a4-4' });
    expect(response.statusCode).toBe(200);
    expect((await scanPdf(response.rawPayload)).sort()).toEqual(
      orders.map(({ awb_code }) => awb_code).sort(),
    );
    const refused = await print({ shipment_ids, paper: 'a4-4', format: 'zpl' });
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      ['paper must be 4x6 if format is zpl, because thermal printers have no A4'],
    ]);
  });

  it('show the place of the pincode in Latin letters beside another script', async () => {
    const { shipment_id } = await order({ billing_city: 'बेंगलुरु', billing_state: 'कर्नाटक' });
    const response = await print({ shipment_ids: [shipment_id], format: 'zpl' });
    expect(response.body).toMatch(/\^FDBengaluru[^^]*, Karnataka\^FS/i);
  });
});

describe('the link to a label', () => {
  it('comes with the booking, and gives a PDF with the tracking number as barcode', async () => {
    const { label_url, label_generated, awb_code } = await order({ billing_city: 'बेंगलुरु' });
    expect(label_generated).toBe(1);
    const response = await test.app.inject({ url: label_url.slice(PUBLIC_URL.length) });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(await scanPdf(response.rawPayload)).toEqual([awb_code]);
  });

  it('gives ZPL for thermal printers', async () => {
    const { label_url, awb_code } = await order();
    const response = await test.app.inject({ url: `${label_url.slice(PUBLIC_URL.length)}&format=zpl` });
    expect(response.headers['content-type']).toBe('application/zpl; charset=utf-8');
    expect(response.body).toMatch(/^\^XA[\s\S]*\^XZ\s*$/);
    expect(response.body).toContain(awb_code);
  });

  it('answers 404 if it was changed, is for another shipment, or has expired', async () => {
    const { label_url } = await order();
    const other = await order();
    const path = label_url.slice(PUBLIC_URL.length);
    const shipment = /labels\/[^/]+\/([^?]+)/;
    for (const wrong of [
      path.replace(/expires=\d+/, (expires) => `${expires}0`),
      path.replace(/signature=.*/, 'signature='),
      path.replace(/signature=./, (start) => (start.endsWith('A') ? 'signature=B' : 'signature=A')),
      path.replace(/expires=\d+/, (expires) =>
        expires.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
      ),
      path.replace(/\?.*/, ''),
      path.replace(shipment.exec(path)?.[1] ?? '', other.shipment_id),
      path.replace(account.accountId, (await test.account()).accountId),
    ]) {
      expect((await test.app.inject({ url: wrong })).statusCode).toBe(404);
    }
    test.advance(LABEL_LINK_MS - 1_000);
    expect((await test.app.inject({ url: path })).statusCode).toBe(200);
    test.advance(1_000);
    expect((await test.app.inject({ url: path })).statusCode).toBe(404);
  });

  it('blocks an address after 100 wrong links, but still accepts a right one', async () => {
    const { label_url } = await order();
    const path = label_url.slice(PUBLIC_URL.length);
    const remoteAddress = '198.51.100.1';
    const guess = (signature: string) =>
      test.app.inject({ url: path.replace(/signature=.*/, `signature=${signature}`), remoteAddress });
    for (let time = 0; time < 100; time += 1) expect((await guess(`${time}`)).statusCode).toBe(404);
    const barred = await guess('100');
    expect([barred.statusCode, barred.headers['retry-after']]).toEqual([429, '300']);
    expect(barred.json().errors).toEqual(['Too many wrong links from this address; please try again later']);
    expect((await test.app.inject({ url: path, remoteAddress })).statusCode).toBe(200);
  });

  it('counts for the rate limit of its address', async () => {
    const limited = await startApp({ rateLimit: 2 });
    try {
      const url = '/labels/00000000-0000-7000-8000-000000000000/00000000-0000-7000-8000-000000000000';
      const statuses: number[] = [];
      for (let time = 0; time < 3; time += 1) statuses.push((await limited.app.inject({ url })).statusCode);
      expect(statuses).toEqual([404, 404, 429]);
    } finally {
      await limited.stop();
    }
  });

  it('asks for the whole cash, with charges, unless a part was paid', async () => {
    const charges = { payment_method: 'COD', sub_total: 499, shipping_charges: 49, giftwrap_charges: 20 };
    for (const [more, cash] of [
      [{}, 'Rs 568'],
      [{ cod_collectible: 300 }, 'Rs 300'],
    ] as const) {
      const { label_url } = await order({ ...charges, ...more });
      const path = `${label_url.slice(PUBLIC_URL.length)}&format=zpl`;
      expect((await test.app.inject({ url: path })).body).toContain(cash);
    }
  });

  it('gives a label without barcode and amount after the shipment was cancelled', async () => {
    const { label_url, awb_code, shipment_id } = await order({
      payment_method: 'COD',
      sub_total: 1299,
      cod_collectible: 1299,
    });
    const path = label_url.slice(PUBLIC_URL.length);
    const live = await test.app.inject({ url: path });
    expect(await scanPdf(live.rawPayload)).toEqual([awb_code]);
    const cancelled = await account.post('/cancel-order', { awbs: [awb_code] });
    expect(cancelled.json().data).toMatchObject([{ awb: awb_code, status: 'cancelled' }]);
    const pdfs = [await test.app.inject({ url: path }), await print({ shipment_ids: [shipment_id] })];
    for (const { rawPayload } of pdfs) expect(await scanPdf(rawPayload)).toEqual([]);
    const zpl = (await test.app.inject({ url: `${path}&format=zpl` })).body;
    expect(zpl).toContain('^FDCANCELLED^FS');
    expect(zpl).not.toMatch(/\^BC|COD|Rs/);
    // To below the barcode of a valid label.
    expect(await scan(await printZpl(zpl, 45))).toEqual([]);
  });

  it.each(GRANULAR_STATUSES.filter((status) => status.startsWith('rto_')))(
    'gives a label without an amount to collect if the status is %s',
    async (status) => {
      const { label_url, shipment_id, awb_code } = await order({
        payment_method: 'COD',
        sub_total: 1299,
        cod_collectible: 1299,
      });
      await moveTo(test, account, shipment_id, ['picked_up', status]);
      const path = label_url.slice(PUBLIC_URL.length);
      const zpl = (await test.app.inject({ url: `${path}&format=zpl` })).body;
      expect(zpl).toContain('^FDNOTHING TO COLLECT^FS');
      expect(zpl).not.toMatch(/COD|Rs/);
      expect(zpl).toContain(awb_code);
    },
  );

  it('does not exist before a carrier is booked', async () => {
    const { label_url, label_generated } = await order({}, 'forward-order');
    expect([label_url, label_generated]).toEqual([null, 0]);
  });
});

describe('POST /labels', () => {
  it('prints several in the order of the ids', async () => {
    const orders = [
      await order(),
      await order({ payment_method: 'COD', sub_total: 1299, cod_collectible: 1299 }),
      await order(),
    ];
    const response = await print({ shipment_ids: orders.map(({ shipment_id }) => shipment_id) });
    expect(response.headers['content-type']).toBe('application/pdf');
    expect(await scanPdf(response.rawPayload)).toEqual(orders.map(({ awb_code }) => awb_code));
  });

  it('prints nothing if one shipment is unknown or has no tracking number', async () => {
    const booked = await order();
    const unbooked = await order({}, 'forward-order');
    const unknown = '00000000-0000-7000-8000-000000000000';
    const response = await print({ shipment_ids: [booked.shipment_id, unbooked.shipment_id, unknown] });
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual([
      `shipment ${unbooked.shipment_id} has no tracking number yet`,
      `shipment ${unknown} is not a shipment of this account`,
    ]);
    const foreign = await print({ shipment_ids: booked.shipment_id }, await test.account());
    expect(foreign.statusCode).toBe(422);
  });

  it.each([
    [{}, 'shipment_ids is required'],
    [{ shipment_ids: [] }, 'shipment_ids is required'],
    [{ shipment_ids: ['x'] }, 'shipment_ids[0] x is not a shipment of this account'],
    [
      { shipment_ids: Array.from({ length: 201 }, () => '00000000-0000-7000-8000-000000000000') },
      'shipment_ids must be a list of 1 to 200 entries',
    ],
  ])('refuses %j', async (payload, sentence) => {
    expect((await print(payload)).json().errors).toEqual([sentence]);
  });
});

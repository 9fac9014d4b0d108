import { describe, expect, it } from 'vitest';
import { openApp } from '../support/app.ts';
import { makeWarehouse, orderBody, warehouseBody } from '../support/orders.ts';
import { readPdf } from '../support/scan-label.ts';

const DELHI = '07ABCDE1234F1Z2';

const test = await openApp();
const account = await test.account('Sunrise Traders');
const warehouseId = await makeWarehouse(account, { gst_no: DELHI });
await account.post('/client-stores', {
  store_name: 'chai',
  brand_name: 'Chai & Co',
  invoice_prefix: 'CHAI',
  gst_rate: 18,
});

async function order(changes: object = {}): Promise<{ shipment_id: string; awb_code: string }> {
  const items = [{ name: 'Masala chai', sku: 'M1', units: 2, selling_price: 105, tax: 5, hsn: '0902' }];
  const payload = orderBody(warehouseId, { order_items: items, sub_total: 210, ...changes });
  return (await account.post('/forward-order-orchestration', payload)).json().payload;
}

async function issue(...orders: { shipment_id: string }[]) {
  return account.post('/invoices', { shipment_ids: orders.map(({ shipment_id }) => shipment_id) });
}

const serialOf = (number: string) => Number(number.split('/')[1]);

describe('an invoice', () => {
  it('parts the price into goods and integrated tax between two states', async () => {
    const one = await order({ store_name: 'chai' });
    const response = await issue(one);
    expect(response.statusCode).toBe(201);
    expect(response.json().data).toEqual([
      expect.objectContaining({
        kind: 'invoice',
        number: 'CHAI2627/1',
        gstin: DELHI,
        shipment_id: one.shipment_id,
        customer_name: 'Asha Rao',
        place_of_supply: 'KA',
        total: 210,
        taxable: 200,
        cgst: 0,
        sgst: 0,
        igst: 10,
        credits: null,
        credited_by: null,
      }),
    ]);
    expect((await issue(one)).json()).toEqual(response.json());
    const { id } = response.json().data[0];
    expect((await account.get(`/invoices/${id}`)).json().data).toEqual(response.json().data[0]);
    const file = await account.get(`/invoices/${id}/invoice.pdf`);
    expect(file.headers['content-type']).toBe('application/pdf');
    const text = await readPdf(file.rawPayload);
    for (const shown of [
      'TAX INVOICE',
      'CHAI2627/1',
      `GSTIN ${DELHI}`,
      'Karnataka (29)',
      '0902',
      '200.00',
      '10.00',
    ]) {
      expect(text).toContain(shown);
    }
  });

  it('has the tax of both governments within a state', async () => {
    const home = { billing_pincode: '110020', billing_city: 'New Delhi', billing_state: 'Delhi' };
    const [invoice] = (await issue(await order(home))).json().data;
    expect([invoice.cgst, invoice.sgst, invoice.igst, invoice.taxable]).toEqual([5, 5, 0, 200]);
  });

  it("names a buyer's GSTIN, for which the order may be changed too", async () => {
    const buyer = '27ABCDE1234F1Z0';
    const wrong = await account.post(
      '/forward-order',
      orderBody(warehouseId, { billing_gstin: '27ABCDE1234F1Z9' }),
    );
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      422,
      ['billing_gstin must be a GSTIN: 15 characters, of which the last is its check digit'],
    ]);
    const one = await order({ billing_gstin: buyer.toLowerCase() });
    const [invoice] = (await issue(one)).json().data;
    expect([invoice.buyer_gstin, invoice.place_of_supply]).toEqual([buyer, 'KA']);
    const printed = await account.post('/papers', { shipment_ids: [one.shipment_id], paper: 'invoice' });
    expect(await readPdf(printed.rawPayload)).toContain(`GSTIN ${buyer}`);

    const items = [{ name: 'Masala chai', units: 2, selling_price: 105, tax: 5 }];
    const draft = orderBody(warehouseId, { order_items: items, sub_total: 210 });
    const { payload } = (await account.post('/forward-order', draft)).json();
    const change = (billing_gstin: string) =>
      account.put('/order', { order_id: draft.order_id, billing_gstin });
    expect((await change(buyer)).statusCode).toBe(200);
    expect((await issue(payload)).json().data[0].buyer_gstin).toBe(buyer);
  });

  it('is refused with every reason, and then none of the others has a number', async () => {
    const good = await order();
    const bad = await order({ order_items: [{ name: 'Cup', units: 1, selling_price: 210 }] });
    const before = (await account.get('/invoices')).json().meta.total;
    const refused = await account.post('/invoices', {
      shipment_ids: [good.shipment_id, bad.shipment_id, '01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d'],
    });
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      [
        `shipment ${bad.shipment_id} has no rate of tax for Cup: send tax with the item, or set gst_rate of its store`,
        'shipment 01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d is not a shipment of this account',
      ],
    ]);
    expect((await account.get('/invoices')).json().meta.total).toBe(before);
  });

  it("is another account's to nobody", async () => {
    const [invoice] = (await issue(await order())).json().data;
    const other = await test.account('Other');
    const answers = await Promise.all([
      other.get(`/invoices/${invoice.id}`),
      other.post(`/invoices/${invoice.id}/cancel`, {}),
      other.post('/invoices', { shipment_ids: [invoice.shipment_id] }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 422]);
  });
});

describe('the numbers of a series', () => {
  it('have no gap, whatever races and whatever is refused between', async () => {
    const made = await test.account('Racing');
    const own = made.headers;
    const body = warehouseBody({ gst_no: DELHI });
    const warehouse = (await test.client(own).post('/warehouse', body)).json().payload.warehouse_id;
    const item = { name: 'Chai', units: 1, selling_price: 105, tax: 5 };
    const orders = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const items = [index % 4 === 3 ? { ...item, tax: 44.91 } : item];
        const payload = orderBody(warehouse, { order_items: items, sub_total: 105 });
        return (await test.client(own).post('/forward-order', payload)).json().payload.shipment_id as string;
      }),
    );
    const answers = await Promise.all(
      [...orders, ...orders].map((id) => test.client(own).post('/invoices', { shipment_ids: [id] })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(6);
    const { data, meta } = (await test.client(own).get('/invoices?per_page=100')).json();
    const serials = data
      .map(({ number }: { number: string }) => serialOf(number))
      .sort((a: number, b: number) => a - b);
    expect(serials).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(meta.total).toBe(9);
  });
});

it('each prefix of a store has numbers of its own', async () => {
  const { headers } = await test.account('Two brands');
  const body = warehouseBody({ gst_no: DELHI });
  const warehouse = (await test.client(headers).post('/warehouse', body)).json().payload.warehouse_id;
  const numbers: string[] = [];
  for (const store of ['TEA', 'SOAP', null]) {
    const named = store === null ? {} : { store_name: store };
    if (store !== null)
      await test.client(headers).post('/client-stores', { ...named, invoice_prefix: store });
    const order_items = [{ name: 'Chai', units: 1, selling_price: 105, tax: 5 }];
    const payload = orderBody(warehouse, { order_items, sub_total: 105, ...named });
    const { shipment_id } = (await test.client(headers).post('/forward-order', payload)).json().payload;
    const issued = await test.client(headers).post('/invoices', { shipment_ids: [shipment_id] });
    numbers.push(...issued.json().data.map(({ number }: { number: string }) => number));
  }
  expect(numbers.map(serialOf)).toEqual([1, 1, 1]);
  expect(new Set(numbers).size).toBe(3);
});

describe('a credit note', () => {
  it('takes an invoice back when its shipment is cancelled, in numbers of its own', async () => {
    const one = await order();
    const [invoice] = (await issue(one)).json().data;
    await account.post('/cancel-order', { shipment_ids: [one.shipment_id] });
    const listed = (await account.get(`/invoices?shipment_id=${one.shipment_id}`)).json().data;
    expect(listed).toEqual([
      expect.objectContaining({
        kind: 'credit_note',
        number: expect.stringMatching(/^2627C\/\d+$/),
        credits: { id: invoice.id, number: invoice.number },
        reason: 'Order cancelled',
        total: invoice.total,
        igst: invoice.igst,
      }),
      { ...invoice, credited_by: { id: listed[0].id, number: listed[0].number } },
    ]);
    const text = await readPdf((await account.get(`/invoices/${listed[0].id}/invoice.pdf`)).rawPayload);
    expect(text).toContain('CREDIT NOTE');
    expect(text).toContain(`For invoice ${invoice.number}`);
    expect((await issue(one)).json().errors).toEqual([`shipment ${one.shipment_id} was cancelled`]);
  });

  it('is given once by hand, after which the shipment can be invoiced anew and cancelled', async () => {
    const one = await order();
    const [invoice] = (await issue(one)).json().data;
    const cancel = () => account.post(`/invoices/${invoice.id}/cancel`, { reason: 'Wrong name' });
    const notes = await Promise.all([cancel(), cancel(), cancel()]);
    expect(new Set(notes.map((note) => note.json().data.number)).size).toBe(1);
    expect(notes[0]?.json().data).toMatchObject({ kind: 'credit_note', reason: 'Wrong name' });
    const [again] = (await issue(one)).json().data;
    expect(serialOf(again.number)).toBe(serialOf(invoice.number) + 1);
    expect((await account.post(`/invoices/${notes[0]?.json().data.id}/cancel`)).statusCode).toBe(422);
    const cancelled = await account.post('/cancel-order', { shipment_ids: [one.shipment_id] });
    expect(cancelled.statusCode).toBe(200);
    const listed = (await account.get(`/invoices?shipment_id=${one.shipment_id}`)).json().data;
    expect(listed).toMatchObject([
      { kind: 'credit_note', credits: { id: again.id } },
      { kind: 'invoice', id: again.id },
      { kind: 'credit_note', credits: { id: invoice.id } },
      { kind: 'invoice', id: invoice.id },
    ]);
  });
});

describe('papers of shipments', () => {
  it('are packing slips without prices, and a picklist with each SKU once', async () => {
    const orders = [
      await order({ store_name: 'chai', order_id: 'SLIP-1' }),
      await order({ order_id: 'SLIP-2' }),
    ];
    const shipment_ids = orders.map(({ shipment_id }) => shipment_id);
    const slips = await account.post('/papers', { shipment_ids, paper: 'packing_slip' });
    const text = await readPdf(slips.rawPayload);
    for (const shown of ['PACKING SLIP', 'Chai & Co', 'SLIP-1', 'SLIP-2', 'Masala chai', 'M1', 'Asha Rao']) {
      expect(text).toContain(shown);
    }
    expect(text).not.toMatch(/Rs|105\.|210\./);
    const list = await readPdf(
      (await account.post('/papers', { shipment_ids, paper: 'picklist' })).rawPayload,
    );
    expect(list).toContain('1 SKU, 4 units');
    expect(list).toContain('SLIP-1 (2), SLIP-2 (2)');
  });

  it('print invoices that were issued, and name those that were not', async () => {
    const one = await order();
    const print = () => account.post('/papers', { shipment_ids: [one.shipment_id], paper: 'invoice' });
    expect((await print()).json().errors).toEqual([
      `shipment ${one.shipment_id} has no invoice yet: POST /invoices issues it`,
    ]);
    const [invoice] = (await issue(one)).json().data;
    expect(await readPdf((await print()).rawPayload)).toContain(invoice.number);
  });
});

it('a store says what its invoices are made by, checked', async () => {
  const { id } = (await account.get('/client-stores')).json().data[0];
  const put = (body: object) => account.put(`/client-stores/${id}`, body);
  const wrong = await put({ gstin: '27PQRST5678K1ZW', gst_rate: '17', invoice_prefix: 'a/b' });
  expect(wrong.statusCode).toBe(422);
  expect(wrong.json().errors).toHaveLength(3);
  const set = await put({ gstin: '27pqrst5678k1z2', legal_name: 'Chai and Company Private Limited' });
  expect(set.json().data).toMatchObject({ gstin: '27PQRST5678K1Z2', gst_rate: '18', invoice_prefix: 'CHAI' });
  // Of another firm than the warehouse: the store's own GSTIN is used.
  const [invoice] = (await issue(await order({ store_name: 'chai' }))).json().data;
  expect(invoice.gstin).toBe('27PQRST5678K1Z2');
  expect((await put({ gstin: null, legal_name: '' })).json().data).toMatchObject({
    gstin: null,
    legal_name: null,
  });
});

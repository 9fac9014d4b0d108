import { describe, expect, it } from 'vitest';
import { openApp } from '../support/app.ts';
import { DELIVERED_ELSEWHERE, makeWarehouse, orderBody } from '../support/orders.ts';
import { returnBody } from '../support/returns.ts';
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
  it('splits the price into goods and IGST between two states', async () => {
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

  it('has CGST and SGST within a state', async () => {
    const home = { billing_pincode: '110020', billing_city: 'New Delhi', billing_state: 'Delhi' };
    const [invoice] = (await issue(await order(home))).json().data;
    expect([invoice.cgst, invoice.sgst, invoice.igst, invoice.taxable]).toEqual([5, 5, 0, 200]);
  });

  it('is taxed by the state of the shipping address, not of the billing address', async () => {
    const away = {
      shipping_is_billing: false,
      ...{ shipping_customer_name: 'Meera', shipping_last_name: 'Iyer', shipping_phone: '9876543211' },
      ...{ shipping_address: '1, Okhla', shipping_city: 'New Delhi', shipping_state: 'Delhi' },
      ...{ shipping_pincode: '110020', shipping_country: 'India' },
    };
    const one = await order(away);
    const [invoice] = (await issue(one)).json().data;
    expect([invoice.place_of_supply, invoice.cgst, invoice.sgst, invoice.igst]).toEqual(['DL', 5, 5, 0]);
    const text = await readPdf((await account.get(`/invoices/${invoice.id}/invoice.pdf`)).rawPayload);
    for (const name of ['Asha Rao', 'Meera Iyer']) expect(text).toContain(name);
  });

  it('uses the tax of each item, and the rate of the store for items without one', async () => {
    const items = [
      { name: 'Masala chai', units: 1, selling_price: 105, tax: 5 },
      { name: 'Cup', units: 2, selling_price: 118 },
    ];
    const one = await order({ store_name: 'chai', order_items: items, sub_total: 341 });
    const [invoice] = (await issue(one)).json().data;
    expect([invoice.taxable, invoice.igst, invoice.total]).toEqual([300, 41, 341]);
  });

  it('has the charges as lines, but nothing that is not in the parcel', async () => {
    const items = [
      { name: 'Masala chai', units: 2, selling_price: 105, tax: 5, hsn: 902 },
      { name: 'Cup', units: 1, selling_price: 118, tax: 18, hsn: '6912' },
    ];
    const sums = { sub_total: 328, shipping_charges: 49, transaction_charges: 32.8, other_amount: 20 };
    const charged = { order_items: items, ...sums, cod_collectible: 429.8, payment_method: 'COD' };
    const one = await order({ ...charged, store_name: 'chai' });
    const [invoice] = (await issue(one)).json().data;
    expect([invoice.total, invoice.taxable, invoice.igst]).toEqual([409.8, 374.82, 34.98]);
    const text = await readPdf((await account.get(`/invoices/${invoice.id}/invoice.pdf`)).rawPayload);
    for (const shown of ['Delivery', 'Payment fee', '0902', '31.37', '17.63', '409.80']) {
      expect(text).toContain(shown);
    }
    const note = (await account.post(`/invoices/${invoice.id}/cancel`, {})).json().data;
    expect([note.kind, note.total, note.igst]).toEqual(['credit_note', 409.8, 34.98]);

    await account.post('/client-stores', { store_name: 'highest', charges_at_highest_rate: true });
    const other = await order({ ...charged, store_name: 'highest' });
    const [highest] = (await issue(other)).json().data;
    expect([highest.total, highest.taxable, highest.igst]).toEqual([409.8, 369.33, 40.47]);
  });

  it('is rejected for an HSN that is none, which is a warning at the order', async () => {
    const order_items = [{ name: 'Masala chai', units: 2, selling_price: 105, tax: 5, hsn: 'N/A' }];
    const sent = orderBody(warehouseId, { order_items, sub_total: 210 });
    const made = (await account.post('/forward-order', sent)).json();
    const message = 'order_items[0].hsn N/A is not 4, 6 or 8 digits, as an invoice needs';
    expect(made.warnings).toContain(message);
    const { shipment_id } = made.payload;
    expect((await issue({ shipment_id })).json().errors).toEqual([
      `shipment ${shipment_id} has N/A as hsn of Masala chai, which must be 4, 6 or 8 digits`,
    ]);
  });

  it('is rejected for a return', async () => {
    const { payload } = (await account.post('/reverse-order', returnBody(warehouseId))).json();
    expect((await issue(payload)).json().errors).toEqual([
      `shipment ${payload.shipment_id} is a return, which gets no invoice`,
    ]);
  });

  it('shows the GSTIN of the buyer, also if it was added to the order later', async () => {
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

  it('is rejected with all reasons, and then the other orders get no invoice either', async () => {
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

  it('cannot be read, cancelled or issued by another account', async () => {
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
  it('have no gap after simultaneous and rejected requests', async () => {
    const own = await test.account('Racing');
    const warehouse = await makeWarehouse(own, { gst_no: DELHI });
    const item = { name: 'Chai', units: 1, selling_price: 105, tax: 5 };
    const orders = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const items = [index % 4 === 3 ? { ...item, tax: 44.91 } : item];
        const payload = orderBody(warehouse, { order_items: items, sub_total: 105 });
        return (await own.post('/forward-order', payload)).json().payload.shipment_id as string;
      }),
    );
    const answers = await Promise.all(
      [...orders, ...orders].map((id) => own.post('/invoices', { shipment_ids: [id] })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(6);
    const { data, meta } = await own.read('/invoices?per_page=100');
    const serials = data
      .map(({ number }: { number: string }) => serialOf(number))
      .sort((a: number, b: number) => a - b);
    expect(serials).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(meta.total).toBe(9);
  });
});

it('numbers the invoices of each store prefix separately', async () => {
  const own = await test.account('Two brands');
  const warehouse = await makeWarehouse(own, { gst_no: DELHI });
  const numbers: string[] = [];
  for (const store of ['TEA', 'SOAP', null]) {
    const named = store === null ? {} : { store_name: store };
    if (store !== null) await own.post('/client-stores', { ...named, invoice_prefix: store });
    const order_items = [{ name: 'Chai', units: 1, selling_price: 105, tax: 5 }];
    const payload = orderBody(warehouse, { order_items, sub_total: 105, ...named });
    const { shipment_id } = (await own.post('/forward-order', payload)).json().payload;
    const issued = await own.post('/invoices', { shipment_ids: [shipment_id] });
    numbers.push(...issued.json().data.map(({ number }: { number: string }) => number));
  }
  expect(numbers.map(serialOf)).toEqual([1, 1, 1]);
  expect(new Set(numbers).size).toBe(3);
});

describe('a credit note', () => {
  it('is issued when the shipment is cancelled, with its own number', async () => {
    const [one, two, kept] = [await order(), await order(), await order()];
    const [invoice] = (await issue(one, two, kept)).json().data;
    const shipment_ids = [one, two].map(({ shipment_id }) => shipment_id);
    await account.post('/cancel-order', { shipment_ids });
    const countOf = async ({ shipment_id }: { shipment_id: string }) =>
      (await account.read(`/invoices?shipment_id=${shipment_id}`)).meta.total;
    expect([await countOf(two), await countOf(kept)]).toEqual([2, 1]);
    const listed = (await account.read(`/invoices?shipment_id=${one.shipment_id}`)).data;
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

  it('is issued once for simultaneous requests, and then the shipment gets a new invoice', async () => {
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
    const listed = (await account.read(`/invoices?shipment_id=${one.shipment_id}`)).data;
    expect(listed).toMatchObject([
      { kind: 'credit_note', credits: { id: again.id } },
      { kind: 'invoice', id: again.id },
      { kind: 'credit_note', credits: { id: invoice.id } },
      { kind: 'invoice', id: invoice.id },
    ]);
  });
});

describe('POST /papers', () => {
  it('prints packing slips without prices, and a picklist with each SKU once', async () => {
    const orders = [
      await order({ store_name: 'chai', order_id: 'SLIP-1' }),
      await order({ order_id: 'SLIP-2', ...DELIVERED_ELSEWHERE }),
    ];
    const shipment_ids = orders.map(({ shipment_id }) => shipment_id);
    const slips = await account.post('/papers', { shipment_ids, paper: 'packing_slip' });
    const text = await readPdf(slips.rawPayload);
    for (const shown of [
      'PACKING SLIP',
      'Chai & Co',
      'SLIP-1',
      'SLIP-2',
      'Masala chai',
      'M1',
      'Asha Rao',
      'Meera',
      'Mumbai',
    ]) {
      expect(text).toContain(shown);
    }
    expect(text).not.toMatch(/Rs|105\.|210\./);
    const list = await readPdf(
      (await account.post('/papers', { shipment_ids, paper: 'picklist' })).rawPayload,
    );
    expect(list).toContain('1 SKU, 4 units');
    expect(list).toContain('SLIP-1 (2), SLIP-2 (2)');
  });

  it('prints issued invoices, and rejects shipments without an invoice', async () => {
    const one = await order();
    const print = () => account.post('/papers', { shipment_ids: [one.shipment_id], paper: 'invoice' });
    expect((await print()).json().errors).toEqual([
      `shipment ${one.shipment_id} has no invoice yet: POST /invoices issues it`,
    ]);
    const [invoice] = (await issue(one)).json().data;
    expect(await readPdf((await print()).rawPayload)).toContain(invoice.number);
  });
});

it('checks and uses the invoice details of a store', async () => {
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

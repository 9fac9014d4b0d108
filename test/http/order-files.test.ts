import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROFILES } from '../../src/usecases/imports/profiles/index.ts';
import { openApp } from '../support/app.ts';
import { runJobs } from '../support/jobs.ts';
import { makeWarehouse } from '../support/orders.ts';

const test = await openApp();
const account = await test.account();
const warehouseId = await makeWarehouse(account);
const FOLDER = join(import.meta.dirname, '../fixtures/order-files');
const FOR_ALL = `warehouse_id=${warehouseId}&weight=0.5&length=20&breadth=15&height=10`;

const sample = (name: string) => readFileSync(join(FOLDER, name));

async function send(query: string, content: Buffer | string, type = 'text/csv', of = account) {
  const answer = await of.post(`/orders/import?${query}`, content, { 'content-type': type });
  return { statusCode: answer.statusCode, body: answer.json() };
}

async function check(content: Buffer | string, query = FOR_ALL) {
  const { statusCode, body } = await send(`check=1&${query}`, content);
  expect(body).toMatchObject({ data: {} });
  expect(statusCode).toBe(200);
  return body.data;
}

async function imported(content: Buffer | string, query = FOR_ALL) {
  const { body } = await send(query, content);
  await runJobs(test);
  return (await account.get(`/imports/${body.data.id}`)).json().data;
}

async function found(displayId: string) {
  const [one] = (await account.post('/shipments', { order_display_id: [displayId] })).json().data;
  return (await account.get(`/shipments/${one.id}`)).json().data.attributes;
}

const leftOut = (data: { reading: { left_out: { orders: number; message: string }[] } }) =>
  data.reading.left_out.map(({ orders, message }) => `${orders} ${message}`);

describe('files of orders of other systems', () => {
  it.each([
    [
      'shopify.csv',
      'shopify',
      ['#1001', '#1002', '#1005'],
      ['1 already fulfilled', '1 cancelled', '1 without goods to ship'],
    ],
    ['woocommerce.csv', 'woocommerce', ['2001', '2002'], ['1 not to be shipped yet, or finished']],
    ['woocommerce-titles.csv', 'woocommerce_titles', ['2101'], ['1 not to be shipped yet, or finished']],
    ['amazon.txt', 'amazon', ['404-0000001-0000001', '404-0000002-0000002'], ['1 without goods to ship']],
    [
      'shiprocket-report.csv',
      'shiprocket_report',
      ['SR-1'],
      ['1 already with a courier, or finished', '1 cancelled'],
    ],
    ['shiprocket-sheet.csv', 'shiprocket_sheet', ['SS-1', 'SS-2'], []],
    ['shiprocket-quick.csv', 'shiprocket_sheet', ['SQ-1'], []],
    ['nimbuspost.csv', 'nimbuspost', ['NP-1'], ['1 a return', '1 already with a courier, or finished']],
    ['velocity.csv', 'velocity', ['VS-1'], []],
    ['karrio.csv', 'karrio', ['KR-1'], ['1 already with a courier, or finished']],
  ] as const)(
    '%s is recognised, checked and imported, and twice changes nothing',
    async (name, profile, ids, left) => {
      const payment = name.startsWith('karrio') ? '&payment_method=PREPAID' : '';
      const checked = await check(sample(name), FOR_ALL + payment);
      expect(checked.problems).toEqual([]);
      expect(checked.warnings.filter(({ code }: { code: string }) => code !== 'repeated_row')).toEqual([]);
      expect(checked).toMatchObject({ rejected: 0, counts: { orders: ids.length, created: ids.length } });
      expect(checked.reading).toMatchObject({ profile, missing: [], notes: [] });
      expect(leftOut(checked)).toEqual(left);
      const done = await imported(sample(name), FOR_ALL + payment);
      expect(done).toMatchObject({ state: 'done', created: ids.length, rejected: 0 });
      expect(done.reading).toEqual(checked.reading);
      const again = await imported(sample(name), FOR_ALL + payment);
      expect(again).toMatchObject({ state: 'done', created: 0 });
      for (const { message } of again.problems) expect(message).toMatch(/Order already exists|see line/);
      for (const id of ids) expect(await found(id)).toBeDefined();
    },
  );

  it('have a sample for each profile', async () => {
    const named = [
      'shopify.csv',
      'woocommerce.csv',
      'woocommerce-titles.csv',
      'amazon.txt',
      'shiprocket-report.csv',
    ].concat(['shiprocket-sheet.csv', 'nimbuspost.csv', 'velocity.csv', 'karrio.csv']);
    const recognised = await Promise.all(
      named.map(async (name) => (await check(sample(name))).reading.profile),
    );
    expect(recognised).toEqual(PROFILES.map(({ id }) => id));
  });

  it.each([
    [
      '#1001',
      {
        total_price: 649,
        cod_amount: 649,
        shipping_address: { name: 'Asha Rao', phone: '9876543210', zip: '560038' },
      },
    ],
    [
      '#1002',
      {
        total_price: 249.5,
        cod_amount: 0,
        shipping_address: { name: 'Ravi Kumar', phone: '9876500001', zip: '110024' },
      },
    ],
    // A gift card is paid at the door, and is in no parcel.
    ['#1005', { total_price: 800, cod_amount: 800, items: [{ name: 'Clay cup', quantity: 2 }] }],
    [
      '2001',
      { total_price: 549, cod_amount: 549, items: [{ name: 'Assam tea', quantity: 2, sku: 'TEA-250' }] },
    ],
    ['2002', { total_price: 450, cod_amount: 0 }],
    ['2101', { total_price: 640, cod_amount: 640, shipping_address: { name: 'Ravi Kumar' } }],
    [
      '404-0000001-0000001',
      { total_price: 699, cod_amount: 699, shipping_address: { name: 'Zoë D’Souza', zip: '560038' } },
    ],
    ['SR-1', { total_price: 649, cod_amount: 649, applied_weight: { value: 500 } }],
    // 2 x (249.50 - 10) + 50, of which 100 are paid.
    ['SS-1', { total_price: 529, cod_amount: 429 }],
    ['NP-1', { total_price: 679, cod_amount: 679, items: [{ name: 'Assam tea' }, { name: 'Clay cup' }] }],
    ['KR-1', { total_price: 649, cod_amount: 0 }],
  ] as const)('give the order %s its people, items and amounts', async (id, expected) => {
    expect(await found(id)).toMatchObject(expected);
  });
});

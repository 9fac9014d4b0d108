import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PincodeDirectory } from '../../src/domain/pincodes/pincode-directory.ts';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { judgeHere } from '../../src/usecases/imports/judge-orders.ts';
import { JudgeThread } from '../../src/usecases/imports/judge-thread.ts';
import type { JudgeFacts } from '../../src/usecases/imports/order-files.ts';

const DIRECTORY = new PincodeDirectory([
  { pincode: 110024, stateCode: 'DL', district: 'South Delhi', city: 'New Delhi' },
  { pincode: 560038, stateCode: 'KA', district: 'Bengaluru Urban', city: 'Bengaluru' },
]);
const HEADER = [
  ...['order_id', 'payment_method', 'billing_customer_name', 'billing_phone', 'billing_address'],
  ...['billing_city', 'billing_pincode', 'item_name', 'units', 'selling_price', 'weight'],
  ...['length', 'breadth', 'height', 'warehouse_name'],
];
const FACTS: JudgeFacts = {
  file: {
    header: HEADER,
    readBy: { name: 'own', base: 'own', columns: {} },
    forAll: {},
    headerLine: 1,
    rules: { dateOrder: 'day first', hasDayNumbers: false },
  },
  warehouses: new Map([['okhla', ['01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d']]]),
  sizes: [],
  createdAt: new Date('2026-11-15T05:00:00Z'),
};

/** One right, one with a city elsewhere, one without a weight and with an unknown warehouse. */
const ORDERS = [
  order(2, ['A', 'COD', 'Asha', '9876543210', '14, Lajpat Nagar II', 'New Delhi'], '0.5', 'Okhla'),
  order(3, ['B', 'PREPAID', 'Ravi', '9876543211', '5, MG Road', 'Bengaluru'], '1', 'okhla'),
  order(4, ['C', 'COD', 'Meera', '9876543212', '14, Lajpat Nagar II', 'New Delhi'], '', 'Nowhere'),
];

function order(line: number, start: readonly string[], weight: string, warehouse: string) {
  const cells = [...start, '110024', 'Assam tea 250 g', '2', '249.50', weight, '10', '10', '10', warehouse];
  return { firstLine: line, tries: 0, rows: [{ line, cells }] };
}

let thread: JudgeThread;

/** The thread is a program of the build. */
beforeAll(() => {
  thread = new JudgeThread(DIRECTORY, pathToFileURL(join(PACKAGE_ROOT, 'dist/judge-worker.js')));
});
afterAll(() => thread.close());

describe('the judge thread', () => {
  it('judges like this thread, for several files at once', async () => {
    const here = await judgeHere(DIRECTORY)(FACTS, ORDERS);
    expect(here.map(({ problems }) => problems?.length ?? 0)).toEqual([0, 0, 2]);
    const taxed = { ...FACTS, file: { ...FACTS.file, forAll: { tax: '5' } } };
    const [all, others] = await Promise.all([
      thread.judge(FACTS, ORDERS),
      thread.judge(taxed, ORDERS.slice(0, 1)),
    ]);
    expect(all).toEqual(here);
    expect(others).toEqual(await judgeHere(DIRECTORY)(taxed, ORDERS.slice(0, 1)));
    expect(others).not.toEqual(all.slice(0, 1));
  });

  it('stops its files when it is closed, and starts again for the next one', async () => {
    const [broken] = await Promise.allSettled([thread.judge(FACTS, ORDERS), thread.close()]);
    expect(broken).toMatchObject({
      status: 'rejected',
      reason: { kind: 'unavailable', retryAfterSeconds: 5 },
    });
    expect(await thread.judge(FACTS, ORDERS)).toHaveLength(ORDERS.length);
  });
});

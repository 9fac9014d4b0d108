import { describe, expect, it } from 'vitest';
import { HEADINGS, template } from '../../panel/src/pages/orders/order-file.ts';
import { OPERATOR } from '../../src/domain/actor.ts';
import { orderFields } from '../../src/resources/order/order.ts';
import { beginImport } from '../../src/storage/imports/imports.ts';
import type { ImportFailure } from '../../src/usecases/imports/import-failure.ts';
import { workOnOrderImport } from '../../src/usecases/imports/order-import.ts';
import { forgetOldImportFiles } from '../../src/usecases/imports/receive-file.ts';
import { changeBy } from '../../src/usecases/service.ts';
import { openApp } from '../support/app.ts';
import { answeringWith, offlineAdapter } from '../support/carriers.ts';
import { itOnOneServer } from '../support/cluster.ts';
import { runJobs } from '../support/jobs.ts';
import { countRows, makeWarehouse, orderBody } from '../support/orders.ts';

const test = await openApp();
const account = await test.account();
const warehouseId = await makeWarehouse(account);
const payload = orderBody(warehouseId, { order_id: 'OLD-1' });
await account.post('/forward-order', payload);

const HEADER = [
  'order_id',
  'payment_method',
  'cod_collectible',
  'Customer Name',
  'Mobile',
  'Address Line 1',
  'Pincode',
  'item_name',
  'sku',
  'units',
  'selling_price',
  'weight',
  'length',
  'breadth',
  'height',
  'warehouse_name',
];

function row(orderId: string, changes: Record<string, string> = {}): string {
  const cells: Record<string, string> = {
    order_id: orderId,
    payment_method: 'COD',
    cod_collectible: '499',
    'Customer Name': 'Asha',
    Mobile: '98765 43210',
    'Address Line 1': '"12, 4th Cross"',
    Pincode: '560038',
    item_name: 'Chai',
    sku: 'CHAI',
    units: '2',
    selling_price: '249.50',
    weight: '0.5',
    length: '10',
    breadth: '10',
    height: '10',
    warehouse_name: 'Okhla',
    ...changes,
  };
  return HEADER.map((name) => cells[name]).join(',');
}

const csv = (...rows: string[]) => [HEADER.join(','), ...rows, ''].join('\n');

async function send(query: string, payload: string, headers: Record<string, string> = {}) {
  const response = await account.post(`/orders/import${query}`, payload, {
    'content-type': 'text/csv',
    ...headers,
  });
  return { statusCode: response.statusCode, text: response.body, body: response.json() };
}

async function get(path: string) {
  const response = await account.get(path);
  return response.headers['content-type']?.toString().includes('json') ? response.json() : response.body;
}

async function imported(query: string, payload: string, headers: Record<string, string> = {}) {
  const { statusCode, body } = await send(query, payload, headers);
  expect(statusCode).toBe(202);
  await runJobs(test);
  return (await get(`/imports/${body.data.id}`)).data;
}

async function find(displayId: string) {
  return (await account.post('/shipments', { order_display_id: [displayId] })).json().data[0]?.attributes;
}

describe('POST /orders/import', () => {
  it('makes one order of all rows with the same order id', async () => {
    // What one row leaves blank is taken from the others.
    const first = row('I-1', { weight: '' });
    const cup = { item_name: 'Cup', sku: 'CUP', units: '1', selling_price: '100', Mobile: '' };
    // Nobody sees the character at the end of the id.
    const done = await imported('', csv(first, row('I-2'), row('I-1\u200b', cup)));
    expect(done).toMatchObject({ state: 'done', rows: 3, orders: 2, created: 2, booked: 0, rejected: 0 });
    expect(await find('I-1')).toMatchObject({
      total_price: 599,
      cod_amount: 499,
      tracking_number: null,
      items: [
        { name: 'Chai', quantity: 2 },
        { name: 'Cup', quantity: 1 },
      ],
      shipping_address: { city: 'Bengaluru', state: 'Karnataka', zip: '560038', phone: '9876543210' },
      applied_weight: { value: 500 },
    });
  });

  it('takes the note of an order and the options of its items', async () => {
    const cup = { item_name: 'Cup', sku: 'CUP', units: '1', selling_price: '100' };
    const lines = [
      `${HEADER.join(',')},Customer note,Options`,
      `${row('N-1')},"Ring, twice",Size: L`,
      `${row('N-1', cup)},,`,
      `${row('N-2')},,`,
      '',
    ];
    expect(await imported('', lines.join('\n'))).toMatchObject({ created: 2, rejected: 0 });
    const seen = async (displayId: string) => {
      const [{ id }] = (await account.post('/shipments', { order_display_id: [displayId] })).json().data;
      const { customer_note, items } = (await get(`/shipments/${id}`)).data.attributes;
      return [customer_note, ...items.map(({ options }: { options: string | null }) => options)];
    };
    expect(await seen('N-1')).toEqual(['Ring, twice', 'Size: L', null]);
    expect(await seen('N-2')).toEqual([null, null]);
  });

  it('uses the time of the file as the date of its orders', async () => {
    const { body } = await send('', csv(row('T-9')));
    const sentAt = test.service.now().toISOString();
    test.advance(60_000);
    await runJobs(test);
    expect((await get(`/imports/${body.data.id}`)).data.created).toBe(1);
    expect((await find('T-9')).order.order_date).toBe(sentAt);
  });

  it('finds a warehouse only by the name of one active warehouse', async () => {
    await makeWarehouse(account, { name: 'Twin 1' });
    await makeWarehouse(account, { name: 'Twin-1' });
    const closed = await makeWarehouse(account, { name: 'Closed' });
    await account.put(`/warehouses/${closed}`, { is_active: false });
    const names = ['twin 1', 'Closed', 'OKHLA'];
    const rows = names.map((warehouse_name, index) => row(`WH-${index}`, { warehouse_name }));
    const { data } = (await send('?check=1', csv(...rows))).body;
    expect(data.problems.map(({ line, message }: Record<string, unknown>) => [line, message])).toEqual([
      [2, 'is the name of several warehouses'],
      [3, 'is not an active warehouse of this account'],
    ]);
  });

  it("accepts every column of the panel's template", async () => {
    const text = template('Okhla');
    const { data } = (await send('?check=1', text)).body;
    expect(data).toMatchObject({ rows: 2, rejected: 0, counts: { orders: 1, created: 1 } });
    expect(data.unknown_columns).toBeUndefined();
    const missing = Object.keys(orderFields).filter((field) => !(field in HEADINGS));
    // The panel has one line of it, or asks for it in another way.
    expect(missing.filter((field) => !/^(billing|shipping)_(?!charges)/.test(field))).toEqual([
      ...['order_items', 'warehouse_id', 'rto_warehouse_id', 'channel', 'external_id'],
    ]);
    const header = Object.values(HEADINGS).join(',');
    const { columns } = (await send('?check=1', `${header}\n`)).body.data;
    expect(columns.map(({ field }: { field: string }) => field)).toEqual(Object.keys(HEADINGS));
  });

  it('lets the listing filter by import', async () => {
    const first = await imported('', csv(row('L-1'), row('L-2'), row('L-3', { Pincode: '1' })));
    const second = await imported('', csv(row('L-4')));
    const listed = async (import_id: unknown) => {
      const { data, meta } = (await account.post('/shipments', { import_id })).json();
      type Shown = { attributes: { order: { display_id: string } } };
      return [meta.total, data.map(({ attributes }: Shown) => attributes.order.display_id).sort()];
    };
    expect(await listed(first.id)).toEqual([2, ['L-1', 'L-2']]);
    expect(await listed([first.id, second.id])).toEqual([3, ['L-1', 'L-2', 'L-4']]);
  });

  it('books the orders with book=1', async () => {
    const done = await imported('?book=1', csv(row('B-1'), row('B-2', { Pincode: '110001' })));
    expect(done).toMatchObject({ orders: 2, created: 2, booked: 2, progress: 1 });
    expect((await find('B-2')).tracking_number).not.toBeNull();
  });

  it('rejects wrong rows, and returns them as they were sent', async () => {
    const payload = csv(
      row('W-1'),
      row('W-2', { Pincode: '999999', units: '0' }),
      row('W-3'),
      row('W-3', { Pincode: '110001' }),
      row('', {}),
      row('OLD-1'),
      row('W-4', { warehouse_name: 'Nowhere' }),
      row('W-5', { cod_collectible: '0' }),
      row('=W-6', { weight: 'heavy' }),
    );
    const done = await imported('', payload);
    expect(done).toMatchObject({ state: 'done', rows: 9, orders: 7, created: 1, rejected: 8 });
    const lines = (await get(`/imports/${done.id}/rejected.csv`)).replace('\ufeff', '').trim().split('\r\n');
    expect(lines[0]).toBe([...HEADER, 'errors'].join(','));
    expect(lines[1]).toContain(
      'Pincode: 999999 is of the Army Postal Service: only India Post delivers there; units: must be',
    );
    expect(lines[2]).toContain('The order is rejected: see line 5');
    expect(lines[3]).toContain('Pincode: differs from line 4 of the same order');
    expect(lines[4]).toContain('order_id: is required');
    expect(lines[5]).toContain('Order already exists: OLD-1');
    expect(lines[6]).toContain('warehouse_name: is not an active warehouse of this account');
    expect(lines[7]).toContain('cod_collectible: must be an amount in rupees greater than 0');
    expect(lines[8]).toMatch(/^'=W-6,.*weight: must be a number of kilograms/);
    expect(await find('W-1')).toBeDefined();
    expect(await find('W-2')).toBeUndefined();
  });

  it('reports with check=1 what would be made and rejected, and makes nothing', async () => {
    const before = await countRows(test);
    // A GSTIN of unknown ownership is often the seller's.
    const payload = csv(row('C-1'), row('C-2', { Pincode: '999999' }), row('OLD-1')).replace(
      'item_name',
      'Gift Wrap,GSTIN,Buyer GSTIN,item_name',
    );
    const added = ',yes,29ABCDE1234F1ZW,29ABCDE1234F1ZW,Chai,';
    const shifted = payload
      .split('\n')
      .map((line, index) => (index === 0 || line === '' ? line : line.replace(',Chai,', added)))
      .join('\n');
    const { statusCode, body } = await send('?check=1&book=1', shifted);
    expect(statusCode).toBe(200);
    expect(body.data).toMatchObject({
      rows: 3,
      rejected: 2,
      counts: { orders: 3, created: 1, booked: 1 },
      unknown_columns: ['Gift Wrap', 'GSTIN'],
    });
    expect(
      body.data.problems.map(({ line, column, message }: Record<string, unknown>) => [line, column, message]),
    ).toEqual([
      [3, 'Pincode', '999999 is of the Army Postal Service: only India Post delivers there'],
      [4, 'order_id', 'Order already exists: OLD-1'],
    ]);
    expect(await countRows(test)).toEqual(before);
    expect((await get('/imports')).data.every(({ state }: { state: string }) => state !== 'waiting')).toBe(
      true,
    );
  });

  describe('a check', () => {
    const JSONL = { 'content-type': 'application/x-ndjson' };
    interface Note {
      line: number;
      column: string | null;
      field: string | null;
      code: string;
      message: string;
      expected?: string;
    }

    /** The sentences about a line as a request for one order gets them: with the field. */
    const messagesOf = (notes: Note[], line: number) =>
      notes
        .filter((note) => note.line === line)
        .map(({ field, message }) => (field === null ? message : `${field} ${message}`));

    it('has the same sentences as creating and booking each order', async () => {
      const of = (await makeWarehouse(account, { name: 'Checked' })) as string;
      const odd = [
        orderBody(of, { weight: 2400 }),
        orderBody(of, { billing_city: 'Pune', billing_state: 'Goa' }),
        orderBody(of, { billing_email: 'asha at example' }),
        orderBody(of, { weight: 2400, billing_city: 'Pune' }),
        orderBody(of, { carrier_id: '01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d' }),
        orderBody(of),
      ];
      const file = odd.map((one) => JSON.stringify(one)).join('\n');
      const unbooked = (await send('?check=1', file, JSONL)).body.data;
      const booked = (await send('?check=1&book=1', file, JSONL)).body.data;
      expect(unbooked).toMatchObject({
        rejected: 0,
        problems: [],
        counts: { created: 6, booked: 0 },
        warned: 5,
      });
      expect(booked).toMatchObject({ rejected: 3, counts: { created: 3, booked: 3 } });
      for (const [index, body] of odd.entries()) {
        const line = index + 1;
        const booking = await account.post('/forward-order-orchestration', body);
        const refusals: string[] =
          booking.statusCode === 422
            ? booking.json().problems.map(({ message }: { message: string }) => message)
            : [];
        expect(messagesOf(booked.problems, line)).toEqual(refusals);
        // Booked for comparison: the same order with another id.
        const creation = await account.post('/forward-order', { ...body, order_id: `${body.order_id}-C` });
        expect(creation.statusCode).toBe(200);
        const warnings: string[] = creation.json().warnings ?? [];
        expect(messagesOf(unbooked.warnings, line)).toEqual([...new Set([...warnings, ...refusals])]);
        expect(messagesOf(booked.warnings, line)).toEqual(warnings.filter((one) => !refusals.includes(one)));
      }
      expect(messagesOf(booked.problems, 1)).toContain('No carrier can take this shipment');
      expect(messagesOf(unbooked.warnings, 2)).toContain(
        'billing_city Pune does not fit billing_pincode 560038 (Bengaluru, Karnataka)',
      );
    });

    it('names the cell of an unlikely value, and a value that fits', async () => {
      const header = `City,${csv().replace('order_id', 'Order')}`.trimEnd();
      const payload = [
        header,
        `Pune,${row('D-1', { weight: '2400' })}`,
        `,${row('D-2')}`,
        `,${row('D-2')}`,
        `Bengaluru,${row('D-3')}`,
        '',
      ].join('\n');
      const { data } = (await send('?check=1', payload)).body;
      expect(data).toMatchObject({ rejected: 0, warned: 2 });
      expect(data.columns.slice(0, 3)).toEqual([
        { name: 'City', field: 'billing_city' },
        { name: 'Order', field: 'order_id' },
        { name: 'payment_method', field: 'payment_method' },
      ]);
      const placed = data.warnings.filter(({ code }: Note) => code !== 'no_carrier');
      expect(
        placed.map(({ line, column, field, code, expected }: Note) => [line, column, field, code, expected]),
      ).toEqual([
        [2, 'City', 'billing_city', 'city_elsewhere', 'Bengaluru'],
        [2, 'weight', 'weight', 'weight_in_grams', '2.4'],
        [4, null, null, 'repeated_row', undefined],
      ]);
      const { counts } = (await send('?check=1&book=1', payload)).body.data;
      expect(counts).toEqual({ orders: 3, created: 2, booked: 2 });
      const done = await imported('', payload);
      expect(done).toMatchObject({ created: 3, rejected: 0 });
    });

    it('accepts its own file of rejected rows, with +91 of a phone', async () => {
      const { id, rejected } = (
        await send('?check=1', csv(row('R-1', { Mobile: '+91 98765 43210', Pincode: '1' })))
      ).body.data;
      expect(rejected).toBe(1);
      const given = (await get(`/imports/${id}/rejected.csv`)).replace('\ufeff', '');
      expect(given).toContain("'+91 98765 43210");
      const { data } = (await send('?check=1', given.replace(',1,Chai', ',560038,Chai'))).body;
      expect(data).toMatchObject({ rejected: 0, counts: { created: 1 }, unknown_columns: ['errors'] });
    });

    it('keeps its report for 30 days, and is not listed among imports', async () => {
      const other = await test.account();
      const files = [
        csv(row('S-1', { Pincode: '1' }), row('S-2', { weight: '2400' })),
        csv(row('S-1'), row('S-2', { units: '0' }), row('S-3', { weight: '2400' })),
      ];
      const { total } = (await get('/imports')).meta;
      const answers = [];
      for (const file of files) answers.push((await send('?check=1', file)).body.data);
      for (const { id, rows, rejected, counts, reading, ...report } of answers) {
        expect((await get(`/imports/${id}`)).data).toMatchObject({
          ...{ id, rows, rejected, counts, reading, report },
          ...{ kind: 'orders', state: 'done', is_check: true, progress: 1, failure: null },
        });
        expect(report.problems).toHaveLength(1);
        expect(report.warned).toBe(1);
        const lines = (await get(`/imports/${id}/rejected.csv`)).trim().split('\r\n');
        expect(lines).toHaveLength(2);
        expect(lines[1]).toContain(report.problems[0].message);
        expect((await other.get(`/imports/${id}`)).statusCode).toBe(404);
      }
      expect((await get('/imports')).meta.total).toBe(total);
      expect((await imported('', csv(row('S-4')))).report).toBeNull();
      expect((await get('/imports')).data[0]).toMatchObject({ is_check: false, report: null });
      const [old, young] = answers.map(({ id }) => id);
      await test.sql('update imports set created_at = $2 where import_id = $1', [
        old,
        new Date(test.service.now().getTime() - 31 * 86_400_000),
      ]);
      const ended = await imported('', csv(row('S-5')));
      await test.sql('update imports set created_at = $2 where import_id = $1', [
        ended.id,
        new Date(test.service.now().getTime() - 31 * 86_400_000),
      ]);
      await forgetOldImportFiles(test.service);
      expect((await get(`/imports/${ended.id}`)).data).toEqual({ ...ended, created_at: expect.any(String) });
      expect(await test.sql('select from import_pieces where import_id = $1', [ended.id])).toEqual([]);
      expect((await account.get(`/imports/${old}`)).statusCode).toBe(404);
      expect((await account.get(`/imports/${young}`)).statusCode).toBe(200);
      const rows = await test.sql('select from import_rejections where import_id = any($1)', [[old, young]]);
      expect(rows).toHaveLength(1);
    });

    it('disappears if its file did not arrive within an hour', async () => {
      const { database, newId } = test.service;
      const begin = async () => {
        const importId = newId();
        await database.change(account.accountId, changeBy(test.service, OPERATOR), (writer) =>
          beginImport(writer, { importId, kind: 'orders', source: null, options: {} }),
        );
        return importId;
      };
      await begin();
      test.advance(60_000);
      const young = await begin();
      test.advance(3_600_000);
      await forgetOldImportFiles(test.service);
      const left = await test.sql<{ import_id: string }>(
        "select import_id from imports where state = 'arriving'",
      );
      expect(left.map(({ import_id }) => import_id)).toEqual([young]);
      test.advance(1);
      await forgetOldImportFiles(test.service);
      expect(await test.sql("select from imports where state = 'arriving'")).toEqual([]);
    });

    it('keeps all rejected rows, and shows the problems of the first hundred', async () => {
      const many = Array.from({ length: 700 }, (_, index) => row(`T-${index}`, { Pincode: '1' }));
      const tooMany = Array.from({ length: 1_001 }, () => row('T-X'));
      const { id, problems, rejected } = (await send('?check=1', csv(...many, ...tooMany))).body.data;
      expect(rejected).toBe(1_701);
      expect(new Set(problems.map(({ line }: Note) => line)).size).toBe(100);
      expect((await get(`/imports/${id}/rejected.csv`)).trim().split('\r\n')).toHaveLength(1_702);
    });

    it('keeps nothing if the whole file is refused', async () => {
      const counted = async () => (await test.sql('select from imports')).length;
      const before = await counted();
      expect((await send('?check=1', 'name,mobile\nx,y\n')).statusCode).toBe(422);
      expect(await counted()).toBe(before);
    });
  });

  it('accepts lines of JSON, each with the body of a new order', async () => {
    const body = (id: string, changes = {}) => ({
      order_id: id,
      order_date: '2026-11-16 10:30',
      payment_method: 'PREPAID',
      billing_customer_name: 'Asha',
      billing_phone: 9876543210,
      billing_address: '12, 4th Cross',
      billing_pincode: 560038,
      order_items: [{ name: 'Chai', units: 2, selling_price: 10 }],
      length: 10,
      breadth: 10,
      height: 10,
      weight: 0.5,
      warehouse_name: 'okhla',
      ...changes,
    });
    const lines = [body('J-1'), body('J-2', { weight: -1 })].map((line) => JSON.stringify(line));
    const done = await imported('', `${lines.join('\n')}\n{"order_id":\n`, {
      'content-type': 'application/x-ndjson',
    });
    expect(done).toMatchObject({ rows: 3, orders: 2, created: 1, rejected: 2 });
    expect(await find('J-1')).toMatchObject({ total_price: 20, is_cod: false });
    expect(await get(`/imports/${done.id}/rejected.csv`)).toContain('the line is not valid JSON');
  });

  it('rejects wrong types of values in lines of JSON', async () => {
    const noNumber = { toString: 1 };
    const lines = [
      '{"order_id":"X-1","order_items":[null]}',
      '{"order_id":"X\\u00002"}',
      '{"order_id":"\\ud800"}',
      JSON.stringify({ order_id: 'X-4', warehouse_name: noNumber, billing_pincode: noNumber }),
      JSON.stringify({ order_id: 'X-5', order_items: [{ units: noNumber, selling_price: 1 }] }),
      JSON.stringify({ order_id: 'X-6', order_items: [{ units: 1, selling_price: noNumber }] }),
      `{"order_id":"X-7","tags":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
      JSON.stringify({ order_id: 'X-8', store_name: '\ud800' }),
    ];
    const headers = { 'content-type': 'application/x-ndjson' };
    const { statusCode, body } = await send('?check=1', lines.join('\n'), headers);
    expect(statusCode).toBe(200);
    expect(body.data).toMatchObject({ rows: 8, rejected: 8, counts: { created: 0 } });
    const done = await imported('', [...lines, ''].join('\n'), headers);
    expect(done).toMatchObject({ state: 'done', rows: 8, created: 0, rejected: 8 });
  });

  it('refuses a file with NUL, such as one in UTF-16', async () => {
    const payload = csv(row('N-1'), row('N-2', { sku: 'a\0b' }));
    const { statusCode, body } = await send('?check=1', payload);
    expect(statusCode).toBe(422);
    expect(body.message).toContain('line 3: the file is not UTF-8');
    expect((await imported('', payload)).failure).toContain('line 3: the file is not UTF-8');
    const json = await imported('', '{"order_id":"N-3"}\n{"a":"\0"}\n', {
      'content-type': 'application/x-ndjson',
    });
    expect(json.failure).toContain('line 2: the file is not UTF-8');
  });

  it('makes an order of 1,000 rows, but rejects one of 1,001 rows', async () => {
    const item = { units: '1', selling_price: '1' };
    const most = Array.from({ length: 1_000 }, (_, index) => row('M-0', { ...item, sku: `S-${index}` }));
    const many = Array.from({ length: 1_001 }, (_, index) => row('M-1', { Mobile: `${9000000000 + index}` }));
    const payload = csv(...most, ...many);
    const { body } = await send('?check=1', payload);
    expect(body.data).toMatchObject({ rows: 2_001, rejected: 1_001, counts: { orders: 2, created: 1 } });
    expect(body.data.problems[0]).toMatchObject({
      line: 1_002,
      message: 'More than 1000 rows have this order id',
    });
    const done = await imported('', payload);
    expect(done).toMatchObject({ orders: 2, created: 1, rejected: 1_001 });
    expect((await find('M-0')).items).toHaveLength(1_000);
    expect((await get(`/imports/${done.id}/rejected.csv`)).trim().split('\r\n')).toHaveLength(1_002);
  });

  itOnOneServer(
    'rejects an order after the service failed at it three times, and continues with the others',
    async () => {
      const failures: ImportFailure[] = [];
      test.service.importFailures.on('failed', (failure) => failures.push(failure));
      await test.sql(`create function fail() returns trigger language plpgsql as $$ begin
      if new.display_id like 'BROKEN%' then raise exception 'the disk said no to 9876543210'; end if; return new; end $$`);
      await test.sql('create trigger fails before insert on orders for each row execute function fail()');
      // Its waits are an hour longer, so that none ends while the others go on.
      await test.sql(`create function wait() returns trigger language plpgsql as $$ begin
      new.next_try_at = new.next_try_at + interval '1 hour'; return new; end $$`);
      await test.sql(`create trigger waits before update on import_orders for each row
        when (new.next_try_at > now() + interval '1 second') execute function wait()`);
      try {
        const { id, ...first } = await imported(
          '',
          csv(row('F-1'), row('BROKEN-2'), row('F-3'), row('F-5', { Pincode: '1' })),
        );
        // Problems are shown when the import has ended.
        expect(first).toMatchObject({ state: 'running', orders: 4, created: 2, rejected: 1, problems: [] });
        await runJobs(test);
        expect(failures).toHaveLength(1);
        expect(await imported('', csv(row('F-4')))).toMatchObject({ state: 'done', created: 1 });
        for (const state of ['running', 'done']) {
          await test.sql('update import_orders set next_try_at = now() where next_try_at is not null');
          await runJobs(test);
          expect((await get(`/imports/${id}`)).data.state).toBe(state);
        }
        const ended = (await get(`/imports/${id}`)).data;
        expect(ended).toMatchObject({ created: 2, rejected: 2, progress: 1 });
        expect(ended.problems.map(({ line }: { line: number }) => line)).toEqual([3, 5]);
        expect(await get(`/imports/${id}/rejected.csv`)).toContain('The service failed 3 times');
        expect(failures.map(({ line, attempt, isRejected }) => [line, attempt, isRejected])).toEqual([
          [3, 1, false],
          [3, 2, false],
          [3, 3, true],
        ]);
        expect(failures[0]?.error).toContain('the disk said no to ******3210');
      } finally {
        await test.sql('drop function fail cascade');
        await test.sql('drop function wait cascade');
      }
    },
  );

  itOnOneServer('fails and makes nothing if the service fails at the file at every try', async () => {
    await test.sql(`create function fail() returns trigger language plpgsql as $$ begin
      raise exception 'the disk said no'; end $$`);
    await test.sql('create trigger fails before insert on import_rows execute function fail()');
    const { id } = (await send('', csv(row('T-1')))).body.data;
    try {
      for (const state of ['running', 'running', 'running', 'failed']) {
        await runJobs(test);
        expect((await get(`/imports/${id}`)).data.state).toBe(state);
      }
    } finally {
      await test.sql('drop function fail cascade');
    }
    await runJobs(test);
    expect((await get(`/imports/${id}`)).data).toMatchObject({
      state: 'failed',
      rows: 0,
      failure: expect.stringContaining('The service failed at this file'),
      failure_details: { template: 'import_failed', values: {} },
    });
    // An older release stored only the text.
    await test.sql("update imports set failure = 'It failed' where import_id = $1", [id]);
    expect((await get(`/imports/${id}`)).data).toMatchObject({
      failure: 'It failed',
      failure_details: { message: 'It failed', template: 'as_written', values: { words: 'It failed' } },
    });
    expect(await find('T-1')).toBeUndefined();
  });

  it('rejects an order whose rows are too long together', async () => {
    const long = 'x'.repeat(200_000);
    const line = (id: string) => JSON.stringify({ order_id: id, billing_address: long });
    const headers = { 'content-type': 'application/x-ndjson' };
    const lines = [
      ...Array.from({ length: 8 }, (_, index) => line(`L-${index}`)),
      ...Array(6).fill(line('L-L')),
    ];
    const done = await imported('', lines.join('\n'), headers);
    expect(done).toMatchObject({ state: 'done', rows: 14, orders: 9, created: 0, rejected: 14 });
    const rejected: string = await get(`/imports/${done.id}/rejected.csv`);
    expect(rejected.match(/more than 1000000 characters together/g)).toHaveLength(6);
    expect(rejected.match(/billing_pincode: is required/g)).toHaveLength(8);
    const { body } = await send('?check=1', lines.join('\n'), headers);
    expect(body.data).toMatchObject({ rows: 14, rejected: 14 });
  });

  it('makes no order twice if a process died in the middle', async () => {
    const { body } = await send('?book=1', csv(row('K-1'), row('K-2'), row('K-3')));
    const { runImport } = await import('../../src/usecases/imports/run-import.ts');
    const { id: other } = (await send('', csv(row('K-4')))).body.data;
    for (const id of [body.data.id, other]) await runImport(test.service, account.accountId, id);
    // Another import is not released with this one.
    await test.sql("update import_orders set state = 'acting' where import_id = $1", [other]);
    await workOnOrderImport(test.service, account.accountId, body.data.id, () => false);
    expect(await test.sql('select state from import_orders where import_id = $1', [other])).toEqual([
      { state: 'acting' },
    ]);
    // One was being created, and another was created from an earlier file.
    await test.sql("update import_orders set state = 'acting' where import_id = $1 and first_line = 2", [
      body.data.id,
    ]);
    await runJobs(test);
    expect((await get(`/imports/${body.data.id}`)).data).toMatchObject({
      state: 'done',
      created: 3,
      booked: 3,
    });
    await runJobs(test);
    expect((await get(`/imports/${body.data.id}`)).data).toMatchObject({ created: 3, rejected: 0 });
  });

  it('makes an order once if its row was released while it was made', async () => {
    const { body } = await send('?book=1', csv(row('R-1'), row('R-2')));
    let released = 0;
    const adapter = offlineAdapter(test);
    const { book } = Object.getPrototypeOf(adapter) as typeof adapter;
    const release: typeof book = async (...asked) => {
      if (released === 0) {
        const { rowCount } = await test.database.database.pool.query(
          "update import_orders set state = 'waiting' where import_id = $1 and state = 'acting' and first_line = 2",
          [body.data.id],
        );
        released = rowCount ?? 0;
      }
      return book.apply(adapter, asked);
    };
    await answeringWith(test, { book: release }, () => runJobs(test));
    expect(released).toBe(1);
    await runJobs(test);
    expect((await get(`/imports/${body.data.id}`)).data).toMatchObject({
      state: 'done',
      created: 2,
      booked: 2,
      rejected: 0,
    });
  });

  it('runs the first file of each account before the second of another, and limits waiting files', async () => {
    const first = (await send('', csv(row('Q-1')))).body.data.id;
    const second = (await send('', csv(row('Q-2')))).body.data.id;
    const other = await test.account();
    const response = await other.post('/orders/import', csv(row('Q-3')), { 'content-type': 'text/csv' });
    const third = response.json().data.id;
    const rows = await test.sql(
      `select payload ->> 'import_id' as id from graphile_worker._private_jobs j
        where payload ->> 'import_id' = any($1) order by priority, run_at, id`,
      [[first, second, third]],
    );
    expect(rows.map(({ id }) => id)).toEqual([first, third, second]);
    for (let open = 2; open < 20; open += 1) await send('', csv(row('Q-1')));
    const tooMany = await send('', csv(row('Q-4')));
    expect(tooMany.statusCode).toBe(429);
    expect(tooMany.body.message).toContain('20 files of this account are being imported');
    await runJobs(test);
    expect((await send('', csv(row('Q-4')))).statusCode).toBe(202);
    await test.sql('update imports set bytes = $2 where import_id = $1', [first, 2 * 1024 ** 3]);
    await runJobs(test);
    const full = await send('', csv(row('Q-5')));
    expect(full.statusCode).toBe(422);
    expect(full.body.message).toContain('can take 2 GB in 30 days');
    await test.sql('update imports set bytes = 1 where import_id = $1', [first]);
  });

  it('starts once for an Idempotency-Key, and fails as a whole if the file cannot be read', async () => {
    const once = { 'idempotency-key': 'import-1' };
    const first = await send('', csv(row('ID-1')), once);
    expect((await send('', csv(row('ID-1')), once)).text).toBe(first.text);
    expect((await send('', csv(row('ID-2')), once)).statusCode).toBe(422);
    expect((await imported('', 'name;mobile\n')).state).toBe('failed');
    expect((await imported('', 'name,mobile\nx,y\n')).failure).toContain(
      'The file has no column for order_id',
    );
    expect((await send('', '{}', { 'content-type': 'application/json' })).statusCode).toBe(415);
  });
});

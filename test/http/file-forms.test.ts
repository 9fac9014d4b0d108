import { describe, expect, it } from 'vitest';
import { openApp } from '../support/app.ts';
import { runJobs } from '../support/jobs.ts';
import { makeWarehouse } from '../support/orders.ts';
import { type WorkbookCell, workbook } from '../support/workbook.ts';

const test = await openApp();
const account = await test.account();
const warehouseId = await makeWarehouse(account);

const ROW = {
  order_id: 'F-1',
  order_date: '2026-11-20 10:30',
  payment_method: 'COD',
  cod_collectible: '499',
  'Customer Name': 'Zoë Rao',
  Mobile: '9876543210',
  Address: '12, 4th Cross',
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
};
type Cells = Partial<Record<keyof typeof ROW, string>>;
const NAMES = Object.keys(ROW) as (keyof typeof ROW)[];

const cellsOf = (changes: Cells = {}) => NAMES.map((name) => changes[name] ?? ROW[name]);
const quoted = (cells: readonly string[], by: string) =>
  cells.map((cell) => (/[",;\t|]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(by);
const table = (rows: readonly Cells[], by = ',') =>
  [NAMES as readonly string[], ...rows.map(cellsOf)].map((cells) => `${quoted(cells, by)}\n`).join('');

async function post(content: string | Buffer, query = 'check=1', path = '/orders/import', type = 'text/csv') {
  const answer = await account.post(`${path}?${query}`, content, { 'content-type': type });
  return { statusCode: answer.statusCode, body: answer.json() };
}

async function check(content: string | Buffer, query = '') {
  const { statusCode, body } = await post(content, `check=1&${query}`);
  expect(body).toMatchObject({ data: {} });
  expect(statusCode).toBe(200);
  return body.data;
}

const problemsOf = (data: { problems: { line: number; field: string | null; message: string }[] }) =>
  data.problems.map(({ line, field, message }) => `${line} ${field}: ${message}`);

const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

describe('the form of a file', () => {
  const csv = table([{}]);
  it.each([
    ['commas', csv, {}],
    ['semicolons', table([{}], ';'), { separator: ';' }],
    ['tabs', table([{}], '\t'), { separator: '\t' }],
    ['bars', table([{}], '|'), { separator: '|' }],
    ['a line that names the separator', `sep=;\n${table([{}], ';')}`, { separator: ';', header_line: 2 }],
    ['the same line in quotes', `"sep=,"\r\n${csv}`, { header_line: 2 }],
    ['a title', `Orders of "November"\n${csv}`, { header_line: 2 }],
    ['a title with separators', `Orders of November,,,,\n\nShop: Chai House,,\n${csv}`, { header_line: 4 }],
    ['a mark', `\ufeff${csv}`, {}],
    ['ends of lines of old machines', csv.replaceAll('\n', '\r'), {}],
    ['UTF-16', utf16(`\ufeff${csv}`), { encoding: 'UTF-16' }],
    ['UTF-16 of the other kind', utf16(`\ufeff${csv}`, true), { encoding: 'UTF-16' }],
    ['UTF-16 without a mark', utf16(csv), { encoding: 'UTF-16' }],
    ['Windows-1252', Buffer.from(csv, 'latin1'), { encoding: 'Windows-1252' }],
    ['rows of totals', `${csv}Grand Total:,,,499,,,,,,,,,,,,,\n`, { totals: 1 }],
    ['blank rows', `${csv}\n${','.repeat(16)}\n`, {}],
  ])('may have %s', async (_, content, reading) => {
    const checked = await check(content);
    expect(problemsOf(checked)).toEqual([]);
    expect(checked).toMatchObject({ rows: 1, counts: { created: 1 } });
    expect(checked.reading).toMatchObject({
      ...{ form: 'csv', encoding: 'UTF-8', separator: ',', header_line: 1, profile: 'own', totals: 0 },
      ...reading,
    });
  });

  it('is the form of the file of rejected rows, which can be sent again', async () => {
    const { id } = await check(table([{ Mobile: '12345' }, { order_id: 'F-2' }], ';'));
    const rejected = (await account.get(`/imports/${id}/rejected.csv`)).body;
    expect(rejected.split('\r\n')[0]).toBe(`\ufeff${[...NAMES, 'errors'].join(';')}`);
    const mended = await check(rejected.replace('12345', '9876543210'));
    expect(mended).toMatchObject({ rows: 1, rejected: 0, reading: { separator: ';' } });
    expect((await account.get(`/imports/${id}/rejected`)).body).toBe(rejected);
  });

  it('is a workbook again for the rejected rows of a workbook, which can be corrected and sent', async () => {
    const odd = 'A & B <\u{1f600}> "=1+1"';
    const rows = [NAMES, cellsOf({ Mobile: '12345', item_name: odd }), cellsOf({ order_id: 'F-2' })];
    const { id } = await check(workbook(rows));
    const answer = await account.get(`/imports/${id}/rejected`);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': 'attachment; filename="rejected.xlsx"',
      'cache-control': 'private, no-store',
    });
    const read = (await post(answer.rawPayload, '', '/orders/import/rows')).body.data;
    expect(read.columns).toEqual([...NAMES, 'errors']);
    expect(read.rows).toHaveLength(1);
    expect(read.rows[0]).toEqual(expect.arrayContaining([odd, '12345', expect.stringMatching(/^Mobile: /)]));
    const again = await check(answer.rawPayload);
    expect(again).toMatchObject({ rows: 1, rejected: 1, reading: { form: 'xlsx' } });
    const mended = read.rows[0].map((cell: string) => (cell === '12345' ? '9876543210' : cell));
    expect(await check(workbook([read.columns, mended]))).toMatchObject({ rows: 1, rejected: 0 });
  });

  it('is lines of JSON again for rejected lines, as they were sent', async () => {
    const lines = ['{"order_id":12345678901234567890, "weight":0.50}', '{}', 'nothing', '[]'];
    const type = 'application/x-ndjson';
    const { id } = (await post(lines.join('\n'), 'check=1', '/orders/import', type)).body.data;
    const answer = await account.get(`/imports/${id}/rejected`);
    expect(answer.headers['content-type']).toBe(type);
    const [first = '', empty = '', ...others] = answer.body.trim().split('\n');
    expect(first).toMatch(/^\{"order_id":12345678901234567890, "weight":0\.50,"errors":\["/);
    expect(empty).toMatch(/^\{"errors":\["/);
    expect(others.map((line) => JSON.parse(line).line)).toEqual(['nothing', '[]']);
    const again = (await post(`${first}\n${first}`, 'check=1', '/orders/import', type)).body.data;
    expect(again.problems.map(({ message }: { message: string }) => message).join()).not.toContain('errors');
  });

  it.each([
    ['an old Excel file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old Excel file (.xls)'],
    ['a web page', '\n<html><body><table><tr><td>order_id', 'web page'],
    ['a broken workbook', Buffer.from('PK\u0003\u0004 and nothing more'), 'no Excel workbook'],
    ['half a workbook', workbook([NAMES, cellsOf()]).subarray(0, 900), 'no Excel workbook'],
    ['bytes that are no text', Buffer.from([0x6f, 0x81, 0x0a]), 'is not UTF-8'],
  ])('is not %s', async (_, content, sentence) => {
    const { statusCode, body } = await post(content);
    expect(statusCode).toBe(422);
    expect(body.message).toContain(sentence);
  });
});

describe('a workbook', () => {
  const numbers: Record<string, WorkbookCell> = {
    order_date: { day: 46346.4375 },
    cod_collectible: 499,
    Mobile: 9876543210,
    Pincode: { formula: 'VLOOKUP(A2,[1]Pins!A:B,2)', value: 560038 },
    'Customer Name': { inline: 'Zoë & Rao' },
    units: 2,
    selling_price: 249.50000000000003,
    weight: 0.30000000000000004,
    length: { formula: 'A1', value: '10' },
  };
  const row = (changes: Record<string, WorkbookCell> = {}) =>
    NAMES.map((name) => ({ ...numbers, ...changes })[name] ?? ROW[name]);

  it('is read with its titles, days, numbers and formulas', async () => {
    const rows = [
      ['Orders of November'],
      [],
      [null, 'made by hand'],
      [...NAMES, 'tax'],
      [...row(), { share: 0.18 }],
    ];
    const { body } = await post(workbook([...rows, ['Total', null, null, 499]], { sheet: 'Nov & Dec' }), '');
    await runJobs(test);
    const done = (await account.get(`/imports/${body.data.id}`)).json().data;
    expect(done).toMatchObject({ created: 1, rejected: 0 });
    expect(done.reading).toMatchObject({
      ...{ form: 'xlsx', encoding: null, separator: null, sheet: 'Nov & Dec', header_line: 4, totals: 1 },
    });
    const [one] = (await account.post('/shipments', { order_display_id: ['F-1'] })).json().data;
    const { attributes } = (await account.get(`/shipments/${one.id}`)).json().data;
    expect(attributes).toMatchObject({
      total_price: 499,
      applied_weight: { value: 300 },
      order: { order_date: '2026-11-20T05:00:00.000Z' },
      shipping_address: { name: 'Zoë & Rao', phone: '9876543210', zip: '560038' },
    });
  });

  it('has days as numbers only in columns of dates', async () => {
    const checked = await check(workbook([NAMES, row({ order_id: 'F-3', order_date: 46346 })]));
    expect(problemsOf(checked)).toEqual([]);
    const text = await check(table([{ order_date: '46346' }]));
    expect(problemsOf(text)[0]).toContain('order_date');
  });

  it('refuses cells with errors, and numbers that lost digits', async () => {
    const rows = [
      row({ order_id: 'E-1', Address: { error: '#NAME?' } }),
      row({ order_id: 'E-2', sku: { formula: 'X()', value: '#REF!' } }),
      row({ order_id: 4.05123456789012e17 }),
    ];
    expect(problemsOf(await check(workbook([NAMES, ...rows])))).toEqual([
      expect.stringContaining('4 order_id: Excel has shortened this number'),
      expect.stringContaining('2 billing_address: a spreadsheet or a program has put an error'),
      expect.stringContaining('3 sku: a spreadsheet or a program has put an error'),
    ]);
  });

  it('may have 300 columns, and cells beyond them', async () => {
    const more = Array.from({ length: 283 }, (_, at) => `More ${at}`);
    const cells = [...row({ order_id: 'F-4' }), ...more.map(() => 'x'), 'beyond'];
    expect(await check(workbook([[...NAMES, ...more], cells]))).toMatchObject({ rejected: 0 });
  });

  it('may hold no more than its rows', async () => {
    const bomb = workbook([NAMES, row()], {
      more: {
        'xl/sharedStrings.xml': `<sst>${'<si><t>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa</t></si>'.repeat(700_000)}</sst>`,
      },
    });
    expect(bomb.length).toBeLessThan(1_000_000);
    expect((await post(bomb)).body.message).toContain('the workbook holds too much');
    const rows = '<row><c t="inlineStr"><is><t>A</t></is></c></row>'.repeat(100_002);
    const long = workbook([], {
      more: {
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row><c t="inlineStr"><is><t>order_id</t></is></c></row>${rows}</sheetData></worksheet>`,
      },
    });
    expect((await post(long)).body.message).toContain('The file has more than 100000 rows: split it');
  });
});

describe('POST /orders/import/rows', () => {
  it('returns the rows of any file as texts, with their lines', async () => {
    const day: WorkbookCell[] = NAMES.map((name) => (name === 'order_date' ? 46_346 : ROW[name]));
    const book = workbook([['November'], [...NAMES], day, ['Total', 1], cellsOf({ order_id: 'F-9' })]);
    const read = async (content: Buffer | string) =>
      (await account.post('/orders/import/rows', content, { 'content-type': 'text/csv' })).json();
    const { data } = await read(book);
    expect(data).toMatchObject({
      columns: NAMES,
      lines: [3, 5],
      reading: { form: 'xlsx', header_line: 2, totals: 1 },
    });
    expect(data.rows).toEqual([cellsOf({ order_date: '2026-11-20' }), cellsOf({ order_id: 'F-9' })]);
    const many = table(
      Array.from({ length: 1_201 }, (_, at) => ({ order_id: `M-${at}` })),
      ';',
    );
    const whole = (await read(many)).data;
    expect(whole.rows.map(([id]: string[]) => id)).toEqual(
      Array.from({ length: 1_201 }, (_, at) => `M-${at}`),
    );
    expect(whole.lines.at(-1)).toBe(1_202);
    expect((await read('a;b\n"1;2\n')).message).toContain('a quote is opened but not closed');
  });
});

describe('a cell', () => {
  it.each([
    [{ selling_price: '1,299.00', cod_collectible: '₹2,598' }],
    [{ selling_price: 'Rs. 249.50' }],
    [{ selling_price: '249.5/-' }],
    [{ selling_price: 'INR 249.50' }],
    [{ selling_price: '1,00,000', units: '1', cod_collectible: '1,00,000.00' }],
    [{ weight: '0.5 kg' }],
    [{ weight: '500 g' }],
    [{ length: '10 cm' }],
    [{ units: '1,000', selling_price: '0.5' }],
    [{ units: '2.0' }],
    [{ payment_method: 'Cash on Delivery (COD)' }],
    [{ payment_method: 'PPD', cod_collectible: '' }],
    [{ payment_method: 'Pre-paid', cod_collectible: '' }],
    [{ Pincode: "'560038" }],
    [{ Pincode: '="560038"' }],
    [{ Pincode: '560038.0' }],
    [{ Mobile: '9.876543210E9' }],
    [{ Mobile: '9876543210.0' }],
    [{ Mobile: "'+919876543210" }],
    [{ sku: '1E5' }],
  ] satisfies [Cells][])('is read as people write it: %j', async (changes) => {
    expect(problemsOf(await check(table([{ order_id: 'P-1', ...changes }])))).toEqual([]);
  });

  it.each([
    ['order_id', '4.05123E+11', 'Excel has shortened'],
    ['sku', '8.90103E+12', 'Excel has shortened'],
    ['Mobile', '9.87654E+09', 'Excel has shortened'],
    ['Address', '########', 'make the column wider'],
    ['Address', '#NAME?', 'put an error'],
    ['item_name', '#N/A', 'put an error'],
    ['Customer Name', 'nan', 'put an error'],
    ['selling_price', '249,50', 'must be an amount'],
    ['weight', '0,8', 'must be a number of kilograms'],
  ] as const)('is not guessed: %s %s', async (name, cell, sentence) => {
    const problems = problemsOf(await check(table([{ [name]: cell }, { [name]: cell }])));
    expect(problems[0]).toContain(sentence);
    expect(problems.some((problem) => problem.includes('sub_total'))).toBe(false);
  });

  it.each([
    [['27/11/2026', '03/04/2026'], 'day first', []],
    [['27-11-2026 02:05 PM', '2026-11-27 9:05', '27 Nov 2026', '27-Nov-26', '2026/11/27'], 'day first', []],
    [['2026-11-27 10:30:00 +0530', '2026-11-27T05:00:00Z', 'Nov 27, 2026'], 'day first', []],
    [['11/27/2026', '03/04/2026'], 'month first', []],
    [['03/04/2026', '05/06/2026 14:00'], 'day first', ['days_are_read_first']],
  ] as const)('has dates in the order of its column: %j', async (dates, order, notes) => {
    const rows = dates.map((order_date, at) => ({ order_id: `D-${at}`, order_date }));
    const checked = await check(table(rows));
    expect(problemsOf(checked)).toEqual([]);
    expect(checked.reading.dates).toBe(order);
    expect(
      checked.reading.notes.map(
        (note: { message_details: { template: string } }) => note.message_details.template,
      ),
    ).toEqual(notes);
  });

  it('with grams in the name of its column is a weight in grams', async () => {
    const file = table([{ order_id: 'G-1', weight: '350' }]).replace(',weight,', ',Weight (gms),');
    const { body } = await post(file, '');
    await runJobs(test);
    expect((await account.get(`/imports/${body.data.id}`)).json().data.created).toBe(1);
    const [one] = (await account.post('/shipments', { order_display_id: ['G-1'] })).json().data;
    expect(one.attributes.applied_weight.value).toBe(350);
  });
});

describe('columns', () => {
  it('that are missing are named at once, with those of the file', async () => {
    const { statusCode, body } = await post('Name,Email,Mobile\nAsha,a@example.in,9876543210\n');
    expect(statusCode).toBe(422);
    expect(body.message).toContain(
      'The file has no column for order_id, warehouse_name, payment_method, billing_address',
    );
    expect(body.message).toContain('"Name", "Email", "Mobile"');
  });

  it('of which none is known are shown', async () => {
    const { body } = await post('Title of all\nfoo,bar\n1,2\n');
    expect(body.message).toContain('No column is recognised: line 1 has "Title of all"');
  });

  it('may be given once for all rows', async () => {
    const names = [
      'order_id',
      'Customer Name',
      'Mobile',
      'Address',
      'Pincode',
      'item_name',
      'units',
      'selling_price',
    ] as const;
    const row = quoted(
      names.map((name) => ROW[name]),
      ',',
    );
    const file = `${names.join(',')}\n${row.replace('F-1', 'A-1')}\n`;
    const bare = await check(file);
    expect(bare.reading.missing).toEqual([
      'warehouse_name',
      'payment_method',
      'weight',
      'length',
      'breadth',
      'height',
    ]);
    const query = `warehouse_id=${warehouseId}&payment_method=cod&weight=0.7&length=12&breadth=10&height=8&hsn=0902&tax=5&channel=Bulk`;
    const full = await check(file, query);
    expect(full).toMatchObject({ rejected: 0, reading: { missing: [] } });
    await post(file, query);
    await runJobs(test);
    const [one] = (await account.post('/shipments', { order_display_id: ['A-1'] })).json().data;
    const { attributes } = (await account.get(`/shipments/${one.id}`)).json().data;
    expect(attributes).toMatchObject({
      cod_amount: 499,
      order: { channel: 'bulk' },
    });
    const items = 'select hsn, tax from order_items where account_id = $1 and hsn is not null';
    expect(await test.sql(items, [account.accountId])).toEqual([{ hsn: '0902', tax: '5' }]);
    const wrong = await post(file, `check=1&warehouse_id=nowhere&weight=-1`);
    expect(wrong.statusCode).toBe(422);
    expect(wrong.body.message).toContain('warehouse_id');
    expect(wrong.body.message).toContain('weight');
  });

  it('that fit two kinds of files ask for one', async () => {
    const both =
      'Order Id,Shipping Complete Address,Shipping Address Pincode,Product Name,Product Quantity,Order number,Item title,Item quantity,Shipping name,Shipping postal code';
    const { statusCode, body } = await post(`${both}\n${'x,'.repeat(9)}x\n`);
    expect(statusCode).toBe(422);
    expect(body.message).toContain(
      'The file could be of Shiprocket upload sheet (shiprocket_sheet), Karrio order export (karrio): choose one in profile',
    );
    const chosen = await check(`${both}\n${'x,'.repeat(9)}x\n`, 'profile=karrio');
    expect(chosen.reading.profile).toBe('karrio');
  });
});

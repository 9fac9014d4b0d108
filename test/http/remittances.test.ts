import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../src/domain/actor.ts';
import { applyEvents } from '../../src/storage/tracking/apply-events.ts';
import { forgetOldImportFiles } from '../../src/usecases/imports/receive-file.ts';
import { runImport } from '../../src/usecases/imports/run-import.ts';
import { changeBy } from '../../src/usecases/service.ts';
import { openApp, type TestAccount } from '../support/app.ts';
import { bookOrderWith, CARRIER } from '../support/carriers.ts';
import { csvOf, importFile, sendFile } from '../support/files.ts';
import { lawRuns } from '../support/laws.ts';
import { makeWarehouse, scan, scanNow } from '../support/orders.ts';
import { loopbackAllowed, makeWebhook } from '../support/webhooks.ts';
import { workbook } from '../support/workbook.ts';

const DAY = 86_400_000;
const HEADER = ['AWB No.', 'COD Amount', 'UTR', 'Remittance Date'];
const IMPORT = '/remittances/import?courier=Blue%20Kite';
let account: TestAccount;
let warehouseId: string;

const test = await openApp({ shipping: { outgoing: loopbackAllowed() } });
beforeEach(async () => {
  account = await test.account();
  warehouseId = await makeWarehouse(account);
});

interface Cod {
  readonly awb: string;
  readonly shipmentId: string;
}

async function bookCod(amount = 499): Promise<Cod> {
  const cod = { payment_method: 'COD', sub_total: amount, cod_collectible: amount, carrier_id: CARRIER };
  return book(cod);
}

async function book(changes: object): Promise<Cod> {
  const { trackingNumber, shipmentId } = await bookOrderWith(account, warehouseId, { ...changes });
  return { awb: trackingNumber, shipmentId };
}

async function deliveredCod(amount = 499): Promise<Cod> {
  const cod = await bookCod(amount);
  await scan(test, account, cod.shipmentId, ['picked_up', 'delivered']);
  return cod;
}

function fileOf(...rows: (string | number)[][]): string {
  return csvOf([HEADER, ...rows]);
}

const get = (path: string) => account.read(path);
/** Imports these rows. */
const imported = (...rows: (string | number)[][]) => importFile(test, account, IMPORT, fileOf(...rows));

async function codOf(...awbs: string[]) {
  const response = await account.post('/cod-remittance', { awbs });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

/** The amount that the account's carriers owe, in rupees. */
async function owed(): Promise<number> {
  const { meta } = await get('/remittances');
  return meta.owed.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
}

/** The tracking numbers of the shipments with cash that is owed. */
async function owing(): Promise<string[]> {
  const answer = await account.post('/shipments', { is_cod_owed: true });
  return answer
    .json()
    .data.map((one: { attributes: { tracking_number: string } }) => one.attributes.tracking_number);
}

/** The amount that is owed, computed from deliveries and remittances. */
async function owedInTruth(): Promise<number> {
  const rows = await test.sql(
    `select ((select coalesce(sum(cod_amount_paise), 0) from shipments where account_id = $1 and is_cod and granular_status = 'delivered')
       - (select coalesce(sum(amount_paise), 0) from remittance_rows where account_id = $1))::float8 / 100 as owed`,
    [account.accountId],
  );
  return rows[0].owed;
}

describe('POST /cod-remittance', () => {
  it('shows the due day after delivery, and the payment after it was imported', async () => {
    const cod = await bookCod();
    const prepaid = await book({ carrier_id: CARRIER });
    const unpaid = { tracking_number: cod.awb, cod_amount: 499, utr_no: null };
    expect(await codOf(cod.awb, prepaid.awb, 'NOPE', cod.awb)).toEqual([
      { ...unpaid, delivery_date: null, remittance_date: null },
      { tracking_number: prepaid.awb, error: `AWB ${prepaid.awb} is a prepaid order.` },
      { tracking_number: 'NOPE', error: 'AWB NOPE does not exist in your account.' },
    ]);
    await scan(test, account, cod.shipmentId, ['picked_up', 'delivered']);
    const [delivered] = await codOf(cod.awb);
    expect(delivered).toMatchObject({ ...unpaid, delivery_date: expect.stringMatching(/^2026-11-1\d$/) });
    expect(Date.parse(delivered.remittance_date)).toBeGreaterThan(
      Date.parse(delivered.delivery_date) + 8 * DAY,
    );
    await imported([cod.awb, '499.00', 'UTR1', '15-11-2026']);
    expect(await codOf(cod.awb)).toEqual([{ ...delivered, remittance_date: '2026-11-15', utr_no: 'UTR1' }]);
  });

  it('shows the payment with the later day, in any order of import', async () => {
    const cod = await deliveredCod();
    await imported([cod.awb, 200, 'UTR2', '2026-11-16']);
    await imported([cod.awb, 299, 'UTR1', '2026-11-15']);
    expect(await codOf(cod.awb)).toMatchObject([{ remittance_date: '2026-11-16', utr_no: 'UTR2' }]);
    const { data } = await get(`/cod?awb=${cod.awb.toLowerCase()}`);
    const remittance = { remittance_date: '2026-11-16', utr_no: 'UTR2' };
    expect(data).toMatchObject([{ remitted_amount: 499, owed_amount: 0, is_overdue: false, remittance }]);
  });
});

describe('importing a remittance file', () => {
  it('records payments with their shipments, and reduces the debt of the courier', async () => {
    const [one, two, three] = [await deliveredCod(499), await deliveredCod(250), await deliveredCod(100)];
    expect(await owed()).toBe(849);
    const file = fileOf(
      [one.awb.toLowerCase(), '"₹499.00"', 'UTR1', '2026-11-15'],
      [two.awb, '240', 'UTR1', '2026-11-15'],
      [three.awb, 'Rs. 100', 'UTR2', '16/11/2026'],
    );
    const done = await importFile(test, account, IMPORT, file);
    expect(done).toMatchObject({
      state: 'done',
      rows: 3,
      rejected: 0,
      progress: 1,
      counts: { recorded: 3, repeated: 0, differences: 1, remittances: 2 },
    });
    expect(await owed()).toBe(10);
    expect(await owing()).toEqual([two.awb]);
    const { data, meta } = await get('/remittances');
    expect(meta.total).toBe(2);
    const first = data.find(({ utr_no }: { utr_no: string }) => utr_no === 'UTR1');
    expect(first).toMatchObject({
      courier: 'blue kite',
      remittance_date: '2026-11-15',
      amount: 739,
      cod_amount: 749,
      difference: -10,
      shipments: 2,
      differences: 1,
    });
    const shown = await get(`/remittances/${first.id}?differs=true`);
    expect(shown.data.rows).toMatchObject([
      { tracking_number: two.awb, cod_amount: 250, amount: 240, difference: -10 },
    ]);
    const paidInFull = await get(`/remittances/${first.id}?differs=false`);
    expect(paidInFull.data.rows).toMatchObject([{ tracking_number: one.awb, difference: 0 }]);
    const csv = await account.get(`/remittances/${first.id}/rows.csv`);
    expect(csv.body.split('\r\n')).toHaveLength(4);
    expect(csv.body).toContain(`${two.awb},250.00,240.00,-10.00,2026-11-15,UTR1`);
  });

  it('changes nothing when rows are sent again', async () => {
    const [one, two] = [await deliveredCod(), await deliveredCod()];
    const rows = [one, two].map(({ awb }) => [awb, '499', 'UTR1', '2026-11-15']);
    await imported(...rows);
    const before = await get('/remittances');
    for (const again of [rows, rows.slice(1), [...rows, ...rows]]) {
      const { counts, rejected } = await imported(...again);
      expect({ counts, rejected }).toMatchObject({
        counts: { recorded: 0, repeated: again.length },
        rejected: 0,
      });
    }
    expect(await get('/remittances')).toEqual(before);
  });

  it('adds new rows to a payment of an earlier file', async () => {
    const [one, two, three] = [await deliveredCod(499), await deliveredCod(250), await deliveredCod(100)];
    const four = await deliveredCod(1);
    await imported([one.awb, 490, 'UTR1', '2026-11-15']);
    await imported([two.awb, 250, 'UTR1', '2026-11-14'], [three.awb, 100, 'UTR1', '2026-11-16']);
    await imported([four.awb, 1, 'UTR1', '2026-11-16']);
    expect((await get('/remittances')).data).toMatchObject([
      {
        utr_no: 'UTR1',
        remittance_date: '2026-11-14',
        amount: 841,
        cod_amount: 850,
        shipments: 4,
        differences: 1,
      },
    ]);
  });

  it('records two payments for one shipment in one file', async () => {
    const [one, two] = [await deliveredCod(), await deliveredCod()];
    const file = fileOf(
      [one.awb, 200, 'UTR1', '2026-11-15'],
      [one.awb, 299, 'UTR2', '2026-11-16'],
      [two.awb, 499, 'UTR2', '2026-11-16'],
    );
    expect(await importFile(test, account, IMPORT, file)).toMatchObject({
      rejected: 0,
      counts: { recorded: 3, repeated: 0, remittances: 2 },
    });
    expect(await owed()).toBe(0);
    expect((await get('/remittances?utr=UTR2')).data).toMatchObject([{ utr_no: 'UTR2', shipments: 2 }]);
  });

  it('keeps payments of two couriers with the same reference apart', async () => {
    const [one, two] = [await deliveredCod(499), await deliveredCod(250)];
    await imported([one.awb, 499, 'UTR1', '2026-11-15']);
    const ofOther = '/remittances/import?courier=other';
    await importFile(test, account, ofOther, fileOf([two.awb, 250, 'UTR1', '2026-11-15']));
    expect((await get('/remittances')).data).toMatchObject([
      { courier: 'other', utr_no: 'UTR1', amount: 250, shipments: 1 },
      { courier: 'blue kite', utr_no: 'UTR1', amount: 499, shipments: 1 },
    ]);
  });

  it('rejects bad rows with their reasons, and records the others', async () => {
    const good = await deliveredCod();
    const prepaid = await book({ carrier_id: CARRIER });
    const other = await test.account('Other');
    const mine = account;
    account = other;
    warehouseId = await makeWarehouse(other);
    const foreign = await deliveredCod();
    account = mine;
    const file = fileOf(
      [good.awb, '499', 'UTR1', '2026-11-15'],
      ['NOPE', '499', 'UTR1', '2026-11-15'],
      [prepaid.awb, '499', 'UTR1', '2026-11-15'],
      [foreign.awb, '499', 'UTR1', '2026-11-15'],
      [good.awb, '498', 'UTR1', '2026-11-15'],
      [good.awb, '4x9', '', '2026-02-30'],
      [good.awb, '1', 'UTR2', '2027-01-01'],
      [good.awb, '1'],
      [good.awb, '1', 'U'.repeat(61), '2026-11-15'],
      [good.awb, '1', 'U'.repeat(60), '2026-11-15'],
    );
    const done = await importFile(test, account, IMPORT, file);
    expect(done).toMatchObject({ state: 'done', rows: 10, rejected: 8, counts: { recorded: 2 } });
    const rejected = await account.get(`/imports/${done.id}/rejected.csv`);
    expect(rejected.body.replace('\ufeff', '').trimEnd().split('\r\n')).toEqual([
      'AWB No.,COD Amount,UTR,Remittance Date,errors',
      'NOPE,499,UTR1,2026-11-15,AWB No.: AWB NOPE does not exist in your account',
      `${prepaid.awb},499,UTR1,2026-11-15,AWB No.: AWB ${prepaid.awb} is a prepaid order`,
      `${foreign.awb},499,UTR1,2026-11-15,AWB No.: AWB ${foreign.awb} does not exist in your account`,
      `${good.awb},498,UTR1,2026-11-15,"COD Amount: AWB ${good.awb} already has Rs 499 of UTR1, not Rs 498"`,
      `${good.awb},4x9,,2026-02-30,"COD Amount: ""4x9"" is not an amount in rupees; UTR: is empty; Remittance Date: ""2026-02-30"" is not a date such as 2026-11-15 or 15-11-2026"`,
      `${good.awb},1,UTR2,2027-01-01,Remittance Date: 2027-01-01 is in the future`,
      `${good.awb},1,,,"2 cells, but the header has 4"`,
      `${good.awb},1,${'U'.repeat(61)},2026-11-15,UTR: has more than 60 characters`,
    ]);
    expect((await get('/remittances')).meta.total).toBe(2);
  });

  it('compares the amounts with the expected ones, in the check and in the import', async () => {
    const [less, right, more] = [await deliveredCod(), await deliveredCod(250.5), await deliveredCod(10)];
    const rows = fileOf(
      [less.awb, '450.10', 'UTR1', '2026-11-15'],
      [right.awb, '250.50', 'UTR1', '2026-11-15'],
      [more.awb, '11', 'UTR1', '2026-11-15'],
      ['NOPE', '1', 'UTR1', '2026-11-15'],
    );
    const checked = (await sendFile(account, `${IMPORT}&check=1`, rows)).json().data;
    const done = await importFile(test, account, IMPORT, rows);
    const { money } = (await get(`/imports/${done.id}`)).data;
    expect(money.couriers).toEqual([
      { courier: expect.any(String), rows: 3, amount: 711.6, expected: 759.5, difference: -47.9 },
    ]);
    const [{ courier }] = money.couriers;
    expect(money.differing).toBe(2);
    expect(money.differences).toEqual([
      {
        ...{ line: 2, tracking_number: less.awb, shipment_id: less.shipmentId, courier },
        ...{ amount: 450.1, expected: 499, difference: -48.9 },
      },
      {
        ...{ line: 4, tracking_number: more.awb, shipment_id: more.shipmentId, courier },
        ...{ amount: 11, expected: 10, difference: 1 },
      },
    ]);
    expect((await get(`/imports/${checked.id}`)).data.money).toEqual(money);
    const { differences: _, ...sums } = money;
    const listed = await get('/imports?kind=remittance&kind=courier_invoice');
    expect(listed.data.map((one: { money: unknown }) => one.money)).toEqual([sums]);
    expect((await get('/imports?kind=orders')).data).toEqual([]);
    const again = await importFile(test, account, IMPORT, rows);
    expect((await get(`/imports/${again.id}`)).data.money).toEqual({
      couriers: [],
      differing: 0,
      differences: [],
    });
  });

  it('changes nothing in a check', async () => {
    const cod = await deliveredCod();
    const content = fileOf([cod.awb, '499', 'UTR1', '2026-11-15'], ['NOPE', '1', 'UTR1', '2026-11-15']);
    const response = await sendFile(account, `${IMPORT}&check=1`, content);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      data: {
        id: expect.any(String),
        rows: 2,
        rejected: 1,
        counts: { recorded: 1, repeated: 0, differences: 0, remittances: 1 },
        reading: {
          ...{ form: 'csv', encoding: 'UTF-8', separator: ',', sheet: null, header_line: 1 },
          ...{ profile: null, dates: 'day first', totals: 0, left_out: [], missing: [], notes: [] },
        },
        problems: [
          {
            ...{ line: 3, column: 'AWB No.', field: 'tracking_number', code: 'unknown' },
            message: 'AWB NOPE does not exist in your account',
            message_details: {
              message: 'AWB NOPE does not exist in your account',
              template: 'awb_unknown',
              values: { awb: 'NOPE' },
            },
          },
        ],
        warnings: [],
        warned: 0,
        columns: ['tracking_number', 'amount', 'utr', 'date'].map((field, at) => ({
          name: HEADER[at],
          field,
        })),
      },
    });
    const { id, problems } = response.json().data;
    expect((await get(`/imports/${id}`)).data).toMatchObject({
      kind: 'remittance',
      is_check: true,
      report: { problems },
      money: {
        couriers: [{ courier: expect.any(String), rows: 1, amount: 499, expected: 499, difference: 0 }],
        differing: 0,
        differences: [],
      },
    });
    // An older release stored only the text.
    await test.sql(
      `update imports set check_report = json_build_object('problems', json_build_array(json_build_object('line', 3,
          'column', null, 'message', 'AWB NOPE is unknown')), 'warnings', '[]'::json, 'warned', 0,
          'unknownColumns', '[]'::json) where import_id = $1`,
      [id],
    );
    const { report: older } = (await get(`/imports/${id}`)).data;
    expect(older.problems).toMatchObject([
      {
        message: 'AWB NOPE is unknown',
        message_details: { template: 'as_written', values: { words: 'AWB NOPE is unknown' } },
      },
    ]);
    expect(await owed()).toBe(499);
    expect((await get('/imports')).meta.total).toBe(0);
    const rows = await test.sql('select from import_pieces where account_id = $1', [account.accountId]);
    expect(rows).toEqual([]);
  });

  it('remembers the names of columns for each courier', async () => {
    const [one, two] = [await deliveredCod(), await deliveredCod()];
    const rows = (awb: string) =>
      csvOf([
        ['Paid', 'Ref', 'Parcel'],
        ['499', '', awb],
      ]);
    const check = await sendFile(account, `${IMPORT}&check=1`, rows(one.awb));
    expect(check.statusCode).toBe(422);
    expect(check.json().problems[1]).toMatchObject({ field: 'amount_column', code: 'required' });
    expect(check.json().errors).toEqual([
      'the file has no column for tracking_number: name it in tracking_number_column',
      'the file has no column for amount: name it in amount_column',
      'the columns of the file are "Paid", "Ref", "Parcel"',
    ]);
    const failed = await importFile(test, account, IMPORT, rows(one.awb));
    expect(failed).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('tracking_number_column'),
    });
    const said = '&tracking_number_column=parcel&amount_column=Paid';
    const all = '&utr=UTR9&date=2026-11-15';
    expect(await importFile(test, account, IMPORT + said + all, rows(one.awb))).toMatchObject({
      state: 'done',
      counts: { recorded: 1 },
    });
    expect(await importFile(test, account, IMPORT + all, rows(two.awb))).toMatchObject({
      state: 'done',
      counts: { recorded: 1, remittances: 1 },
    });
    const other = await importFile(test, account, `/remittances/import?courier=other${all}`, rows(two.awb));
    expect(other.state).toBe('failed');
    const renamed = csvOf([
      ['Parcel', 'Paid', 'Due'],
      [two.awb, '1', '2'],
    ]);
    const now = `${IMPORT}&amount_column=Due&utr=UTR10&date=2026-11-15`;
    await importFile(test, account, now, renamed);
    expect((await get('/remittances?utr=UTR10')).data).toMatchObject([{ amount: 2 }]);
  });

  it('uses the reference and the date of the request for rows without their own', async () => {
    const [one, two] = [await deliveredCod(), await deliveredCod()];
    const file = fileOf([one.awb, 499, '', ''], [two.awb, 499, 'UTR1', '2026-11-14']);
    await importFile(test, account, `${IMPORT}&utr=UTR9&date=2026-11-15`, file);
    expect(await codOf(one.awb, two.awb)).toMatchObject([
      { utr_no: 'UTR9', remittance_date: '2026-11-15' },
      { utr_no: 'UTR1', remittance_date: '2026-11-14' },
    ]);
  });

  it('changes nothing if the file cannot be read to its end', async () => {
    const cod = await deliveredCod();
    const row = `${cod.awb},499,UTR1,2026-11-15\r\n`;
    for (const content of [
      '',
      'Remittances of November\r\n',
      `${HEADER.join(',')}\r\n${row}"${cod.awb},1,UTR2,2026-11-15\r\n`,
      Buffer.concat([Buffer.from(`${HEADER.join(',')},टिप्पणी\r\n${row}`), Buffer.from([0xff, 0xfe])]),
    ]) {
      const done = await importFile(test, account, IMPORT, content);
      expect(done).toMatchObject({ state: 'failed', rows: 0 });
      expect(done.failure).toMatch(/\w/);
    }
    expect((await get('/remittances')).data).toEqual([]);
  });

  it('imports once for an idempotency key, and rejects another file with the same key', async () => {
    const cod = await deliveredCod();
    const file = fileOf([cod.awb, '499', 'UTR1', '2026-11-15']);
    const key = { 'idempotency-key': 'one' };
    const first = await sendFile(account, IMPORT, file, key);
    expect(first.statusCode).toBe(202);
    const again = await sendFile(account, IMPORT, file, key);
    expect(again.body).toBe(first.body);
    expect((await sendFile(account, IMPORT, `${file}\r\n`, key)).statusCode).toBe(422);
    expect((await get('/imports')).meta.total).toBe(1);
  });

  it('imports once when three processes run it at the same time', async () => {
    const cod = await deliveredCod();
    const response = await sendFile(account, IMPORT, fileOf([cod.awb, '499', 'UTR1', '2026-11-15']));
    const { id } = response.json().data;
    await Promise.all([1, 2, 3].map(() => runImport(test.service, account.accountId, id)));
    expect((await get(`/imports/${id}`)).data).toMatchObject({ state: 'done', counts: { recorded: 1 } });
    expect(await owed()).toBe(0);
  });

  it('removes the file after 30 days, and keeps its report', async () => {
    const done = await imported(['NOPE', '499', 'UTR1', '2026-11-15']);
    const later = () => new Date(test.service.now().getTime() + 31 * DAY);
    // It takes 20 files at a time, the oldest of all accounts first.
    for (let call = 0; call < 5; call += 1) await forgetOldImportFiles({ ...test.service, now: later });
    const rows = await test.sql(
      'select (select count(*) from import_pieces)::integer as pieces, (select count(*) from import_rejections)::integer as rejections',
    );
    expect(rows).toEqual([{ pieces: 0, rejections: 0 }]);
    expect((await get(`/imports/${done.id}`)).data).toMatchObject({ rejected: 1 });
  });

  it('rejects a read-only key, and a body that is not CSV', async () => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      const refused = await sendFile(account, IMPORT, '{}', { 'content-type': type });
      expect(refused.statusCode).toBe(415);
      expect(refused.json().message).toBe('The body must be the file itself (content type text/csv)');
    }
    await test.sql("update credentials set scope = 'read' where account_id = $1", [account.accountId]);
    test.advance(2_000);
    expect((await sendFile(account, IMPORT, fileOf())).statusCode).toBe(403);
  });

  it('sends webhooks for payments and weight differences', async () => {
    const [cod, light] = [await deliveredCod(), await deliveredCod()];
    await makeWebhook(account, {
      url: 'http://127.0.0.1:9/hooks',
      events: ['remittance.recorded', 'weight_difference.raised'],
    });
    await imported([cod.awb, '490', 'UTR1', '2026-11-15']);
    const invoice = csvOf([
      ['AWB', 'Charged Weight (kg)', 'Taxable Amount', 'Invoice No'],
      [light.awb, 0.1, 1, 'I1'],
      [cod.awb, 9, 999, 'I1'],
    ]);
    await importFile(test, account, '/courier-invoices/import?courier=blue', invoice);
    const rows = await test.sql(
      'select e.event, e.body from webhook_events e where account_id = $1 order by event_id',
      [account.accountId],
    );
    expect(rows.map(({ event, body }) => ({ event, data: JSON.parse(body).data }))).toMatchObject([
      {
        event: 'remittance.recorded',
        data: { utr_no: 'UTR1', amount: 490, cod_amount: 499, shipments: 1, differences: 1 },
      },
      {
        event: 'weight_difference.raised',
        data: { tracking_number: cod.awb, invoice_number: 'I1', charged_weight: 9000, charged_amount: 999 },
      },
    ]);
  });

  it('records in the audit log who imported it', async () => {
    await imported(['NOPE', '499', 'UTR1', '2026-11-15']);
    const { data } = await get('/audit');
    expect(data.slice(0, 2)).toMatchObject([
      { action: 'remittance.imported', actor: { kind: 'key' }, changes: { rows: 1, rejected: 1 } },
      { action: 'import.received' },
    ]);
  });
});

describe('PUT /remittance-cycles', () => {
  const put = (payload: object) => account.put('/remittance-cycles', payload);

  it('decides when the cash of one carrier is overdue', async () => {
    const cod = await deliveredCod(499);
    const { meta: before } = await get('/remittances');
    expect(before.owed[0]).toMatchObject({ amount: 499, overdue: 0 });
    const said = await put({
      carrier_id: CARRIER,
      days: 2,
      counted: 'calendar',
      weekdays: ['Monday', 'friday'],
    });
    expect(said.statusCode, said.body).toBe(200);
    const cycle = { days: 2, counted: 'calendar', weekdays: ['monday', 'friday'] };
    expect(said.json().data).toMatchObject({ carrier: { id: CARRIER }, ...cycle });
    const { data } = await get('/remittance-cycles');
    const usual = { days: 8, counted: 'working', weekdays: ['monday', 'wednesday', 'friday'] };
    for (const { carrier, ...one } of data) expect(one).toEqual(carrier.id === CARRIER ? cycle : usual);
    const [{ delivery_date, remittance_date }] = await codOf(cod.awb);
    const due = Date.parse(remittance_date);
    expect([1, 5]).toContain(new Date(due).getUTCDay());
    expect(due - Date.parse(delivery_date)).toBeLessThanOrEqual(5 * DAY);
    await test.sql('update cod_dues set delivered_at = $2 where shipment_id = $1', [
      cod.shipmentId,
      new Date(Date.parse(delivery_date) - 10 * DAY),
    ]);
    const { meta } = await get('/remittances');
    expect(meta.owed[0]).toMatchObject({ amount: 499, overdue: 499 });
    const other = { days: 9, counted: 'working', weekdays: ['sunday'] };
    await put({ carrier_id: CARRIER, ...other });
    for (const { carrier, ...one } of (await get('/remittance-cycles')).data)
      expect(one).toEqual(carrier.id === CARRIER ? other : usual);
  });

  it('rejects an unknown carrier, 0 days and an unknown weekday', async () => {
    const unknown = await put({ carrier_id: 'nobody', days: 3 });
    expect(unknown.statusCode).toBe(422);
    expect(unknown.json().message).toBe('carrier_id nobody is not a carrier of this account');
    const wrong = await put({ carrier_id: CARRIER, days: 0, weekdays: ['someday'] });
    expect(wrong.json().errors).toHaveLength(2);
  });
});

describe('the debt of couriers', () => {
  it('is the delivered COD minus the remitted COD, after any scans and payments', async () => {
    const parcels = [await bookCod(100), await bookCod(200), await bookCod(300)];
    const step = fc.oneof(
      fc.record({
        parcel: fc.nat(2),
        status: fc.constantFrom('picked_up', 'delivered', 'rto_initiated', 'rto_delivered'),
      }),
      fc.record({ parcel: fc.nat(2), amount: fc.constantFrom(50, 100, 200), utr: fc.nat(3) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        for (const one of steps) {
          const { awb, shipmentId } = parcels[one.parcel] ?? { awb: '', shipmentId: '' };
          if ('status' in one) await scan(test, account, shipmentId, [one.status as 'delivered']);
          else await imported([awb, one.amount, `U${one.utr}`, '2026-11-15']);
          expect(await owed()).toBe(await owedInTruth());
        }
      }),
      lawRuns(8),
    );
  });

  it('does not depend on the order, the files or the repeats of rows', async () => {
    const parcels = [await deliveredCod(100), await deliveredCod(200), await deliveredCod(300)];
    const paid = fc.record({ parcel: fc.nat(2), utr: fc.nat(2) });
    const same = (one: { parcel: number; utr: number }) => `${one.parcel} ${one.utr}`;
    const sent = fc
      .uniqueArray(paid, { minLength: 1, maxLength: 6, selector: same })
      .chain((once) => fc.tuple(fc.constant(once), fc.shuffledSubarray([...once, ...once, ...once])))
      .chain(([once, some]) =>
        fc.record({ rows: fc.constant([...some, ...once]), cut: fc.nat(some.length + once.length) }),
      );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(sent, async ({ rows, cut }) => {
        run += 1;
        const before = await owed();
        const cells = rows.map(({ parcel, utr }) => {
          const day = `2026-11-${10 + ((parcel + utr) % 3)}`;
          return [parcels[parcel]?.awb ?? '', 50 + parcel + utr, `R${run}U${utr}`, day];
        });
        for (const part of [cells.slice(0, cut), cells.slice(cut)]) {
          await imported(...part);
        }
        const distinct = [...new Map(cells.map((row) => [`${row[0]} ${row[2]}`, row])).values()];
        // Asked for by name: after many runs they are no longer on the first page.
        const answers = await Promise.all([0, 1, 2].map((utr) => get(`/remittances?utr=R${run}U${utr}`)));
        const told = answers.flatMap(({ data }) => data);
        for (const { utr_no, amount, shipments, remittance_date } of told) {
          const own = distinct.filter(([, , utr]) => utr === utr_no);
          expect({ amount, shipments, remittance_date }).toEqual({
            amount: own.reduce((sum, [, paise]) => sum + Number(paise), 0),
            shipments: own.length,
            remittance_date: own.map(([, , , day]) => day).sort()[0],
          });
        }
        expect(told).toHaveLength(new Set(distinct.map(([, , utr]) => utr)).size);
        expect(before - (await owed())).toBe(distinct.reduce((sum, [, paise]) => sum + Number(paise), 0));
      }),
      lawRuns(4),
    );
    expect(await owed()).toBe(await owedInTruth());
  });

  it('does not use the overpayment of one parcel for another', async () => {
    const [unpaid, overpaid] = [await deliveredCod(499), await deliveredCod(100)];
    await imported([overpaid.awb, 400, 'UTR1', '2026-11-15']);
    await test.sql('update cod_dues set delivered_at = $2 where account_id = $1', [
      account.accountId,
      new Date(test.service.now().getTime() - 30 * DAY),
    ]);
    const { meta } = await get('/remittances');
    expect(meta.owed).toMatchObject([{ shipments: 2, amount: 199, overdue: 499 }]);
    expect(await owing()).toEqual(expect.arrayContaining([unpaid.awb]));
  });

  it('is removed when an earlier scan makes the delivery void', async () => {
    const cod = await deliveredCod();
    expect(await owed()).toBe(499);
    const { service } = test;
    await service.database.change(account.accountId, changeBy(service, SYSTEM), async (writer) => {
      writer.skipAudit('a scan of a test');
      const back = scanNow(test, cod.shipmentId, 'rto_delivered');
      await applyEvents(writer, [{ ...back, eventTime: back.eventTime - 30_000 }]);
    });
    expect(await owed()).toBe(0);
    expect(await owedInTruth()).toBe(0);
  });
});

it('a remittance is read from a workbook, without the cells that a spreadsheet has destroyed', async () => {
  const [one, other] = [await deliveredCod(), await deliveredCod()];
  const file = workbook([
    ['Payments of November', null, null, null],
    HEADER,
    [one.awb, 499, 'H1', { day: 46_341 }],
    ['4.05123E+11', 499, 'H1', { day: 46_341 }],
    [other.awb, { error: '#REF!' }, 'H1', { day: 46_341 }],
    ['Total', 998, null, null],
  ]);
  const done = await importFile(test, account, IMPORT, file);
  expect(done).toMatchObject({ rows: 3, rejected: 2, counts: { recorded: 1 } });
  const rejected = await account.get(`/imports/${done.id}/rejected`);
  expect(rejected.headers['content-type']).toContain('spreadsheetml');
  const again = await importFile(test, account, IMPORT, rejected.rawPayload);
  expect(again).toMatchObject({ rows: 2, rejected: 2 });
});

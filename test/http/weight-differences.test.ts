import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { gstOf } from '../../src/domain/money/gst.ts';
import { acceptOverdueDifferences } from '../../src/usecases/money/weight-differences.ts';
import { openApp, type TestAccount } from '../support/app.ts';
import { type Booked, bookOrder } from '../support/carriers.ts';
import { csvOf, importFile, sendFile } from '../support/files.ts';
import { lawRuns } from '../support/laws.ts';
import { makeWarehouse, scan } from '../support/orders.ts';
import { workbook } from '../support/workbook.ts';

const DAY = 86_400_000;
const IMPORT = '/courier-invoices/import?courier=Blue-Kite';
const HEADER = ['AWB', 'Charged Weight (kg)', 'Taxable Amount', 'Invoice No'];
let account: TestAccount;
let warehouseId: string;
let booked: Booked;
let ours: number;

const test = await openApp();
beforeEach(async () => {
  account = await test.account();
  warehouseId = await makeWarehouse(account);
  booked = await bookOrder(account, warehouseId);
  await scan(test, account, booked.shipmentId, ['picked_up', 'delivered']);
  const rows = await test.sql(
    'select total_charges_paise::integer as paise from bookings where shipment_id = $1',
    [booked.shipmentId],
  );
  ours = rows[0].paise;
});

function fileOf(...rows: (string | number)[][]): string {
  return csvOf([HEADER, ...rows]);
}

/** A parcel of 2 kg, charged Rs 20 above ours. */
function heavier(invoice = 'INV-1', { trackingNumber } = booked): (string | number)[] {
  return [trackingNumber, 2, (ours + 2_000) / 100, invoice];
}

const get = (path: string) => account.read(path);
/** Imports these rows. */
const imported = (...rows: (string | number)[][]) => importFile(test, account, IMPORT, fileOf(...rows));

async function raise(): Promise<{ id: string }> {
  await imported(heavier());
  const { data } = await get('/weight-differences');
  return data[0];
}

/** The shipment's charges for weight differences, including GST, in paise. */
async function chargedForWeight(): Promise<number> {
  const { meta } = await get('/ledger?event_type=weight_difference');
  return Math.round(meta.sum.amount_with_gst * 100);
}

describe('importing an invoice of a courier', () => {
  it('raises a difference only for a row that is heavier and dearer than the booking', async () => {
    const other = await bookOrder(account, warehouseId);
    const done = await imported(
      heavier(),
      [other.trackingNumber, 2, ours / 100, 'INV-1'],
      ['NOPE', 1, 1, 'INV-1'],
      ['X', 'heavy', '', ''],
    );
    expect(done).toMatchObject({
      state: 'done',
      rejected: 2,
      counts: { recorded: 2, repeated: 0, raised: 1, charged_more: 1, invoices: 1 },
    });
    expect((await get(`/imports/${done.id}`)).data.money).toEqual({
      couriers: [
        {
          ...{ courier: expect.any(String), rows: 2 },
          ...{ amount: (2 * ours + 2_000) / 100, expected: (2 * ours) / 100, difference: 20 },
        },
      ],
      differing: 1,
      differences: [
        {
          ...{ line: 2, tracking_number: booked.trackingNumber, shipment_id: booked.shipmentId },
          courier: expect.any(String),
          ...{ amount: (ours + 2_000) / 100, expected: ours / 100, difference: 20 },
        },
      ],
    });
    const { data, meta } = await get('/weight-differences');
    expect(meta.total).toBe(1);
    expect(data[0]).toMatchObject({
      shipment_id: booked.shipmentId,
      tracking_number: booked.trackingNumber,
      courier: 'blue-kite',
      invoice_number: 'INV-1',
      our_weight: 450,
      charged_weight: 2000,
      our_amount: ours / 100,
      charged_amount: (ours + 2_000) / 100,
      difference_amount: 20,
      agreed_amount: null,
      state: 'raised',
      steps: [{ state: 'raised', by: expect.any(String), note: null, amount: null }],
    });
    expect(await chargedForWeight()).toBe(0);
  });

  it('changes nothing when a row is sent again, and rejects a row with other figures', async () => {
    await imported(heavier());
    const again = await imported(heavier(), [booked.trackingNumber, 3, 1, 'INV-1']);
    expect(again).toMatchObject({ rejected: 1, counts: { recorded: 0, repeated: 1, raised: 0 } });
    expect((await get('/weight-differences')).meta.total).toBe(1);
  });

  it('accepts one shipment in two invoices of one file', async () => {
    const done = await imported(heavier('A'), heavier('B'));
    expect(done).toMatchObject({
      rejected: 0,
      counts: { recorded: 2, repeated: 0, raised: 2, charged_more: 2, invoices: 2 },
    });
    const [, weight, amount] = heavier() as [string, number, number];
    const contradicting = fileOf(heavier('C'), [booked.trackingNumber, weight, amount + 1, 'D']);
    expect(await importFile(test, account, IMPORT, contradicting)).toMatchObject({
      rejected: 0,
      counts: { recorded: 2 },
    });
  });

  it.each([
    ['a parcel that came back to its origin', ['ndr_raised', 'rto_initiated', 'rto_delivered'], false],
    ['a parcel that is on its way back', ['ndr_raised', 'rto_initiated'], true],
  ] as const)(
    'includes the charge of the way back in the expected amount only for %s',
    async (_, statuses, isRaised) => {
      const other = await bookOrder(account, warehouseId);
      await scan(test, account, other.shipmentId, ['picked_up', ...statuses]);
      const rows = await test.sql(
        'select rto_charges_paise::integer as rto from bookings where shipment_id = $1',
        [other.shipmentId],
      );
      const { rto } = rows[0];
      const both = fileOf([other.trackingNumber, 2, (ours + rto) / 100, 'INV-1']);
      expect((await importFile(test, account, IMPORT, both)).counts).toMatchObject({
        recorded: 1,
        raised: isRaised ? 1 : 0,
      });
    },
  );

  it('lists only differences above the tolerance of the account', async () => {
    const other = await bookOrder(account, warehouseId);
    await account.put('/weight-difference-settings', { tolerance_amount: 5 });
    const file = fileOf(
      [booked.trackingNumber, 0.1, (ours + 500) / 100, 'INV-1'],
      [other.trackingNumber, 0.1, (ours + 501) / 100, 'INV-1'],
    );
    const { id } = await importFile(test, account, IMPORT, file);
    expect((await get(`/imports/${id}`)).data.money).toMatchObject({
      differing: 1,
      differences: [{ tracking_number: other.trackingNumber, difference: 5.01 }],
    });
  });

  it('rejects an invoice number of more than 60 characters, and skips empty rows', async () => {
    const [awb, weight, amount] = heavier() as [string, number, number];
    const done = await imported(
      [awb, weight, amount, 'I'.repeat(61)],
      ['', '', '', ''],
      [awb, weight, amount, 'I'.repeat(60)],
    );
    expect(done).toMatchObject({ rejected: 1, counts: { recorded: 1 } });
    const rejected = (await account.get(`/imports/${done.id}/rejected.csv`)).body;
    expect(rejected).toContain('Invoice No: has more than 60 characters');
  });

  it('uses the unit of the request, and the remembered columns of the courier', async () => {
    const named = csvOf([
      ['Parcel', 'Kilos (kg)', 'Sum'],
      [...heavier().slice(0, 1), 2_000, ours / 100 + 20],
    ]);
    const columns = '&tracking_number_column=parcel&weight_column=kilos%20(kg)&amount_column=sum';
    const first = await importFile(
      test,
      account,
      `${IMPORT}${columns}&invoice_number=A&weight_unit=g`,
      named,
    );
    expect(first).toMatchObject({ state: 'done', counts: { raised: 1 } });
    const second = await importFile(test, account, `${IMPORT}&invoice_number=B&weight_unit=g`, named);
    expect(second).toMatchObject({ state: 'done', counts: { recorded: 1 } });
    const { data } = await get('/weight-differences');
    expect(data).toMatchObject([
      { invoice_number: 'B', charged_weight: 2000 },
      { invoice_number: 'A', charged_weight: 2000 },
    ]);
    const ofOther = await importFile(
      test,
      account,
      '/courier-invoices/import?courier=other&invoice_number=C&weight_unit=g',
      named,
    );
    expect(ofOther.state).toBe('failed');
  });

  it('gives the same figures for any order, files and repeats of rows', async () => {
    const others = [await bookOrder(account, warehouseId), await bookOrder(account, warehouseId)];
    const shipments = [booked, ...others];
    const rows = shipments.flatMap((shipment) => [heavier('A', shipment), heavier('B', shipment)]);
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...rows, ...rows]), fc.nat(12), async (sent, cut) => {
        run += 1;
        const named = sent.map(([awb, weight, amount, invoice]) => [awb, weight, amount, `${invoice}${run}`]);
        for (const part of [named.slice(0, cut), named.slice(cut), named]) {
          await imported(...(part as (string | number)[][]));
        }
        const figures = await test.sql(
          `select invoice_number as invoice, shipments, charged_paise::integer as charged, our_paise::integer as ours,
              (select count(*)::integer from weight_differences d where d.account_id = $1 and d.invoice_id = i.invoice_id) as raised
             from courier_invoices i where account_id = $1 and invoice_number = any($2) order by 1`,
          [account.accountId, [`A${run}`, `B${run}`]],
        );
        const expected = ['A', 'B'].flatMap((invoice) => {
          const count = new Set(sent.filter((row) => row[3] === invoice).map(([awb]) => awb)).size;
          const sums = { charged: count * (ours + 2_000), ours: count * ours };
          return count === 0
            ? []
            : [{ invoice: `${invoice}${run}`, shipments: count, ...sums, raised: count }];
        });
        expect(figures).toEqual(expected);
      }),
      lawRuns(3),
    );
  });

  it('keeps invoices of two couriers with the same number apart', async () => {
    await imported(heavier());
    const ofOther = '/courier-invoices/import?courier=other';
    const done = await importFile(test, account, ofOther, fileOf(heavier()));
    expect(done.counts).toMatchObject({ recorded: 1, repeated: 0, raised: 1, invoices: 1 });
  });

  it('rejects a file without a unit of weights or without an invoice number', async () => {
    const content = csvOf([['AWB', 'Charged Weight', 'Taxable Amount'], heavier().slice(0, 3)]);
    const refused = await sendFile(account, `${IMPORT}&check=1`, content);
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors).toEqual([
      'the file has no column of invoice numbers: name it in invoice_number_column, or give one number for all rows in invoice_number',
      'the column name "Charged Weight" has no unit: give kg or g in weight_unit',
    ]);
    const said = `${IMPORT}&check=1&invoice_number=INV-9&weight_unit=KG`;
    expect((await sendFile(account, said, content)).json().data).toMatchObject({
      rejected: 0,
      counts: { raised: 1 },
    });
    expect((await get('/weight-differences')).meta.total).toBe(0);
  });

  it('rejects the invoice number that is reserved for weights from tracking', async () => {
    const content = csvOf([['AWB', 'Charged Weight', 'Taxable Amount'], heavier().slice(0, 3)]);
    const named = `${IMPORT}&check=1&weight_unit=KG&invoice_number=${encodeURIComponent('told by tracking')}`;
    expect((await sendFile(account, named, content)).json().data).toMatchObject({
      rejected: 1,
      counts: { raised: 0 },
    });
  });
});

describe('a weight difference', () => {
  it('is charged once when it is accepted, and shows who accepted it', async () => {
    const { id } = await raise();
    const accepted = await account.post(`/weight-differences/${id}/accept`, { note: 'it is heavy' });
    expect(accepted.statusCode, accepted.body).toBe(200);
    expect(accepted.json().data).toMatchObject({
      state: 'accepted',
      agreed_amount: 20,
      steps: [
        { state: 'raised' },
        { state: 'accepted', by: expect.any(String), note: 'it is heavy', amount: 20 },
      ],
    });
    const again = await account.post(`/weight-differences/${id}/accept`, {});
    expect(again.json()).toEqual(accepted.json());
    expect(await chargedForWeight()).toBe(2_000 + gstOf(2_000));
    const { data } = await get('/audit');
    expect(data[0]).toMatchObject({ action: 'weight_difference.accepted', subject_id: id });
    const disputed = await account.post(`/weight-differences/${id}/dispute`, {});
    expect(disputed.statusCode).toBe(422);
    expect(disputed.json().message).toBe('The weight difference is accepted, so it cannot be disputed');
  });

  it('is not charged while it is disputed, and is charged the settled amount later', async () => {
    const { id } = await raise();
    expect((await account.post(`/weight-differences/${id}/settle`, { amount: 1 })).statusCode).toBe(422);
    await account.post(`/weight-differences/${id}/dispute`, { note: 'see the photo' });
    expect(await chargedForWeight()).toBe(0);
    const tooMuch = await account.post(`/weight-differences/${id}/settle`, { amount: 20.01 });
    expect(tooMuch.json()).toMatchObject({
      message: 'amount must be at most the difference, Rs 20',
      problems: [{ field: 'amount', code: 'too_large' }],
    });
    const settled = await account.post(`/weight-differences/${id}/settle`, { amount: '12.50' });
    expect(settled.json().data).toMatchObject({ state: 'settled', agreed_amount: 12.5 });
    expect(await chargedForWeight()).toBe(1_250 + gstOf(1_250));
    await imported(heavier('INV-2'));
    const [next] = (await get('/weight-differences')).data;
    expect(next).toMatchObject({ state: 'raised', our_amount: ours / 100 + 12.5, difference_amount: 7.5 });
  });

  it('is not raised again for an amount that was accepted, after one and after two', async () => {
    const { id } = await raise();
    await account.post(`/weight-differences/${id}/accept`, {});
    const done = await imported(heavier('INV-2'));
    expect(done.counts).toMatchObject({ recorded: 1, raised: 0, charged_more: 0 });
    const heaviest = (invoice: string) => [booked.trackingNumber, 5, (ours + 5_000) / 100, invoice];
    await imported(heaviest('INV-3'));
    const [second] = (await get('/weight-differences')).data;
    expect(second).toMatchObject({ state: 'raised', difference_amount: 30 });
    await account.post(`/weight-differences/${second.id}/accept`, {});
    const last = await imported(heaviest('INV-4'));
    expect(last.counts).toMatchObject({ recorded: 1, raised: 0, charged_more: 0 });
  });

  it('does not change when another one is accepted', async () => {
    const other = await bookOrder(account, warehouseId);
    await imported(heavier(), heavier('INV-1', other));
    const before = (await get('/weight-differences')).data;
    const accepted = before.find((one: { shipment_id: string }) => one.shipment_id === booked.shipmentId);
    await account.post(`/weight-differences/${accepted.id}/accept`, {});
    const { data } = await get('/weight-differences');
    expect(data.filter(({ id }: { id: string }) => id !== accepted.id)).toEqual(
      before.filter(({ id }: { id: string }) => id !== accepted.id),
    );
    expect(data.find(({ id }: { id: string }) => id === accepted.id).steps).toHaveLength(2);
  });

  it('is accepted automatically after the days of the account’s settings', async () => {
    await raise();
    const accept = async (days: number) => {
      test.advance(days * DAY);
      await acceptOverdueDifferences(test.service);
      return (await get('/weight-differences')).data[0];
    };
    expect(await accept(60)).toMatchObject({ state: 'raised' });
    const settings = await account.put('/weight-difference-settings', { accept_after_days: 62 });
    expect(settings.json().data).toEqual({
      tolerance_weight: 50,
      tolerance_amount: 1,
      accept_after_days: 62,
    });
    await account.put('/weight-difference-settings', { tolerance_amount: 2 });
    expect(await accept(1)).toMatchObject({ state: 'raised' });
    expect(await accept(1)).toMatchObject({
      state: 'accepted',
      steps: [{}, { by: 'system', note: "accepted automatically, by the account's settings" }],
    });
    const cleared = await account.put('/weight-difference-settings', { accept_after_days: null });
    expect(cleared.json().data).toEqual({
      tolerance_weight: 50,
      tolerance_amount: 2,
      accept_after_days: null,
    });
    await imported([booked.trackingNumber, 9, 900, 'INV-9']);
    expect(await accept(100)).toMatchObject({ state: 'raised' });
  });

  it.each(['dispute', 'settle'] as const)(
    'is not accepted automatically after somebody began to %s it',
    async (action) => {
      const { id } = await raise();
      await account.post(`/weight-differences/${id}/dispute`, {});
      if (action === 'settle') {
        const settled = await account.post(`/weight-differences/${id}/settle`, { amount: 20 });
        expect(settled.json().data).toMatchObject({ state: 'settled', agreed_amount: 20 });
      }
      await account.put('/weight-difference-settings', { accept_after_days: 1 });
      const before = (await get('/weight-differences')).data;
      test.advance(10 * DAY);
      await acceptOverdueDifferences(test.service);
      expect((await get('/weight-differences')).data).toEqual(before);
    },
  );

  it('is raised only above the tolerances of the account', async () => {
    const none = await account.put('/weight-difference-settings', { tolerance_weight: 0 });
    expect(none.json().data).toMatchObject({ tolerance_weight: 0, tolerance_amount: 1 });
    await account.put('/weight-difference-settings', { tolerance_weight: 2_000, tolerance_amount: 0 });
    const done = await imported(heavier());
    expect(done.counts.raised).toBe(0);
  });

  it('is not found by another account', async () => {
    const { id } = await raise();
    account = await test.account('Other');
    expect((await get('/weight-differences')).data).toEqual([]);
    for (const action of ['accept', 'dispute', 'settle']) {
      const response = await account.post(`/weight-differences/${id}/${action}`, { amount: 0 });
      expect(response.statusCode).toBe(404);
    }
  });
});

it('an invoice is read from a workbook, without the cells that a spreadsheet has destroyed', async () => {
  const destroyed = ['4.05123E+11', 2, 50, 'INV-1'];
  const done = await importFile(test, account, IMPORT, workbook([HEADER, heavier(), destroyed]));
  expect(done).toMatchObject({ rows: 2, rejected: 1 });
  expect((await get('/weight-differences')).data).toHaveLength(1);
});

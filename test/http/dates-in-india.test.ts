import { beforeAll, describe, expect, it } from 'vitest';
import { openApp, type TestAccount } from '../support/app.ts';
import { type Booked, bookOrder, bookOrderWith, CARRIER } from '../support/carriers.ts';
import { type DateAtTheEdge, datesAtTheEdge, setClock } from '../support/edges-of-dates.ts';
import { csvOf, importFile } from '../support/files.ts';
import { makeWarehouse, scan } from '../support/orders.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const EVERY_WEEKDAY = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const [first] = datesAtTheEdge as [DateAtTheEdge];
const test = await openApp({ now: new Date(first.now.getTime() - DAY) });

/** The date some days after another. */
function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
}

it('numbers a credit note in the financial year of its own date, not of the invoice', async () => {
  setClock(test, new Date('2027-03-31T23:59:00+05:30'));
  const account = await test.account();
  const warehouseId = await makeWarehouse(account, { gst_no: '07ABCDE1234F1Z2' });
  const order_items = [{ name: 'Chai', units: 1, selling_price: 499, tax: 5 }];
  const { shipmentId } = await bookOrderWith(account, warehouseId, { order_items });
  const [invoice] = (await account.post('/invoices', { shipment_ids: [shipmentId] })).json().data;
  setClock(test, new Date('2027-04-01T00:30:00+05:30'));
  const note = (await account.post(`/invoices/${invoice.id}/cancel`, {})).json().data;
  expect([invoice.number, note.number]).toEqual(['2627/1', '2728C/1']);
});

describe.each(datesAtTheEdge)('at $name', ({ now, day }) => {
  const month = day.slice(0, 7);
  const year = Number(day.slice(0, 4));
  const financialYear = day < '2027-04-01' ? '2627' : '2728';
  const atMidnight = (days: number) => Date.parse(`${daysAfter(day, days)}T00:00:00+05:30`);
  let account: TestAccount;
  let warehouseId: string;
  let booked: Booked;

  async function get(path: string) {
    const response = await account.get(path);
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  }

  // A COD order that is booked, picked up and delivered, the last at `now`.
  beforeAll(async () => {
    setClock(test, new Date(now.getTime() - 2 * MINUTE));
    account = await test.account();
    warehouseId = await makeWarehouse(account, { gst_no: '07ABCDE1234F1Z2' });
    booked = await bookOrderWith(account, warehouseId, {
      carrier_id: CARRIER,
      payment_method: 'COD',
      cod_collectible: 499,
      order_items: [{ name: 'Chai', units: 1, selling_price: 499, tax: 5 }],
    });
    const cycle = { carrier_id: CARRIER, days: 1, counted: 'calendar', weekdays: EVERY_WEEKDAY };
    await account.put('/remittance-cycles', cycle);
    await scan(test, account, booked.shipmentId, ['picked_up', 'delivered']);
    expect(test.service.now()).toEqual(now);
  });

  it('sums up the charges and COD of today in the current month, the last of six', async () => {
    const { data, meta } = await get('/money-by-month');
    expect(meta.end_month).toBe(month);
    const halfAYear = new Date(Date.UTC(year, Number(month.slice(5)) - 6, 1)).toISOString();
    expect(meta.start_month).toBe(halfAYear.slice(0, 7));
    expect(data).toMatchObject([{ month, cod_collected: 499 }]);
    expect(data[0].charged).toBeGreaterThan(0);
  });

  it.each([
    ['/ledger', 2],
    ['/cod', 1],
  ])('lists entries of %s only on this day', async (path, count) => {
    const countOn = async (date: string) =>
      (await get(`${path}?start_time=${date}&end_time=${date}`)).meta.total;
    expect(await Promise.all([-1, 0, 1].map((days) => countOn(daysAfter(day, days))))).toEqual([0, count, 0]);
  });

  it('writes the time in India into files', async () => {
    expect(
      (await account.get('/ledger.csv')).body.match(new RegExp(`\r\n${day} .*,${day} `, 'g')),
    ).toHaveLength(2);
    expect((await account.get('/cod.csv')).body).toMatch(
      new RegExp(`\r\n${day},.*,499\\.00,0\\.00,499\\.00,${daysAfter(day, 1)},,`),
    );
  });

  it('shows tomorrow as the due day of a courier that pays after one day', async () => {
    const { data } = (await account.post('/cod-remittance', { awbs: [booked.trackingNumber] })).json();
    expect(data).toMatchObject([{ delivery_date: day, remittance_date: daysAfter(day, 1) }]);
    expect((await get('/remittances')).meta.owed).toMatchObject([
      { overdue: 0, due_since: daysAfter(day, 1) },
    ]);
  });

  it.each([
    ['23:59 on the due day', atMidnight(2) - MINUTE, false],
    ['00:00 on the next day', atMidnight(2), true],
  ])('shows COD as overdue only after its due day: at %s', async (_, at, isOverdue) => {
    setClock(test, new Date(at));
    const { data, meta } = await get('/cod');
    const { owed } = (await get('/remittances')).meta;
    setClock(test, now);
    expect([data[0].is_overdue, meta.sum.overdue_amount, owed[0].overdue]).toEqual(
      isOverdue ? [true, 499, 499] : [false, 0, 0],
    );
    expect(data[0].due_date).toBe(daysAfter(day, 1));
  });

  it('accepts payments up to tomorrow, and rejects those of the day after', async () => {
    const row = (days: number) => [booked.trackingNumber, 100, `U${days}`, daysAfter(day, days)];
    const file = csvOf([['AWB', 'COD Amount', 'UTR', 'Remittance Date'], row(0), row(1), row(2)]);
    const done = await importFile(test, account, '/remittances/import?courier=any', file);
    expect([done.counts.recorded, done.rejected]).toEqual([2, 1]);
    const rejected = (await account.get(`/imports/${done.id}/rejected.csv`)).body;
    expect(rejected).toContain(`${daysAfter(day, 2)} is in the future`);
  });

  it('uses the date of the request for payments without a date', async () => {
    const file = csvOf([
      ['AWB', 'COD Amount', 'UTR'],
      [booked.trackingNumber, 1, 'UTR-OF-DAY'],
    ]);
    await importFile(test, account, `/remittances/import?courier=any&date=${day}`, file);
    const { data } = await get('/remittances?utr_no=UTR-OF-DAY');
    expect(data).toMatchObject([{ remittance_date: day }]);
  });

  it('numbers invoices and credit notes in the financial year, and lists them on this day', async () => {
    const shipment_ids = [booked.shipmentId];
    const [invoice] = (await account.post('/invoices', { shipment_ids })).json().data;
    const note = (await account.post(`/invoices/${invoice.id}/cancel`, {})).json().data;
    expect([invoice.number, note.number]).toEqual([`${financialYear}/1`, `${financialYear}C/1`]);
    expect((await get(`/invoices?start_time=${day}&end_time=${day}`)).meta.total).toBe(2);
    const before = daysAfter(day, -1);
    expect((await get(`/invoices?start_time=${before}&end_time=${before}`)).meta.total).toBe(0);
    expect((await account.get('/invoices.csv')).body).toContain(`\r\n${day} `);
  });

  it('counts the orders of this day in a report', async () => {
    const countOn = async (days: number) => {
      const date = daysAfter(day, days);
      const body = { start_date_time: date, end_date_time: date, shipment_type: 'forward' };
      return (await account.post('/reports', body)).json().payload.summary.total_shipments;
    };
    expect(await Promise.all([-1, 0, 1].map(countOn))).toEqual([0, 1, 0]);
  });

  it.each([
    ['day', day],
    ['month', `${month}-01`],
  ])('counts a delivery in the %s that contains this date', async (bucket, start) => {
    const { data } = (
      await account.post('/analytics/shipments', { bucket, date_field: 'delivered_at' })
    ).json();
    expect(data).toMatchObject([{ bucket: start, shipments: 1 }]);
  });

  it('warns about a list of holidays that lacks this year', async () => {
    const lackedYear = async (holiday: string) => {
      const list = { weekly_off: [], days: [{ day: holiday, name: 'Holi' }] };
      return (await account.put('/holidays', list)).json().data.lacks_year;
    };
    expect(await lackedYear(`${year}-03-11`)).toBeNull();
    expect(await lackedYear(`${year - 1}-03-11`)).toBe(year);
    expect(await lackedYear(`${year + 1}-03-11`)).toBe(year);
    await account.delete('/holidays');
  });

  it('promises pickup today before the cut-off, and on the next working day after it', async () => {
    await test.rateBooks.look();
    const quote = await account.post('/rates', {
      ...{ journey_type: 'forward', origin_pincode: '110020', destination_pincode: '560038' },
      ...{ dead_weight: 500, length: 10, width: 10, height: 10, payment_method: 'prepaid' },
    });
    const isSaturday = new Date(day).getUTCDay() === 6;
    const days = now.getTime() - atMidnight(0) < DAY / 2 ? 0 : isSaturday ? 2 : 1;
    const [{ expected_delivery }] = quote.json().result.serviceable_couriers;
    expect(expected_delivery.pickup).toBe(daysAfter(day, days));
  });

  it.each([
    ['at the start of the second day before this one', atMidnight(-2), 0],
    ['at the end of the third day before this one', atMidnight(-2) - 1, 1],
  ])('counts a parcel as stuck only after three days: last scan %s', async (_, at, stuck) => {
    const { shipmentId } = await bookOrder(account, warehouseId);
    await scan(test, account, shipmentId, ['picked_up', 'in_transit']);
    setClock(test, now);
    await test.sql('update shipments set newest_event_at = $3 where account_id = $1 and shipment_id = $2', [
      account.accountId,
      shipmentId,
      new Date(at),
    ]);
    expect((await get('/overview')).data.stuck).toBe(stuck);
  });
});

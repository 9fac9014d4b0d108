import { beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../src/domain/actor.ts';
import { gstOf } from '../../src/domain/money/gst.ts';
import { fillLedger } from '../../src/storage/money/fill-ledger.ts';
import { changeBy } from '../../src/usecases/service.ts';
import { openApp, type TestAccount } from '../support/app.ts';
import { type Booked, bookOrder, CARRIER, carrierHeaders, sendEvents } from '../support/carriers.ts';
import { itOnOneServer } from '../support/cluster.ts';
import { makeWarehouse, orderBody, scan } from '../support/orders.ts';
import { raceFor } from '../support/race.ts';

const MINUTE = 60_000;
let account: TestAccount;
let warehouseId: string;

const test = await openApp();
beforeEach(async () => {
  account = await test.account();
  warehouseId = await makeWarehouse(account);
});

const ledger = (query = '') => account.read(`/ledger${query}`);

async function kinds(query = ''): Promise<string[]> {
  const { data } = await ledger(query);
  return data.map(
    (entry: { transaction_type: string; event_type: string }) =>
      `${entry.transaction_type} ${entry.event_type}`,
  );
}

/** In paise. */
async function chargesOf({ shipmentId }: Booked) {
  const rows = await test.sql(
    `select total_charges_paise::integer as journey, rto_charges_paise::integer as rto,
        platform_fee_paise::integer as fee from bookings where shipment_id = $1`,
    [shipmentId],
  );
  return rows[0] as { journey: number; rto: number; fee: number };
}

describe('the ledger of a shipment', () => {
  it('has the platform fee at booking, the journey at pickup, and the way back at its end', async () => {
    const booked = await bookOrder(account, warehouseId);
    const charges = await chargesOf(booked);
    expect(await kinds()).toEqual(['debit platform_fee']);
    await scan(test, account, booked.shipmentId, ['picked_up', 'out_for_delivery', 'ndr_raised']);
    expect(await kinds()).toEqual(['debit shipment_debit', 'debit platform_fee']);
    await scan(test, account, booked.shipmentId, ['rto_initiated', 'rto_in_transit', 'rto_delivered']);
    expect(await kinds()).toEqual(['debit rto_charge', 'debit shipment_debit', 'debit platform_fee']);
    const { data, meta } = await ledger();
    const paise = [charges.rto, charges.journey, charges.fee];
    expect(data.map((entry: { amount_without_gst: number }) => entry.amount_without_gst)).toEqual(
      paise.map((one) => one / 100),
    );
    expect(data.map((entry: { amount_with_gst: number }) => entry.amount_with_gst)).toEqual(
      paise.map((one) => (one + gstOf(one)) / 100),
    );
    const total = paise.reduce((sum, one) => sum + one, 0);
    const gst = paise.reduce((sum, one) => sum + gstOf(one), 0);
    expect(meta).toMatchObject({
      total: 3,
      next_before: null,
      sum: { amount_without_gst: total / 100, gst: gst / 100, amount_with_gst: (total + gst) / 100 },
    });
  });

  it('credits the platform fee when the shipment is cancelled before pickup', async () => {
    const booked = await bookOrder(account, warehouseId);
    test.advance(MINUTE);
    expect((await account.post('/cancel-order', { awbs: [booked.trackingNumber] })).statusCode).toBe(200);
    expect(await kinds()).toEqual(['credit platform_fee', 'debit platform_fee']);
    expect((await ledger()).meta.sum.amount_with_gst).toBe(0);
  });

  it('charges a cancelled shipment again after a late scan of its pickup', async () => {
    const headers = await carrierHeaders(test);
    const booked = await bookOrder(account, warehouseId);
    test.advance(60 * MINUTE);
    const pickedUpAt = new Date(test.service.now().getTime() - 30 * MINUTE).toISOString();
    await account.post('/cancel-order', { awbs: [booked.trackingNumber] });
    await sendEvents(test, headers, {
      events: [{ tracking_number: booked.trackingNumber, status: 'picked_up', event_date_time: pickedUpAt }],
    });
    expect((await kinds()).toSorted()).toEqual([
      'credit platform_fee',
      'debit platform_fee',
      'debit platform_fee',
      'debit shipment_debit',
    ]);
    const journey = (await ledger('?event_type=shipment_debit')).data;
    expect(journey).toMatchObject([
      { happened_at: pickedUpAt, recorded_at: test.service.now().toISOString() },
    ]);
  });

  it('is empty for an order without a courier, and has the fee after its booking', async () => {
    const { payload } = (await account.post('/forward-order', orderBody(warehouseId))).json();
    expect(await kinds()).toEqual([]);
    await account.post('/forward-order-shipment', { shipment_id: payload.shipment_id, carrier_id: CARRIER });
    expect(await kinds()).toEqual(['debit platform_fee']);
  });

  // A cluster cannot disable triggers.
  itOnOneServer('is filled once for shipments from before the ledger existed', async () => {
    const booked = await bookOrder(account, warehouseId);
    await scan(test, account, booked.shipmentId, ['picked_up', 'delivered']);
    await test.sql('alter table ledger_entries disable trigger entries_never_change');
    await test.sql('delete from ledger_entries where account_id = $1', [account.accountId]);
    await test.sql('alter table ledger_entries enable trigger entries_never_change');
    await test.sql('delete from ledger_fill');
    const fill = async () => {
      while (await fillLedger(test.database.database, changeBy(test.service, SYSTEM)));
    };
    await fill();
    expect((await kinds()).toSorted()).toEqual(['debit platform_fee', 'debit shipment_debit']);
    test.advance(61 * MINUTE);
    // While another process works on it, nobody waits.
    const next = () => fillLedger(test.database.database, changeBy(test.service, SYSTEM));
    const held = { table: 'ledger_fill', where: 'begins_at <= $1', values: [test.service.now()] };
    expect(await raceFor(test.database, held, [next])).toEqual([false]);
    expect(await next()).toBe(true);
    await fill();
    await fill();
    expect(await kinds()).toHaveLength(2);
  });

  it('rejects every change and removal of an entry', async () => {
    await bookOrder(account, warehouseId);
    for (const change of ['update ledger_entries set amount_paise = 0', 'delete from ledger_entries']) {
      await expect(test.sql(change)).rejects.toThrow(/^ledger_entries(?:_\d+)? is append-only/);
    }
  });
});

describe('GET /ledger', () => {
  it('lists entries page by page, the newest first, with the exact total', async () => {
    for (let count = 0; count < 3; count += 1) await bookOrder(account, warehouseId);
    const first = await ledger('?per_page=2');
    expect(first.meta).toMatchObject({ per_page: 2, total: 3 });
    const second = await ledger(`?per_page=2&before=${first.meta.next_before}`);
    expect(second.meta).toMatchObject({ total: 3, next_before: null });
    const ids = [...first.data, ...second.data].map(({ id }: { id: string }) => id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect(new Set(ids).size).toBe(3);
  });

  it('filters by tracking number, event and time', async () => {
    const booked = await bookOrder(account, warehouseId);
    await bookOrder(account, warehouseId);
    await scan(test, account, booked.shipmentId, ['picked_up']);
    expect(await kinds(`?awb=${booked.trackingNumber.toLowerCase()}`)).toHaveLength(2);
    expect(await kinds('?event_type=shipment_debit')).toEqual(['debit shipment_debit']);
    const now = encodeURIComponent(test.service.now().toISOString());
    expect(await kinds(`?start_time=${now}`)).toEqual(['debit shipment_debit']);
  });

  it('shows no entries of another account', async () => {
    const { trackingNumber } = await bookOrder(account, warehouseId);
    account = await test.account('Other');
    expect(await kinds()).toEqual([]);
    expect(await kinds(`?awb=${trackingNumber}`)).toEqual([]);
  });
});

describe('POST /shipping-charges', () => {
  it('answers each tracking number once, and rejects unknown ones', async () => {
    const [booked, other] = [await bookOrder(account, warehouseId), await bookOrder(account, warehouseId)];
    await scan(test, account, booked.shipmentId, ['picked_up']);
    await account.post('/cancel-order', { awbs: [other.trackingNumber] });
    const { journey, fee } = await chargesOf(booked);
    const stranger = await test.account('Other');
    const foreign = await bookOrder(stranger, await makeWarehouse(stranger));
    const charge = (event_type: string, paise: number, transaction_type = 'debit') => ({
      event_type,
      transaction_type,
      amount_without_gst: paise / 100,
      amount_with_gst: (paise + gstOf(paise)) / 100,
    });
    const awbs = [booked, other, foreign, booked].map(({ trackingNumber }) => trackingNumber);
    const response = await account.post('/shipping-charges', { awbs: ['NOPE', ...awbs] });
    expect(response.json().data).toEqual([
      { tracking_number: 'NOPE', error: 'AWB NOPE does not exist in your account.' },
      {
        tracking_number: booked.trackingNumber,
        charges: [charge('platform_fee', fee), charge('shipment_debit', journey)],
      },
      {
        tracking_number: other.trackingNumber,
        charges: [charge('platform_fee', fee), charge('platform_fee', fee, 'credit')],
      },
      {
        tracking_number: foreign.trackingNumber,
        error: `AWB ${foreign.trackingNumber} does not exist in your account.`,
      },
    ]);
  });

  it.each([
    [{}, 'awbs is mandatory'],
    [{ awbs: null }, 'awbs is mandatory'],
    [{ awbs: [] }, 'awbs is mandatory'],
    [{ awbs: 'X' }, 'awbs must be an array'],
    [{ awbs: Array.from({ length: 101 }, (_, index) => `A${index}`) }, 'AWB maximum limit is 100'],
  ])('rejects %j with status 400', async (body, sentence) => {
    const response = await account.post('/shipping-charges', body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ status: 'ERROR', message: sentence });
  });

  it('accepts 100 different tracking numbers with repeats', async () => {
    const awbs = Array.from({ length: 300 }, (_, index) => `A${index % 100}`);
    const response = await account.post('/shipping-charges', { awbs });
    expect(response.statusCode).toBe(200);
    expect(response.json().data).toHaveLength(100);
  });

  it('allows 5 requests a minute for each account, also without a rate limit', async () => {
    const ask = async () => (await account.post('/shipping-charges', { awbs: ['X'] })).statusCode;
    for (let count = 0; count < 5; count += 1) expect(await ask()).toBe(200);
    const beyond = await account.post('/shipping-charges', { awbs: ['X'] });
    expect(beyond.statusCode).toBe(429);
    expect(Number(beyond.headers['retry-after'])).toBeLessThanOrEqual(60);
    const other = await test.account('Other');
    expect((await other.post('/shipping-charges', { awbs: ['X'] })).statusCode).toBe(200);
    test.advance(MINUTE);
    expect(await ask()).toBe(200);
  });
});

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

async function ledger(query = '') {
  const response = await account.get(`/ledger${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

async function kinds(query = ''): Promise<string[]> {
  const { data } = await ledger(query);
  return data.map(
    (entry: { transaction_type: string; event_type: string }) =>
      `${entry.transaction_type} ${entry.event_type}`,
  );
}

/** In paise. */
async function chargesOf({ shipmentId }: Booked) {
  const { rows } = await test.database.database.pool.query(
    `select total_charges_paise::integer as journey, rto_charges_paise::integer as rto,
        platform_fee_paise::integer as fee from bookings where shipment_id = $1`,
    [shipmentId],
  );
  return rows[0] as { journey: number; rto: number; fee: number };
}

describe('the ledger of a shipment', () => {
  it('has the platform fee at booking, the journey at pickup, and the way back when it is back', async () => {
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

  it('takes the platform fee back where the shipment is cancelled before pickup', async () => {
    const booked = await bookOrder(account, warehouseId);
    test.advance(MINUTE);
    expect((await account.post('/cancel-order', { awbs: [booked.trackingNumber] })).statusCode).toBe(200);
    expect(await kinds()).toEqual(['credit platform_fee', 'debit platform_fee']);
    expect((await ledger()).meta.sum.amount_with_gst).toBe(0);
  });

  it('charges again what a late pickup scan makes due', async () => {
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
  });

  it('has nothing for an order without a courier, and its fee once one is booked', async () => {
    const { payload } = (await account.post('/forward-order', orderBody(warehouseId))).json();
    expect(await kinds()).toEqual([]);
    await account.post('/forward-order-shipment', { shipment_id: payload.shipment_id, carrier_id: CARRIER });
    expect(await kinds()).toEqual(['debit platform_fee']);
  });

  // A cluster cannot disable triggers.
  itOnOneServer('is filled for shipments from before there was a ledger, once', async () => {
    const booked = await bookOrder(account, warehouseId);
    await scan(test, account, booked.shipmentId, ['picked_up', 'delivered']);
    const { pool } = test.database.database;
    await pool.query('alter table ledger_entries disable trigger entries_never_change');
    await pool.query('delete from ledger_entries where account_id = $1', [account.accountId]);
    await pool.query('alter table ledger_entries enable trigger entries_never_change');
    await pool.query('delete from ledger_fill');
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

  it('is never changed, by nobody', async () => {
    await bookOrder(account, warehouseId);
    const { pool } = test.database.database;
    for (const change of ['update ledger_entries set amount_paise = 0', 'delete from ledger_entries']) {
      await expect(pool.query(change)).rejects.toThrow(/^ledger_entries(?:_\d+)? is append-only/);
    }
  });
});

describe('GET /ledger', () => {
  it('pages newest first, with the exact total', async () => {
    for (let count = 0; count < 3; count += 1) await bookOrder(account, warehouseId);
    const first = await ledger('?per_page=2');
    expect(first.meta).toMatchObject({ per_page: 2, total: 3 });
    const second = await ledger(`?per_page=2&before=${first.meta.next_before}`);
    expect(second.meta).toMatchObject({ total: 3, next_before: null });
    const ids = [...first.data, ...second.data].map(({ id }: { id: string }) => id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect(new Set(ids).size).toBe(3);
  });

  it('takes a tracking number, an event and a span of time', async () => {
    const booked = await bookOrder(account, warehouseId);
    await bookOrder(account, warehouseId);
    await scan(test, account, booked.shipmentId, ['picked_up']);
    expect(await kinds(`?awb=${booked.trackingNumber.toLowerCase()}`)).toHaveLength(2);
    expect(await kinds('?event_type=shipment_debit')).toEqual(['debit shipment_debit']);
    const now = encodeURIComponent(test.service.now().toISOString());
    expect(await kinds(`?start_time=${now}`)).toEqual(['debit shipment_debit']);
  });

  it('shows nothing of another account', async () => {
    const { trackingNumber } = await bookOrder(account, warehouseId);
    account = await test.account('Other');
    expect(await kinds()).toEqual([]);
    expect(await kinds(`?awb=${trackingNumber}`)).toEqual([]);
  });
});

describe('POST /shipping-charges', () => {
  it('answers each tracking number once, and names those that the account does not have', async () => {
    const booked = await bookOrder(account, warehouseId);
    await scan(test, account, booked.shipmentId, ['picked_up']);
    const { journey, fee } = await chargesOf(booked);
    const response = await account.post('/shipping-charges', {
      awbs: [booked.trackingNumber, 'NOPE', booked.trackingNumber],
    });
    expect(response.json()).toEqual({
      data: [
        {
          tracking_number: booked.trackingNumber,
          charges: [
            {
              event_type: 'platform_fee',
              transaction_type: 'debit',
              amount_without_gst: fee / 100,
              amount_with_gst: (fee + gstOf(fee)) / 100,
            },
            {
              event_type: 'shipment_debit',
              transaction_type: 'debit',
              amount_without_gst: journey / 100,
              amount_with_gst: (journey + gstOf(journey)) / 100,
            },
          ],
        },
        { tracking_number: 'NOPE', error: 'AWB NOPE does not exist in your account.' },
      ],
    });
  });

  it.each([
    [{}, 'awbs is mandatory'],
    [{ awbs: null }, 'awbs is mandatory'],
    [{ awbs: [] }, 'awbs is mandatory'],
    [{ awbs: 'X' }, 'awbs must be an array'],
    [{ awbs: Array.from({ length: 101 }, (_, index) => `A${index}`) }, 'AWB maximum limit is 100'],
  ])('refuses %j with 400', async (body, sentence) => {
    const response = await account.post('/shipping-charges', body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ status: 'ERROR', message: sentence });
  });

  it('takes 100 different ones however often they are repeated', async () => {
    const awbs = Array.from({ length: 300 }, (_, index) => `A${index % 100}`);
    const response = await account.post('/shipping-charges', { awbs });
    expect(response.statusCode).toBe(200);
    expect(response.json().data).toHaveLength(100);
  });

  it('takes 5 requests a minute of an account, though no rate limit is set', async () => {
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

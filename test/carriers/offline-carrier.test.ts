import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OfflineCarrier } from '../../src/carriers/offline/offline-carrier.ts';
import { SerialPermutation } from '../../src/domain/orders/serial-permutation.ts';
import { makeTrackingNumber, type TrackingNumberParts } from '../../src/domain/orders/tracking-number.ts';
import { DatabaseOfflineLedger, setOfflineBehaviours } from '../../src/storage/booking/offline-ledger.ts';
import { secretMix } from '../../src/usecases/booking/open-serial-permutation.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { describeAdapter, TEST_ACCOUNT } from './adapter-contract.ts';

let test: TestDatabase;
const permutation = new SerialPermutation(secretMix(Buffer.alloc(32, 1)));

beforeAll(async () => {
  test = await createDatabase();
});
afterAll(() => test.drop());

const ANY = { carrierId: null, pincode: null, milliseconds: 0 };

describeAdapter('offline', async () => {
  const { database } = test;
  await setOfflineBehaviours(database, TEST_ACCOUNT, []);
  return {
    adapter: new OfflineCarrier(new DatabaseOfflineLedger(database), permutation),
    carrierId: 'lite',
    behave: (how) =>
      setOfflineBehaviours(database, TEST_ACCOUNT, how === 'well' ? [] : [{ kind: how, ...ANY }]),
    isExpected: async (trackingNumber) => {
      const { rows } = await database.pool.query<TrackingNumberParts>(
        'select prefix, serial::float8, is_permuted as "isPermuted" from offline_bookings where cancelled_at is null',
      );
      return rows.some((parts) => makeTrackingNumber(parts, permutation) === trackingNumber);
    },
  };
});

describe('the offline carrier', () => {
  it('reads scans as they are sent to this service, alone or in a list', () => {
    const carrier = new OfflineCarrier(new DatabaseOfflineLedger(test.database), permutation);
    const scan = { tracking_number: 'LITE1', status: 'In Transit', event_date_time: '2026-11-16 10:30' };
    const read = {
      trackingNumber: 'LITE1',
      status: 'In Transit',
      eventDateTime: '2026-11-16 10:30',
      location: null,
      description: null,
      reason: null,
      carrierEventId: null,
    };
    expect(carrier.readWebhook(scan)).toEqual([read]);
    expect(carrier.readWebhook([{ ...scan, carrier_event_id: 7, location: ' Nagpur ' }])).toEqual([
      { ...read, carrierEventId: '7', location: 'Nagpur' },
    ]);
  });

  it('knows and withdraws what it booked before its numbers were permuted', async () => {
    const carrier = new OfflineCarrier(new DatabaseOfflineLedger(test.database), permutation);
    const booking = { reference: newId(), accountId: TEST_ACCOUNT, carrierId: 'lite' };
    const { rows } = await test.database.pool.query<{ serial: number }>(
      `insert into offline_bookings (reference, carrier_id, prefix, booked_at) values ($1, 'lite', 'LITE', now())
        returning serial::float8`,
      [booking.reference],
    );
    const parts = { prefix: 'LITE', serial: rows[0]?.serial ?? 0, isPermuted: false };
    const trackingNumber = makeTrackingNumber(parts, permutation);
    expect(trackingNumber).toMatch(/^LITE0/);
    expect(await carrier.findBooking(booking)).toEqual({ outcome: 'booked', trackingNumber, surplus: [] });
    expect(await carrier.cancel({ ...booking, trackingNumber })).toEqual({ outcome: 'done' });
  });

  it('behaves for one account, carrier and pincode as it was told, and for others as ever', async () => {
    const ledger = new DatabaseOfflineLedger(test.database);
    await setOfflineBehaviours(test.database, TEST_ACCOUNT, [
      { kind: 'refuse', carrierId: 'lite', pincode: '560038', milliseconds: 0 },
      { kind: 'slow', carrierId: null, pincode: null, milliseconds: 5 },
    ]);
    expect(await ledger.behaviours(TEST_ACCOUNT)).toHaveLength(2);
    expect(await ledger.behaviours('00000000-0000-7000-8000-000000000000')).toEqual([]);
  });
});

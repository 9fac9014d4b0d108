import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OfflineCourier } from '../../src/carriers/offline/offline-courier.ts';
import { SerialPermutation } from '../../src/domain/orders/serial-permutation.ts';
import { makeTrackingNumber, type TrackingNumberParts } from '../../src/domain/orders/tracking-number.ts';
import { DatabaseOfflineLedger, setOfflineBehaviours } from '../../src/storage/booking/offline-ledger.ts';
import { secretMix } from '../../src/usecases/booking/open-serial-permutation.ts';
import { START } from '../support/clock.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { ample, describeAdapter, requestOf, TEST_ACCOUNT } from './adapter-contract.ts';

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
  const courier = new OfflineCourier(new DatabaseOfflineLedger(database), permutation);
  return {
    courier,
    adapter: courier.open(),
    carrierId: 'lite',
    behave: (how) =>
      setOfflineBehaviours(database, TEST_ACCOUNT, how === 'well' ? [] : [{ kind: how, ...ANY }]),
    listExpected: async () => {
      const { rows } = await database.pool.query<TrackingNumberParts>(
        'select prefix, serial::float8, is_permuted as "isPermuted" from offline_bookings where cancelled_at is null and booked_at is not null',
      );
      return rows.map((parts) => makeTrackingNumber(parts, permutation));
    },
    giveUp: () => AbortSignal.timeout(400),
    knowsRepeats: true,
    findsBookings: true,
    takesDecisions: true,
    failDelivery: async () => undefined,
  };
});

describe('the offline courier', () => {
  it('finds and cancels bookings from before its numbers were permuted', async () => {
    const adapter = new OfflineCourier(new DatabaseOfflineLedger(test.database), permutation).open();
    const booking = requestOf('lite');
    const rows = await test.sql<{ serial: number }>(
      `insert into offline_bookings (reference, carrier_id, prefix, booked_at) values ($1, 'lite', 'LITE', now())
        returning serial::float8`,
      [booking.reference],
    );
    const parts = { prefix: 'LITE', serial: rows[0]?.serial ?? 0, isPermuted: false };
    const trackingNumber = makeTrackingNumber(parts, permutation);
    expect(trackingNumber).toMatch(/^LITE0/);
    const lost = { ...booking, askedAt: START };
    expect(await adapter.findBooking(lost, ample())).toMatchObject({
      outcome: 'booked',
      trackingNumber,
      surplus: [],
    });
    const made = { ...booking, trackingNumber, courierOrderId: null };
    expect(await adapter.cancel(made, ample())).toEqual({ outcome: 'done' });
  });

  it('behaves as it was told for one account, carrier and pincode, and as usual for others', async () => {
    const ledger = new DatabaseOfflineLedger(test.database);
    await setOfflineBehaviours(test.database, TEST_ACCOUNT, [
      { kind: 'refuse', carrierId: 'lite', pincode: '560038', milliseconds: 0 },
      { kind: 'slow', carrierId: null, pincode: null, milliseconds: 5 },
    ]);
    expect(await ledger.behaviours(TEST_ACCOUNT)).toHaveLength(2);
    expect(await ledger.behaviours('00000000-0000-7000-8000-000000000000')).toEqual([]);
  });
});

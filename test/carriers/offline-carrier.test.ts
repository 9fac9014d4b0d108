import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OfflineCarrier } from '../../src/carriers/offline/offline-carrier.ts';
import { DatabaseOfflineLedger, setOfflineBehaviours } from '../../src/storage/offline-ledger.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { describeAdapter, TEST_ACCOUNT } from './adapter-contract.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createDatabase();
});
afterAll(() => test.drop());

const ANY = { carrierId: null, pincode: null, milliseconds: 0 };

describeAdapter('offline', async () => {
  const { database } = test;
  await setOfflineBehaviours(database, TEST_ACCOUNT, []);
  return {
    adapter: new OfflineCarrier(new DatabaseOfflineLedger(database)),
    carrierId: 'lite',
    behave: (how) =>
      setOfflineBehaviours(database, TEST_ACCOUNT, how === 'well' ? [] : [{ kind: how, ...ANY }]),
    isExpected: async (trackingNumber) => {
      const { rows } = await database.pool.query<{ open: boolean }>(
        'select cancelled_at is null as open from offline_bookings where serial = $1',
        [trackingNumber.replace(/\D/g, '').slice(0, -1)],
      );
      return rows[0]?.open === true;
    },
  };
});

describe('the offline carrier', () => {
  it('reads scans as they are sent to this service, alone or in a list', () => {
    const carrier = new OfflineCarrier(new DatabaseOfflineLedger(test.database));
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

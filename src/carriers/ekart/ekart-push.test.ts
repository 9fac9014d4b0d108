import { describe, expect, it } from 'vitest';
import { readEkartPush } from './ekart-push.ts';

const TRACKED = {
  ctime: 1_763_268_600_000,
  status: 'Delivered',
  location: 'Bengaluru',
  desc: 'Delivered Successfully',
  attempts: '0',
  pickupTime: 1_763_168_600_000,
  wbn: 'SWDP1000001',
  id: '500999A1000001',
  orderNumber: 'CHAI-1',
  edd: 1_763_268_600_009,
};

const SCAN = {
  trackingNumber: '500999A1000001',
  status: 'delivered',
  eventDateTime: '2025-11-16T10:20:00.000+05:30',
  location: 'Bengaluru',
  description: 'Delivered Successfully',
  reason: null,
  carrierEventId: null,
  expectedDay: '2025-11-16',
};

const DIRECT = {
  vendor_tracking_id: 'made0000000001',
  merchant_reference_id: 'CHAI-1',
  event: 'shipment_undelivered_attempted',
  status: 'undelivered',
  reason: 'Door Lock',
  sub_reasons: [],
  event_date: '2019-01-27 20:47:52',
  location: 'Bengaluru',
  remarks: 'nobody there',
};

describe('pushes of Ekart', () => {
  it('reads scans, one or a list', () => {
    expect(readEkartPush(TRACKED)).toEqual([SCAN]);
    expect(readEkartPush([TRACKED, { ...TRACKED, ctime: String(TRACKED.ctime) }])).toEqual([SCAN, SCAN]);
  });

  it('reads the reason of a failed attempt from words, including those of the schema', () => {
    expect(readEkartPush({ ...TRACKED, status: 'Undelivered', desc: 'Door locked' })).toMatchObject([
      { status: 'ndr_raised', reason: 'Door locked' },
    ]);
    expect(readEkartPush({ ...TRACKED, status: 'Undelivered', desc: 'Address Issue' })).toMatchObject([
      { status: 'ndr_raised', reason: 'address_incorrect' },
    ]);
  });

  it('passes over an entry that is not understood', () => {
    expect(readEkartPush([42, TRACKED])).toMatchObject([{ eventDateTime: '' }, SCAN]);
  });

  it('keeps a status that is not in the table', () => {
    expect(readEkartPush({ ...TRACKED, status: 'Teleported' })).toMatchObject([{ status: 'Teleported' }]);
    expect(readEkartPush({ ...TRACKED, status: 'constructor' })).toMatchObject([{ status: 'constructor' }]);
  });

  it('finds no scans in pushes of other topics', () => {
    const { wbn, id, orderNumber } = TRACKED;
    expect(readEkartPush({ id, wbn, vendor: 'EKART', orderNumber, channelId: 'c1' })).toEqual([]);
  });

  it('reads pushes for direct customers by their event and its reason', () => {
    expect(readEkartPush(DIRECT)).toEqual([
      {
        trackingNumber: 'MADE0000000001',
        status: 'ndr_raised',
        eventDateTime: '2019-01-27 20:47:52',
        location: 'Bengaluru',
        description: 'nobody there',
        reason: 'customer_not_available',
        carrierEventId: null,
      },
    ]);
    expect(readEkartPush({ ...DIRECT, sub_reasons: ['Incomplete Address'] })).toMatchObject([
      { reason: 'address_incomplete' },
    ]);
    expect(readEkartPush({ ...DIRECT, event: 'shipment_rto_created', reason: 'Never heard' })).toMatchObject([
      { status: 'rto_initiated', reason: 'Never heard' },
    ]);
  });

  it.each([
    [null],
    ['text'],
    [{}],
    [[]],
    [{ ...TRACKED, ctime: 'yesterday' }],
    [{ ...TRACKED, ctime: 1 }],
    [{ ...TRACKED, id: '' }],
    [{ ...TRACKED, status: undefined }],
    [{ ...DIRECT, event: null }],
    [[42, { id: 'X' }]],
  ])('refuses %j', (payload) => {
    expect(() => readEkartPush(payload)).toThrow('the payload must be a track_updated of Ekart');
  });
});

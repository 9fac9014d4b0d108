import { describe, expect, it } from 'vitest';
import { readShiprocketPush, shiprocketWords } from './shiprocket-answers.ts';

const PUSH = {
  awb: 'made1000001',
  courier_name: 'Madeup Surface',
  current_status: 'IN TRANSIT',
  // The numbers of orders, where 18 is a requested cancellation.
  current_status_id: 20,
  shipment_status: 'IN TRANSIT',
  shipment_status_id: 18,
  current_timestamp: '23 05 2023 11:43:52',
  order_id: 'CHAI-1',
  sr_order_id: 348_456_385,
  etd: '2023-05-23 15:40:19',
  scans: [
    {
      date: '2023-05-19 11:59:16',
      status: 'X-UCI',
      activity: 'Manifested - Manifest uploaded',
      location: 'Delhi',
      'sr-status': '5',
      'sr-status-label': 'MANIFEST GENERATED',
    },
    {
      date: '2023-05-19 15:32:17',
      status: 'X-PPOM',
      activity: 'In Transit - Shipment picked up',
      location: 'Delhi',
      'sr-status': 'NA',
      'sr-status-label': 'NA',
    },
    {
      date: '2023-05-20 10:00:00',
      status: 'EOD-6',
      activity: 'Customer refused to accept',
      location: 'Bengaluru',
      'sr-status': 21,
      'sr-status-label': 'UNDELIVERED',
    },
  ],
};

const DELIVERED = {
  current_status: 'Delivered',
  current_status_id: 7,
  shipment_status: 'Delivered',
  shipment_status_id: 7,
};

describe('pushes of Shiprocket', () => {
  it('reads a scan by its status number, or by its text if it has no number', () => {
    expect(readShiprocketPush(PUSH)).toEqual([
      {
        trackingNumber: 'MADE1000001',
        status: 'ready_for_pickup',
        eventDateTime: '2023-05-19 11:59:16',
        location: 'Delhi',
        description: 'Manifested - Manifest uploaded',
        reason: null,
        carrierEventId: null,
        expectedDay: '2023-05-23',
      },
      expect.objectContaining({ status: 'In Transit - Shipment picked up' }),
      expect.objectContaining({ status: 'ndr_raised', reason: 'Customer refused to accept' }),
    ]);
  });

  it('reads the push’s own status if it has no scans, first the status of the shipment', () => {
    const alone = { ...PUSH, scans: [] };
    const scan = { status: 'in_transit', eventDateTime: '2023-05-23 11:43:52', description: 'IN TRANSIT' };
    expect(readShiprocketPush(alone)).toEqual([expect.objectContaining(scan)]);
    expect(readShiprocketPush({ ...alone, shipment_status_id: undefined })).toMatchObject([scan]);
    expect(readShiprocketPush({ ...alone, shipment_status_id: 17, current_status_id: 19 })).toMatchObject([
      { status: 'out_for_delivery' },
    ]);
    expect(readShiprocketPush({ ...alone, shipment_status_id: 999, current_status_id: 999 })).toMatchObject([
      { status: 'IN TRANSIT' },
    ]);
  });

  it.each([
    ['without codes', [{ activity: 'GIVEN TO NEIGHBOUR' }], ['GIVEN TO NEIGHBOUR', 'delivered']],
    [
      'with a code that nobody knows',
      [{ status: 'EOD-38', activity: 'Given to the guard', 'sr-status': 'NA', 'sr-status-label': 'NA' }],
      ['Given to the guard', 'delivered'],
    ],
    [
      'of which only the newest is not known',
      [
        { activity: 'To the door', date: '2023-05-23 11:40:00', 'sr-status': 'NA' },
        { activity: 'Out for delivery', date: '2023-05-23 09:00:00', 'sr-status': '17' },
      ],
      ['To the door', 'out_for_delivery', 'delivered'],
    ],
    [
      'of which the newest is known',
      [
        { activity: 'Bag opened', date: '2023-05-23 07:00:00', 'sr-status': 'NA' },
        { activity: 'Out for delivery', date: '2023-05-23 09:00:00', 'sr-status': '17' },
      ],
      ['Bag opened', 'out_for_delivery'],
    ],
  ])('reads the state of the whole parcel beside scans %s', (_, scans, statuses) => {
    const date = '2023-05-23 11:40:00';
    const push = { ...PUSH, ...DELIVERED, scans: scans.map((scan) => ({ date, ...scan })) };
    const read = readShiprocketPush(push);
    expect(read.map(({ status }) => status)).toEqual(statuses);
    if (statuses.at(-1) === 'delivered') expect(read.at(-1)?.eventDateTime).toBe('2023-05-23 11:43:52');
    const own = { ...push, shipment_status_id: 'NA', current_status_id: null, current_timestamp: null };
    expect(readShiprocketPush(own).map(({ status }) => status.toLowerCase())).toEqual(
      statuses.map((status) => status.toLowerCase()),
    );
  });

  it.each([
    [null],
    ['text'],
    [{}],
    [[PUSH]],
    [{ ...PUSH, awb: '' }],
    [{ ...PUSH, scans: [], current_timestamp: 'yesterday' }],
    [{ ...PUSH, scans: [{ date: null }], current_timestamp: null }],
  ])('refuses %j', (payload) => {
    expect(() => readShiprocketPush(payload)).toThrow('the payload must be a push of Shiprocket');
  });
});

describe('status texts of Shiprocket', () => {
  it.each([
    ['"Invalid email and password combination"', 'Invalid email and password combination'],
    ['{"message":"Not found","status_code":404}', 'Not found'],
    [
      '{"message":{"phone":["is wrong"],"name":["is missing","is short"]}}',
      'phone: is wrong; name: is missing; is short',
    ],
    ['{"message":"Oops!","errors":{"city":["is too long"]}}', 'city: is too long'],
    [
      '{"message":["Delivery pincode is empty","Customer phone is empty"]}',
      'Delivery pincode is empty; Customer phone is empty',
    ],
    ['{"awb_assign_status":0,"response":{"data":{"awb_assign_error":"No balance"}}}', 'No balance'],
    ['{"payload":{"error_message":"Wrong"}}', 'Wrong'],
    ['<html></html>', null],
    ['{}', null],
    ['[]', null],
  ])('reads %s as %j', (text, words) => expect(shiprocketWords(text)).toBe(words));
});

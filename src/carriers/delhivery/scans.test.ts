import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseMoment } from '../../domain/india-time.ts';
import { isNdrReason, isRtoReason } from '../../domain/tracking/reasons.ts';
import { readScan } from '../../domain/tracking/scan.ts';
import { isReturnStatus } from '../../domain/tracking/statuses.ts';
import type { CarrierScan } from '../carrier-adapter.ts';
import { meaningOfCode } from './codes.ts';
import { readPushedScans } from './scans.ts';

interface Told {
  readonly Status: string;
  readonly StatusType: string;
  readonly NSLCode?: string;
  readonly StatusDateTime?: string;
  readonly Instructions?: string;
}

function pushOf({ NSLCode = 'X-NEW', ...status }: Told) {
  const moment = { StatusDateTime: '2026-11-15T10:30:00', StatusLocation: 'Delhi_Okhla_P (Delhi)' };
  return { Shipment: { AWB: '31321100000001', NSLCode, Status: { ...moment, ...status } } };
}

function pushed(told: Told): CarrierScan | undefined {
  return readPushedScans(pushOf(told))[0];
}

function wordOf(StatusType: string, Status: string, NSLCode?: string): string | undefined {
  return pushed({ StatusType, Status, ...(NSLCode === undefined ? {} : { NSLCode }) })?.status;
}

describe('status codes of Delhivery', () => {
  /** The aggregator's grouping, with the types. */
  const rows = readFileSync(new URL('nsl-codes.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .map(([flow = '', code = '', type = '', meaning = '', reason = '']) => ({
      flow,
      code,
      type,
      meaning,
      reason,
    }));

  /** The meaning of each group in our statuses, indexed by type and group. */
  const WORDS: Readonly<Record<string, string>> = {
    'UD manifested': 'ready_for_pickup',
    'UD out for pickup': 'out_for_pickup',
    'UD pickup failed': 'not_picked',
    'UD picked up': 'picked_up',
    'UD at origin': 'in_transit',
    'UD in transit': 'in_transit',
    'UD at destination': 'reached_destination_hub',
    'UD out for delivery': 'out_for_delivery',
    'UD delivery failed': 'ndr_raised',
    'UD damaged': 'damaged',
    'DL delivered': 'delivered',
    'DL rto delivered': 'rto_delivered',
    'LT lost': 'lost',
    'RT rto in transit': 'rto_in_transit',
    'RT rto out for delivery': 'rto_out_for_delivery',
    'RT rto failed': 'rto_need_attention',
    'RT damaged': 'rto_damaged',
    'RT delivery failed': 'rto_initiated',
    'PP placed': 'return_pickup_scheduled',
    'PP manifested': 'return_pickup_scheduled',
    'PP out for pickup': 'return_pickup_scheduled',
    'PP out for delivery': 'return_pickup_scheduled',
    'PP pickup failed': 'return_not_picked',
    'PP delivery failed': 'return_not_picked',
    'PP ': 'return_cancelled',
    'PU picked up': 'return_in_transit',
    'PU in transit': 'return_in_transit',
    'PU at destination': 'return_in_transit',
    'PU out for delivery': 'return_in_transit',
    'PU delivery failed': 'return_ndr_raised',
    'PU damaged': 'return_need_attention',
    'CN cancelled': 'return_cancelled',
    'CN pickup failed': 'return_cancelled',
    'DTO delivered': 'return_delivered',
  };

  /** Codes that we read differently from the groups, each with its reason. */
  const OTHERWISE: Readonly<Record<string, string | null>> = {
    // The parcel has not moved yet.
    'UD DLYFM-102': 'on_hold',
    // Picked up at the origin centre counts as picked up.
    'UD X-PROM': 'picked_up',
    'UD X-PRONM': 'picked_up',
    // The reason for the return comes with the start of the return.
    'RT RT-101': 'rto_initiated',
    'RT RT-107': 'rto_initiated',
    'RT RT-109': 'rto_initiated',
    'RT RT-113': 'rto_initiated',
    // Both lists have the code, as cancelled and as damaged; the parcel was delivered to the origin.
    'DL RT-111': 'return_delivered',
    // The list of reverse pickups says that the pickup failed, the other list that it was cancelled; a
    // cancellation would be `CN`.
    'PP CL-102': 'return_not_picked',
    'PP CL-103': 'return_not_picked',
    // With `PU` the parcel was picked up, so it was the seller who could not be reached.
    'PU DLYB2B-108': 'return_ndr_raised',
    // The goods failed the check.
    'CN EOD-84': 'return_qc_failed',
    'CN EOD-95': 'return_qc_failed',
    'CN EOD-108': 'return_qc_failed',
    'CN EOD-131': 'return_qc_failed',
    'CN EOD-132': 'return_qc_failed',
    // Changes of data.
    'PU DTUP-205': null,
    'PU DTUP-207': null,
    'PU DTUP-209': null,
    'PU DTUP-213': null,
    'PU DTUP-232': null,
  };

  it('has 305 codes of parcels and 149 of reverse pickups', () => {
    expect(rows.filter(({ flow }) => flow === 'forward')).toHaveLength(305);
    expect(rows.filter(({ flow }) => flow === 'reverse')).toHaveLength(149);
  });

  it('agrees with the groups in Delhivery’s lists, except for codes that we read differently', () => {
    const expected = rows.map(({ flow, code, type, meaning }) => {
      const key = `${type} ${code}`;
      // A return that is accepted is also in the list of parcels: the status says who received it.
      const listed = flow === 'reverse' && key === 'DL RD-AC' ? 'rto_delivered' : WORDS[`${type} ${meaning}`];
      return [key, key in OTHERWISE ? OTHERWISE[key] : listed];
    });
    expect(rows.map(({ code, type }) => [`${type} ${code}`, meaningOfCode(type, code)?.status])).toEqual(
      expected,
    );
  });

  it('gives only reasons that fit the status, and a reason wherever the lists have one', () => {
    for (const { code, type, reason } of rows) {
      const read = meaningOfCode(type, code);
      const given = read?.reason ?? null;
      if (/^(return_)?(ndr_raised|not_picked)$/.test(read?.status ?? '') && read?.status !== 'not_picked') {
        expect(given === null || isNdrReason(given), code).toBe(true);
        // For these reasons, the courier's text says more than our reason.
        if (!['OTH', 'CI', 'CANC', ''].includes(reason)) expect(given, code).not.toBeNull();
      } else if (given !== null && type === 'RT') {
        expect(isRtoReason(given), code).toBe(true);
      }
    }
  });

  it('can apply each code to a parcel of its journey', () => {
    for (const { code, type } of rows) {
      const status = meaningOfCode(type, code)?.status ?? null;
      if (status === null) continue;
      const scan = { status, trackingNumber: '1', eventTime: 0, location: null, description: null };
      const journey = isReturnStatus(status) ? 'return' : 'forward';
      const reading = readScan({ ...scan, reason: null, carrierEventId: null, qc: null, own: null }, journey);
      expect(reading, code).toHaveProperty('scan');
    }
  });

  it.each([
    ['eod-11', 'UD', 'ndr_raised'],
    ['EOD- 146', 'UD', 'ndr_raised'],
    ['COVID19 - 001', 'UD', 'ndr_raised'],
    ['X- LM1D', 'UD', 'out_for_delivery'],
    ['FMPUR-101', 'UD', 'pickup_scheduled'],
    ['DTUP-210', 'UD', 'cancelled'],
    ['EOD-777', 'CN', 'return_qc_failed'],
  ])('reads %s of %s as %s, in any spelling', (code, type, word) => {
    expect(meaningOfCode(type, code)?.status).toBe(word);
  });

  it.each(['DTUP-203', 'DTUP-219', 'DTUP-231'])(
    'reads %s as a change of data, which moves nothing',
    (code) => {
      expect(readPushedScans(pushOf({ Status: 'In Transit', StatusType: 'UD', NSLCode: code }))).toEqual([]);
    },
  );
});

describe('a scan of Delhivery', () => {
  it.each([
    ['UD', 'Manifested', 'ready_for_pickup'],
    ['UD', 'Not Picked', 'not_picked'],
    ['UD', 'In Transit', 'in_transit'],
    ['UD', 'Pending', 'reached_destination_hub'],
    ['UD', 'Dispatched', 'out_for_delivery'],
    ['DL', 'Delivered', 'delivered'],
    ['RT', 'In Transit', 'rto_in_transit'],
    ['RT', 'Pending', 'rto_in_transit'],
    ['RT', 'Dispatched', 'rto_out_for_delivery'],
    ['DL', 'RTO', 'rto_delivered'],
    ['PP', 'Open', 'return_pickup_scheduled'],
    ['PP', 'Scheduled', 'return_pickup_scheduled'],
    ['PP', 'Dispatched', 'return_pickup_scheduled'],
    ['PU', 'In Transit', 'return_in_transit'],
    ['PU', 'Pending', 'return_in_transit'],
    ['PU', 'Dispatched', 'return_in_transit'],
    ['DL', 'DTO', 'return_delivered'],
    ['CN', 'Canceled', 'return_cancelled'],
    ['CN', 'Closed', 'return_cancelled'],
    ['LT', 'Lost', 'lost'],
  ])('of type %s and status %s with an unknown code is read as %s', (type, status, word) => {
    expect(wordOf(type, status)).toBe(word);
    expect(wordOf(type.toLowerCase(), status.toLowerCase())).toBe(word);
  });

  it('counts as on the way back if its type says so, even with a forward status', () => {
    expect(wordOf('RT', 'Pending', 'X-IBD3F')).toBe('rto_in_transit');
    expect(wordOf('UD', 'Pending', 'X-IBD3F')).toBe('reached_destination_hub');
    expect(wordOf('RT', 'In Transit', 'X-PPOM')).toBe('rto_in_transit');
  });

  it('does not count as delivered to the customer if the parcel is back, whatever its code', () => {
    expect(wordOf('DL', 'RTO', 'RD-AC')).toBe('rto_delivered');
    expect(wordOf('DL', 'DTO', 'RD-AC')).toBe('return_delivered');
    expect(wordOf('DL', 'RTO', 'EOD-38')).toBe('rto_delivered');
  });

  it('in transit is at a hub on the way, not at the last hub', () => {
    expect(wordOf('UD', 'In Transit', 'X-IBD3F')).toBe('in_transit');
  });

  it('of a manifested parcel is no movement, even with a code of a delay on the way', () => {
    expect(wordOf('UD', 'Manifested', 'DLYDC-101')).toBe('ready_for_pickup');
    expect(wordOf('UD', 'Not Picked', 'DLYDC-101')).toBe('not_picked');
    expect(wordOf('UD', 'In Transit', 'DLYDC-101')).toBe('in_transit');
  });

  it('with an unknown code counts as a failed attempt if its type says so, with the reason from its text', () => {
    const scan = pushed({
      StatusType: 'UD',
      Status: 'Pending',
      NSLCode: 'EOD-999',
      Instructions: 'House locked',
    });
    expect(scan).toMatchObject({ status: 'ndr_raised', reason: 'House locked' });
    expect(wordOf('PP', 'Scheduled', 'EOD-999')).toBe('return_not_picked');
  });

  it('keeps only the courier’s own words if neither its type nor its code is known', () => {
    expect(wordOf('ZZ', 'Delivered', 'EOD-38')).toBe('ZZ DELIVERED');
    const scan = pushed({ StatusType: 'ZZ', Status: 'Delivered' });
    expect(
      readScan({ ...(scan as CarrierScan), eventTime: 0, qc: null, own: null }, 'forward'),
    ).toMatchObject({
      why: { text: 'status "ZZ DELIVERED" is not known' },
    });
  });

  it('brings the expected delivery day in some accounts', () => {
    const { Shipment } = pushOf({ StatusType: 'UD', Status: 'In Transit' });
    const dayOf = (EDD: unknown) => readPushedScans({ Shipment: { ...Shipment, EDD } })[0]?.expectedDay;
    expect(
      ['2026-11-25T18:30:00', '2026-11-25', '2026-11-25T20:30:00Z', '', null, 'soon', 7].map(dayOf),
    ).toEqual(['2026-11-25', '2026-11-25', '2026-11-26', undefined, undefined, undefined, undefined]);
  });

  it('of a failed attempt has a reason, in our words if the code has one', () => {
    const of = (NSLCode: string, Instructions: string) =>
      pushed({ StatusType: 'UD', Status: 'Pending', NSLCode, Instructions })?.reason;
    expect(of('EOD-6', 'Customer Refused to accept/Order Cancelled')).toBe('customer_refused');
    expect(of('EOD-105', 'Consignment seized by consignee')).toBe('Consignment seized by consignee');
  });

  it.each([
    '2026-11-15T10:30:42',
    '2026-11-15T10:30:42.78',
    '2026-11-15T10:30:42.969',
    '2026-11-15 10:30:42.543',
  ])('at %s is read in Indian time', (StatusDateTime) => {
    const at = parseMoment(
      pushed({ StatusType: 'DL', Status: 'Delivered', StatusDateTime })?.eventDateTime ?? '',
    );
    expect(new Date(Math.floor((at ?? 0) / 1000) * 1000).toISOString()).toBe('2026-11-15T05:00:42.000Z');
  });

  it('is read alone, in a list and under `Shipments`', () => {
    const told = { StatusType: 'DL', Status: 'Delivered', NSLCode: 'EOD-38' };
    const one = readPushedScans(pushOf(told));
    expect(one).toHaveLength(1);
    expect(readPushedScans([pushOf(told)])).toEqual(one);
    expect(readPushedScans({ Shipments: [pushOf(told)] })).toEqual(one);
    expect(readPushedScans({ Shipments: [pushOf(told).Shipment] })).toEqual(one);
  });

  it('is ignored if it is a pushed document', () => {
    expect(readPushedScans({ waybill: '1', EPOD: 'aGk=', orderID: '7' })).toEqual([]);
    expect(readPushedScans({ Waybill: '1', Weight_images: [], doc: 'x' })).toEqual([]);
    expect(readPushedScans({ waybillId: '1', returnId: '2', Image: 'x' })).toEqual([]);
  });

  it.each([
    [null],
    ['text'],
    [[]],
    [{ Shipment: null }],
    [{ Shipment: { AWB: '1', Status: 'Delivered' } }],
    [{ Shipment: { AWB: '', Status: { Status: 'x', StatusType: 'UD', StatusDateTime: 'now' } } }],
    [[{ Shipment: {} }, 7]],
  ])('cannot be read from %j', (payload) =>
    expect(() => readPushedScans(payload)).toThrow('the payload must be'),
  );
});

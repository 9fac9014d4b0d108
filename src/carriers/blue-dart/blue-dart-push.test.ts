import { describe, expect, it } from 'vitest';
import { readBlueDartPush, readLabel } from './blue-dart-answers.ts';
import { addressLines, kilogramsOf, waybillReference } from './blue-dart-waybill.ts';

function pushOf(detail: Record<string, unknown>, beside: Record<string, unknown> = {}) {
  const scan = {
    Scan: 'SHIPMENT DELIVERED',
    ScanCode: '000',
    ScanGroupType: 'T',
    ScanType: 'DL',
    ScanDate: '17-06-2019',
    ScanTime: '1850',
    ScannedLocation: 'MANALI SERVICE CENTRE',
    ...detail,
  };
  return { Shipment: { WaybillNo: '69000000001', RefNo: 'X', Scans: { ScanDetail: [scan], ...beside } } };
}

describe('pushes of Blue Dart', () => {
  it('reads the expected delivery day', () => {
    const { Shipment } = pushOf({});
    const pushed = { Shipment: { ...Shipment, ExpectedDeliveryDate: '24 April 2022' } };
    expect(readBlueDartPush({ statustracking: [pushed] })).toMatchObject([{ expectedDay: '2022-04-24' }]);
  });

  it('reads scans by code and group, of several parcels in one push', () => {
    const scans = readBlueDartPush({ statustracking: [pushOf({}), pushOf({ ScanGroupType: 'RT' })] });
    expect(scans).toEqual([
      {
        trackingNumber: '69000000001',
        status: 'delivered',
        eventDateTime: '2019-06-17 18:50',
        location: 'MANALI SERVICE CENTRE',
        description: 'SHIPMENT DELIVERED',
        reason: null,
        carrierEventId: null,
      },
      expect.objectContaining({ status: 'rto_delivered' }),
    ]);
  });

  it('tells a pickup request from a pickup', () => {
    const registered = pushOf({ ScanCode: '500', ScanGroupType: 'S', Scan: 'PICKUP HAS BEEN REGISTERED' });
    expect(readBlueDartPush({ statustracking: [registered] })).toMatchObject([
      { status: 'ready_for_pickup' },
    ]);
  });

  it('reads why goods were refused at the door', () => {
    const failed = { ScanCode: '016', ScanGroupType: 'S', Scan: 'PICKUP CANCELLED; QUALITY CHECK FAILED' };
    const qc = { QCFailed: { Reason: 'Not the same product', Pictures: [], Type: 'F' } };
    expect(readBlueDartPush({ statustracking: [pushOf(failed, qc)] })).toMatchObject([
      { status: 'return_qc_failed', reason: 'Not the same product' },
    ]);
    expect(readBlueDartPush({ statustracking: [pushOf(failed)] })).toMatchObject([{ status: 'not_picked' }]);
  });

  it('reads every way to write days and hours, and codes with blanks', () => {
    const code = { ScanCode: 'QC ', ScanGroupType: 'RT', ScanDate: '22-Apr-2022', ScanTime: '16:58' };
    expect(readBlueDartPush({ statustracking: pushOf(code) })).toMatchObject([
      { status: 'rto_need_attention', eventDateTime: '2022-04-22 16:58' },
    ]);
    expect(readBlueDartPush({ statustracking: [pushOf({ ScanTime: '850' })] })).toMatchObject([
      { eventDateTime: '2019-06-17 08:50' },
    ]);
  });

  it('keeps the text of an unknown code', () => {
    expect(readBlueDartPush({ statustracking: [pushOf({ ScanCode: '999', Scan: 'HELD' })] })).toMatchObject([
      { status: 'HELD', reason: null },
    ]);
  });

  it('passes over an entry that is not understood', () => {
    const entries = [{ Shipment: { WaybillNo: '1' } }, pushOf({}), 42];
    const times = readBlueDartPush({ statustracking: entries }).map((scan) => scan.eventDateTime);
    expect(times).toEqual(['', readBlueDartPush({ statustracking: [pushOf({})] })[0]?.eventDateTime, '']);
  });

  it.each([
    [null],
    ['text'],
    [{}],
    [{ statustracking: [] }],
    [{ statustracking: [{}] }],
    [{ statustracking: [pushOf({ ScanDate: 'yesterday' })] }],
    [{ statustracking: [pushOf({ ScanTime: null })] }],
  ])('refuses %j', (payload) => {
    expect(() => readBlueDartPush(payload)).toThrow('the payload must be a push of Blue Dart');
  });
});

describe('requests to Blue Dart', () => {
  it.each([
    ['1', '0.01'],
    ['10', '0.01'],
    ['10.1', '0.02'],
    ['450', '0.45'],
    ['12000', '12.00'],
  ])('sends %s grams as %s kilograms', (deadWeight, kilograms) => {
    expect(kilogramsOf({ deadWeight })).toBe(kilograms);
  });

  it('shortens a reference to at most twenty capital letters and digits, different for each reference', () => {
    const references = ['0190a5f0-0000-7000-8000-000000000001', '0190a5f0-0000-7000-8000-000000000002'].map(
      waybillReference,
    );
    for (const reference of references) expect(reference).toMatch(/^[A-Z0-9]{1,20}$/);
    expect(new Set(references).size).toBe(2);
  });

  it('keeps every word of an address, in lines and the rest', () => {
    expect(addressLines({ address: '12, 4th Cross' })).toEqual({ lines: ['12, 4th Cross'], rest: '' });
    const long = 'x'.repeat(70);
    expect(addressLines({ address: long })).toEqual({
      lines: ['x'.repeat(30), 'x'.repeat(30), 'x'.repeat(10)],
      rest: '',
    });
    const full = Array.from({ length: 9 }, () => '123456789').join(' ');
    const rest = `${'y'.repeat(30)} ${'z'.repeat(20)}`;
    expect(addressLines({ address: `${full} ${rest}` }).rest).toBe(rest);
  });
});

describe('labels of Blue Dart', () => {
  const pdf = Buffer.from('%PDF-1.4 made up');

  it('reads a list of bytes or base64, and nothing else', () => {
    expect(readLabel([...pdf])).toEqual(pdf);
    expect(readLabel(pdf.toString('base64'))).toEqual(pdf);
    for (const other of [null, undefined, '', 'text', [], [1, 2, 3], {}]) expect(readLabel(other)).toBeNull();
  });
});

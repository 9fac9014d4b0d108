import { indiaDateTime } from '../../../src/domain/india-time.ts';
import type { Scanned } from '../../kit/parcel-book.ts';
import type { Sent } from '../../kit/stand-in.ts';
import type { Steps } from '../../kit/steps.ts';
import { STAND_IN_SETTINGS } from './settings.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export interface Scan {
  readonly code: string;
  readonly group: 'S' | 'T' | 'RS' | 'RT';
  readonly type: string;
  readonly said: string;
}

export interface Waybill {
  readonly awb: string;
  readonly reference: string;
  readonly orderReference: string;
  readonly sent: Sent;
  isCancelled: boolean;
  /** Never empty. */
  readonly scans: Scanned<Scan>[];
}

export function step(code: string, group: Scan['group'], type: string, said: string): Scan {
  return { code, group, type, said };
}

/** The steps that a parcel can be moved through. */
export const STEPS: Steps<Scan> = {
  pickup_registered: [step('500', 'S', 'UD', 'PICKUP HAS BEEN REGISTERED')],
  out_for_pickup: [step('501', 'S', 'UD', 'PICKUP EMPLOYEE IS OUT TO P/U SHIPMENT')],
  not_picked: [step('536', 'T', 'UD', 'PICKUP NOT DONE; PLACE CLOSED')],
  picked_up: [step('015', 'S', 'PU', 'SHIPMENT PICKED UP')],
  in_transit: [step('003', 'S', 'UD', 'SHIPMENT IN TRANSIT')],
  at_destination: [step('222', 'T', 'UD', 'SHIPMENT ARRIVED AT THE DESTINATION')],
  out_for_delivery: [step('002', 'S', 'UD', 'SHIPMENT OUTSCAN')],
  delivered: [step('000', 'T', 'DL', 'SHIPMENT DELIVERED')],
  customer_unavailable: [step('003', 'T', 'UD', 'CONSIGNEE NOT AVAILABLE')],
  customer_refused: [step('011', 'T', 'UD', 'CONSIGNEE REFUSED SHIPMENT')],
  bad_address: [step('009', 'T', 'UD', 'ADDRESS INCORRECT')],
  rto: [
    step('074', 'RT', 'RT', "RETURNED TO ORIGIN AT SHIPPER'S REQUEST"),
    step('034', 'T', 'RT', 'RETURN IN TRANSIT'),
  ],
  rto_delivered: [step('188', 'T', 'RT', 'DELIVERED BACK TO SHIPPER')],
  lost: [step('021', 'T', 'UD', 'SHIPMENT LOST')],
};

const BEFORE_PICKUP = new Set(['500-S', '501-S', '536-T']);

/** Tells whether the waybill can still be cancelled: only before its pickup. */
export function isCancellable({ scans }: Waybill): boolean {
  return BEFORE_PICKUP.has(keyOf(newest(scans)));
}

export function statusOf({ isCancelled, scans }: Waybill): string {
  return isCancelled ? 'cancelled' : keyOf(newest(scans));
}

function newest(scans: Waybill['scans']): Scanned<Scan> {
  const scan = scans.at(-1);
  if (scan === undefined) throw new Error('A waybill has no scan');
  return scan;
}

function keyOf({ code, group }: Scan): string {
  return `${code}-${group}`;
}

function momentOf(at: number): { readonly date: string; readonly time: string } {
  const [date = '', time = ''] = indiaDateTime(at).split(' ');
  return { date, time: time.slice(0, 5) };
}

/** A scan in the format of a push. */
export function pushOf({ awb, reference }: Waybill, scan: Scanned<Scan>) {
  const { date, time } = momentOf(scan.at);
  const detail = {
    Scan: scan.said,
    ScanCode: scan.code,
    ScanGroupType: scan.group,
    ScanType: scan.type,
    ScanDate: date.split('-').reverse().join('-'),
    ScanTime: time.replace(':', ''),
    ScannedLocation: 'BENGALURU SERVICE CENTRE',
    StatusTimeZone: 'IST',
  };
  const shipment = {
    SenderID: 'Bluedart',
    ReceiverID: STAND_IN_SETTINGS.customer_code,
    WaybillNo: awb,
    RefNo: reference,
    Prodcode: 'E',
    SubProductCode: 'P',
    ExpectedDeliveryDate: '',
    Scans: { ScanDetail: [detail], QCFailed: {}, Reweigh: {} },
  };
  return { statustracking: [{ Shipment: shipment }] };
}

/** The tracking answer; cancelled waybills are unknown. */
export function trackingOf(waybill: Waybill | undefined, number: string) {
  if (waybill === undefined || waybill.isCancelled) {
    return { WaybillNo: number, Status: 'Incorrect waybill number or No information', StatusType: 'NF' };
  }
  const last = newest(waybill.scans);
  return {
    WaybillNo: waybill.awb,
    RefNo: waybill.reference,
    Status: last.said,
    StatusType: last.type,
    ExpectedDeliveryDate: '25 November 2026',
    Scans: {
      ScanDetail: [...waybill.scans].reverse().map((scan) => {
        const { date, time } = momentOf(scan.at);
        const [year = '', month = '', day = ''] = date.split('-');
        return {
          Scan: scan.said,
          ScanCode: scan.code,
          ScanType: scan.type,
          ScanGroupType: scan.group,
          ScanDate: `${day}-${MONTHS[Number(month) - 1]}-${year}`,
          ScanTime: time,
          ScannedLocation: 'BENGALURU',
        };
      }),
    },
  };
}

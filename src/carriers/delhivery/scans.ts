import { indiaDate, isInYears, parseMoment } from '../../domain/india-time.ts';
import type { GranularStatus } from '../../domain/tracking/statuses.ts';
import { type AnswerFields, fieldsOf, itemsOf, textOf } from '../../partners/answer-fields.ts';
import { say } from '../../problems/sentence.ts';
import type { CarrierScan } from '../carrier-adapter.ts';
import { withParcelState } from '../parcel-state.ts';
import { readPushEntries, withExpectedDay } from '../push-entries.ts';
import { isOfAttempt, meaningOfCode } from './codes.ts';

/** A scan in the courier's words, from a push or from tracking. */
interface Scanned {
  readonly waybill: string;
  /** `UD`, `RT`, `DL`, ... It is read before the status, because the way back has the same statuses. */
  readonly type: string;
  readonly status: string;
  /** The code of the Net Service Level. */
  readonly code: string;
  /** Indian time without a zone. It may have a fraction of two or three digits. */
  readonly at: string;
  readonly location: string | null;
  readonly instructions: string | null;
}

/** Statuses that take their reason from the courier's text if the code gives no reason that we have. */
const WITH_REASON: ReadonlySet<string> = new Set<GranularStatus>([
  'ndr_raised',
  'rto_initiated',
  'return_not_picked',
  'return_ndr_raised',
  'return_need_attention',
  'return_qc_failed',
]);

/** Meanings indexed by type and status, as the courier documents them: for codes that are in no list. */
const BY_STATUS: Readonly<Record<string, GranularStatus>> = {
  'UD MANIFESTED': 'ready_for_pickup',
  'UD NOT PICKED': 'not_picked',
  'UD IN TRANSIT': 'in_transit',
  'UD PENDING': 'reached_destination_hub',
  'UD DISPATCHED': 'out_for_delivery',
  'DL DELIVERED': 'delivered',
  'DL RTO': 'rto_delivered',
  'DL DTO': 'return_delivered',
  'RT IN TRANSIT': 'rto_in_transit',
  'RT PENDING': 'rto_in_transit',
  'RT DISPATCHED': 'rto_out_for_delivery',
  'LT LOST': 'lost',
  'PP OPEN': 'return_pickup_scheduled',
  'PP SCHEDULED': 'return_pickup_scheduled',
  'PP DISPATCHED': 'return_pickup_scheduled',
  'PU IN TRANSIT': 'return_in_transit',
  'PU PENDING': 'return_in_transit',
  'PU DISPATCHED': 'return_in_transit',
  'CN CANCELED': 'return_cancelled',
  'CN CLOSED': 'return_cancelled',
};

/**
 * Reads a push: one scan, a list of scans, or a list under `Shipments`. Pushed documents (proof of delivery,
 * pictures) are no scans.
 *
 * @throws Problem `refused` if no entry is one of these
 */
export function readPushedScans(payload: unknown): CarrierScan[] {
  const readOne = (entry: unknown) => {
    if (isDocument(entry)) return [];
    const scans = readPushedScan(entry);
    return scans === null ? null : withExpectedDay(scans, readExpectedDay(shipmentOf(entry).EDD));
  };
  return readPushEntries(entriesOf(payload), readOne, NOT_UNDERSTOOD);
}

const NOT_UNDERSTOOD = say('must_be_delhivery_push', 'the payload must be {form}', {
  form: '{"Shipment": {"AWB", "Status": {"Status", "StatusType", "StatusDateTime"}}}',
});

function entriesOf(payload: unknown): readonly unknown[] {
  const { Shipments: shipments } = fieldsOf(payload);
  return itemsOf(shipments ?? payload);
}

/** A proof of delivery, or a picture from the sorter or the check at the door. */
function isDocument(entry: unknown): boolean {
  return ['EPOD', 'Weight_images', 'Image', 'doc'].some((key) => Object.hasOwn(fieldsOf(entry), key));
}

function shipmentOf(entry: unknown): AnswerFields {
  const fields = fieldsOf(entry);
  return fields.Shipment === undefined ? fields : fieldsOf(fields.Shipment);
}

/** Reads the day of a time in India; null for anything else. */
export function readExpectedDay(value: unknown): string | null {
  const moment = parseMoment(textOf(value) ?? '');
  return moment === null || !isInYears(moment) ? null : indiaDate(moment);
}

function readPushedScan(entry: unknown): CarrierScan[] | null {
  const shipment = shipmentOf(entry);
  const status = fieldsOf(shipment.Status);
  const [waybill, at] = [textOf(shipment.AWB), textOf(status.StatusDateTime)];
  const [type, word] = [textOf(status.StatusType), textOf(status.Status)];
  if (waybill === null || at === null || type === null || word === null) return null;
  return inOurWords({
    waybill,
    at,
    type,
    status: word,
    code: textOf(shipment.NSLCode) ?? '',
    location: textOf(status.StatusLocation),
    instructions: textOf(status.Instructions),
  });
}

/** The scans in a tracking answer: `ShipmentData[].Shipment`. Other entries are left out. */
export function readTrackedScans(waybill: string, shipment: AnswerFields): CarrierScan[] {
  const scans = itemsOf(shipment.Scans).flatMap((entry) => {
    const detail = fieldsOf(fieldsOf(entry).ScanDetail);
    const at = textOf(detail.StatusDateTime) ?? textOf(detail.ScanDateTime);
    const [type, status] = [textOf(detail.ScanType), textOf(detail.Scan)];
    if (at === null || type === null || status === null) return [];
    return inOurWords({
      waybill,
      at,
      type,
      status,
      code: textOf(detail.StatusCode) ?? '',
      location: textOf(detail.ScannedLocation),
      instructions: textOf(detail.Instructions),
    });
  });
  const { StatusCode } = fieldsOf(shipment.Status);
  const [state] = readPushedScan({ AWB: waybill, Status: shipment.Status, NSLCode: StatusCode }) ?? [];
  return state === undefined ? scans : withParcelState(scans, state);
}

/** Returns an empty list for a change of the courier's data. */
function inOurWords(scanned: Scanned): CarrierScan[] {
  const { waybill, code, at, location, instructions } = scanned;
  const [type, status] = [scanned.type.toUpperCase(), scanned.status.toUpperCase()];
  const meaning = meaningOf(type, status, code);
  if (meaning.status === null) return [];
  const takesText = meaning.reason === null && WITH_REASON.has(meaning.status);
  return [
    {
      trackingNumber: waybill,
      status: meaning.status,
      eventDateTime: at,
      location,
      description: instructions,
      reason: takesText ? instructions : meaning.reason,
      // A scan that is both pushed and polled has the same time except for the fraction, and its text may
      // differ.
      carrierEventId: `${type}/${status}/${code}@${secondOf(at)}`,
      ...(meaning.code !== undefined && { code: meaning.code }),
    },
  ];
}

/** The type and the status decide before the code, because they say where the parcel is. */
function meaningOf(
  type: string,
  status: string,
  code: string,
): { readonly status: string | null; readonly reason: string | null; readonly code?: string } {
  const byStatus = BY_STATUS[`${type} ${status}`];
  const byCode = meaningOfCode(type, code);
  if (byCode?.status === null) return byCode;
  // A parcel that is back at the sender is delivered too; the status says to whom.
  if (type === 'DL' && byStatus !== undefined) return { status: byStatus, reason: null };
  if (byCode === null) {
    if (type === 'UD' && status === 'PENDING' && isOfAttempt(code))
      return { status: 'ndr_raised', reason: null };
    if (type === 'PP' && isOfAttempt(code)) return { status: 'return_not_picked', reason: null };
    // The courier's words with the type in front, so that they are not mistaken for one of our statuses.
    return byStatus === undefined
      ? { status: `${type} ${status}`, reason: null, code }
      : { status: byStatus, reason: null };
  }
  // A delay before the pickup, and a delay at a hub on the way, use the codes of later delays.
  const isHeldBefore = byCode.status === 'in_transit' && /^(MANIFESTED|NOT PICKED)$/.test(status);
  const isHubOnTheWay = byCode.status === 'reached_destination_hub' && status === 'IN TRANSIT';
  return (isHeldBefore || isHubOnTheWay) && byStatus !== undefined
    ? { status: byStatus, reason: null }
    : byCode;
}

function secondOf(at: string): string {
  const moment = parseMoment(at);
  return moment === null ? at : new Date(moment).toISOString().slice(0, 19);
}

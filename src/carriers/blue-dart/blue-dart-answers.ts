import {
  type AnswerFields,
  asReason,
  fieldsOf,
  itemsOf,
  readJson,
  textOf,
} from '../../partners/answer-fields.ts';
import { LostAnswerError, type PartnerAnswer } from '../../partners/partner.ts';
import { refusalOf, unclear } from '../../partners/refusal.ts';
import { type Sentence, saidByPartner, say } from '../../problems/sentence.ts';
import type { CarrierScan, TrackedParcel } from '../carrier-adapter.ts';
import { withParcelState } from '../parcel-state.ts';
import { readPushEntries, withExpectedDay } from '../push-entries.ts';
import { QC_FAILED_CODE, SCAN_CODES } from './codes.ts';

/** The result of a request, or the reason why there is no result. */
export type BlueDartResult = { readonly result: AnswerFields } | { readonly reason: Sentence };

const GOOD = new Set(['valid', 'insertsuccess', 'success', 'cancelsuccess']);

/**
 * Blue Dart refuses in three ways: HTTP 400 with an `error-response`, which may hold the whole result; HTTP
 * 200 with `IsError` or with a status other than success; and `Error` instead of a result.
 *
 * @param name the name of the envelope: `GenerateWayBillResult`
 * @throws LostAnswerError if the answer is neither a success nor a refusal
 */
export function readResult(answer: PartnerAnswer, name: string): BlueDartResult {
  // The gateway was seen to answer 415 for an address that does not exist.
  if (answer.status === 415) {
    return {
      reason: say('has_nothing_at_address', 'has nothing at this address: correct its base_url'),
    };
  }
  const reason = refusalOf(answer, blueDartWords);
  if (reason !== null) return { reason };
  const body = fieldsOf(readJson(answer.text));
  const words = wordsOf(body);
  const result = fieldsOf(body[name] ?? body);
  const statuses = statusesOf(result);
  // Answers of lookups have no status.
  const isGood =
    statuses.length === 0
      ? body[name] !== undefined && result.IsError === false
      : statuses.some(({ code }) => GOOD.has(code.toLowerCase()));
  if (textOf(body.Error) !== null || textOf(result.Error) !== null || result.IsError === true || !isGood) {
    if (words === null) throw unclear(answer);
    return { reason: asReason(words) };
  }
  return { result };
}

/** Blue Dart's error text, from any of the places where it may be; null if there is no such text. */
export function blueDartWords(text: string): string | null {
  return wordsOf(fieldsOf(readJson(text)));
}

function wordsOf(body: AnswerFields): string | null {
  const errors = itemsOf(body['error-response']);
  const inside = [body, ...Object.values(body), ...errors].map(fieldsOf);
  for (const part of inside) {
    const said = part.IsError === true ? textOf(part.ErrorMessage) : null;
    const error = textOf(part.Error) ?? textOf(part.StatusInformation) ?? said;
    if (error !== null) return error;
    const bad = statusesOf(part).filter(({ code }) => !GOOD.has(code.toLowerCase()));
    const words = bad.map(({ information, code }) => information ?? code);
    if (words.length > 0) return words.join('; ');
  }
  return textOf(body.title);
}

function statusesOf(result: AnswerFields) {
  return itemsOf(result.Status)
    .map(fieldsOf)
    .flatMap(({ StatusCode, StatusInformation }) => {
      const code = textOf(StatusCode);
      return code === null ? [] : [{ code, information: textOf(StatusInformation) }];
    });
}

/** The label in the answer to a booking: a list of bytes, or base64. Blue Dart sends it nowhere else. */
export function readLabel(content: unknown): Buffer | null {
  const pdf =
    typeof content === 'string'
      ? Buffer.from(content, 'base64')
      : Array.isArray(content)
        ? Buffer.from(content.map((byte) => Number(byte)))
        : null;
  return pdf?.subarray(0, 5).equals(PDF) === true ? pdf : null;
}

const PDF = Buffer.from('%PDF-');

/** A parcel that was found, with its booking reference. */
export interface FoundParcel extends TrackedParcel {
  readonly reference: string | null;
}

/**
 * Reads the parcels of an answer of `tracking/v1`. Unknown and cancelled parcels are left out.
 *
 * @throws LostAnswerError if it is no tracking answer
 */
export function readTracking(answer: PartnerAnswer): readonly FoundParcel[] {
  const data = fieldsOf(readJson(answer.text)).ShipmentData;
  if (data === undefined) throw unclear(answer);
  const error = textOf(fieldsOf(data).Error);
  if (error !== null && !/no information|incorrect waybill/i.test(error)) {
    const words = saidByPartner(error);
    throw new LostAnswerError(say('said_to_a_look', 'said to a look at parcels: {words}', { words }));
  }
  return itemsOf(fieldsOf(data).Shipment)
    .map(fieldsOf)
    .map((shipment) => parcelOf(shipment))
    .filter((parcel) => parcel !== null);
}

function parcelOf(shipment: AnswerFields): FoundParcel | null {
  const trackingNumber = attribute(shipment, 'WaybillNo')?.toUpperCase() ?? null;
  if (trackingNumber === null || attribute(shipment, 'Status')?.match(/no information|incorrect waybill/i))
    return null;
  return {
    trackingNumber,
    reference: attribute(shipment, 'RefNo'),
    scans: withParcelState(scansOf(trackingNumber, shipment), stateOf(trackingNumber, shipment)),
    expectedDeliveryDate: dayOf(attribute(shipment, 'ExpectedDeliveryDate')),
    chargedWeightGrams: null,
  };
}

/** The parcel's own state: a type, such as `DL` for delivered, and words. */
function stateOf(trackingNumber: string, shipment: AnswerFields) {
  const said = attribute(shipment, 'Status');
  const isDelivered = attribute(shipment, 'StatusType')?.toUpperCase() === 'DL';
  return {
    trackingNumber,
    status: isDelivered ? 'delivered' : (said ?? ''),
    eventDateTime: null,
    location: null,
    description: said,
    reason: null,
    carrierEventId: null,
  };
}

/** An attribute of the XML that this JSON was converted from: its name may have a mark in front. */
function attribute(fields: AnswerFields, name: string): string | null {
  return textOf(fields[name]) ?? textOf(fields[`@${name}`]);
}

function scansOf(trackingNumber: string, shipment: AnswerFields): readonly CarrierScan[] {
  const scans = fieldsOf(shipment.Scans);
  const details = Array.isArray(shipment.Scans)
    ? shipment.Scans.map((scan: unknown) => fieldsOf(fieldsOf(scan).ScanDetail ?? scan))
    : itemsOf(scans.ScanDetail).map(fieldsOf);
  const qc = fieldsOf(scans.QCFailed);
  return details.map((detail) => scanOf(trackingNumber, detail, qc)).filter((scan) => scan !== null);
}

function scanOf(trackingNumber: string, detail: AnswerFields, qc: AnswerFields): CarrierScan | null {
  const eventDateTime = momentOf(textOf(detail.ScanDate), textOf(detail.ScanTime));
  const said = textOf(detail.Scan);
  const code = `${textOf(detail.ScanCode) ?? ''}-${textOf(detail.ScanGroupType) ?? ''}`;
  const meaning = SCAN_CODES.find(code);
  if (eventDateTime === null || (meaning === null && said === null)) return null;
  const hasFailedQc = code.toLowerCase() === QC_FAILED_CODE && textOf(qc.Type) === 'F';
  return {
    trackingNumber,
    status: hasFailedQc ? 'return_qc_failed' : (meaning?.status ?? said ?? ''),
    eventDateTime,
    location: textOf(detail.ScannedLocation),
    description: said,
    reason: hasFailedQc ? textOf(qc.Reason) : (meaning?.reason ?? null),
    carrierEventId: null,
    ...(meaning === null && code !== '-' && { code }),
  };
}

/** Reads a push of Blue Dart: parcels with one or more scans each. @throws Problem `refused` */
export function readBlueDartPush(payload: unknown): CarrierScan[] {
  return readPushEntries(itemsOf(fieldsOf(payload).statustracking), readPushed, NOT_UNDERSTOOD);
}

const NOT_UNDERSTOOD = say(
  'must_be_blue_dart_push',
  'the payload must be a push of Blue Dart: statustracking with Shipment, WaybillNo and Scans',
);

function readPushed(entry: unknown): readonly CarrierScan[] | null {
  const shipment = fieldsOf(fieldsOf(entry).Shipment);
  const trackingNumber = attribute(shipment, 'WaybillNo')?.toUpperCase() ?? null;
  const scans = trackingNumber === null ? [] : scansOf(trackingNumber, shipment);
  const day = dayOf(attribute(shipment, 'ExpectedDeliveryDate'));
  return scans.length === 0 ? null : withExpectedDay(scans, day);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Reads a day: `17-06-2019`, `22-Apr-2022`, or `24 April 2022`; null for anything else. */
function dayOf(text: string | null): string | null {
  const match = /^(\d{1,2})[- /](\d{1,2}|[A-Za-z]{3,9})[- /](\d{4})$/.exec(text ?? '');
  if (match === null) return null;
  const [, day = '', month = '', year = ''] = match;
  const number = /^\d/.test(month) ? Number(month) : MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  if (number < 1 || number > 12) return null;
  return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Converts a day and `1850`, `850` or `18:50`, in Indian time, to the format that clients use. */
function momentOf(date: string | null, time: string | null): string | null {
  const day = dayOf(date);
  const match = /^(\d{1,2}):?(\d{2})$/.exec(time ?? '');
  if (day === null || match === null) return null;
  return `${day} ${match[1]?.padStart(2, '0')}:${match[2]}`;
}

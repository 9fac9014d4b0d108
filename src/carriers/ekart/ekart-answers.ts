import { indiaDate, indiaIso, isInYears } from '../../domain/india-time.ts';
import {
  type AnswerFields,
  fieldsOf,
  itemsOf,
  numberOf,
  readJson,
  textOf,
} from '../../partners/answer-fields.ts';
import type { CarrierScan, TrackedParcel } from '../carrier-adapter.ts';
import { withParcelState } from '../parcel-state.ts';
import { RAW_STATUSES, readEliteStatus } from './codes.ts';

/** Ekart's error text: an error of its schema, or the remark of an action that failed. */
export function ekartWords(text: string): string | null {
  const fields = fieldsOf(readJson(text));
  const [first] = itemsOf(fields.data).map(fieldsOf);
  const said = [
    textOf(fields.remark) ?? textOf(first?.remark),
    textOf(fields.message),
    textOf(fields.description),
  ];
  const words = [...new Set(said.filter((word) => word !== null))];
  return words.length === 0 ? null : words.join(': ');
}

/** Reads the public tracking of one parcel; null if it does not have Ekart's format. */
export function readTrack(text: string): TrackedParcel | null {
  const answer = fieldsOf(readJson(text));
  const trackingNumber = textOf(answer._id);
  const track = fieldsOf(answer.track);
  if (trackingNumber === null || textOf(track.status) === null) return null;
  const details = itemsOf(track.details).map(fieldsOf);
  const scans = details
    // The answer also has a reason outside the list, but only for the newest scan.
    .concat(details.length === 0 ? [track] : [])
    .map((detail) => eliteScan(trackingNumber, { ...reasonOfNewest(track, detail), ...detail }))
    .filter((scan) => scan !== null);
  const state = eliteScan(trackingNumber, track);
  return {
    trackingNumber: trackingNumber.toUpperCase(),
    scans: state === null ? scans : withParcelState(scans, state),
    expectedDeliveryDate: dayOfEdd(answer.edd),
    chargedWeightGrams: null,
  };
}

/** Reads the day of a time in milliseconds; null for anything else. */
export function dayOfEdd(value: unknown): string | null {
  const expected = numberOf(value);
  return expected === null || !isInYears(expected) ? null : indiaDate(expected);
}

function reasonOfNewest(track: AnswerFields, detail: AnswerFields): AnswerFields {
  const isNewest = detail.ctime === track.ctime && detail.status === track.status;
  return isNewest ? { ndrStatus: track.ndrStatus } : {};
}

/** A scan from tracking or from the push `track_updated`; null if status or time is missing. */
export function eliteScan(trackingNumber: string, detail: AnswerFields): CarrierScan | null {
  const status = textOf(detail.status);
  const moment = numberOf(detail.ctime);
  if (status === null || moment === null || !isInYears(moment)) return null;
  const ndrStatus = textOf(detail.ndrStatus);
  const description = textOf(detail.desc);
  // Pushes have no `ndrStatus`, but their text may have the same words.
  const meaning = readEliteStatus(status, ndrStatus ?? description);
  return {
    trackingNumber: trackingNumber.toUpperCase(),
    status: meaning?.status ?? status,
    eventDateTime: indiaIso(moment),
    location: textOf(detail.location),
    description,
    reason: meaning?.reason ?? ndrStatus ?? (meaning?.status === 'ndr_raised' ? description : null),
    carrierEventId: null,
  };
}

/** Reads the raw tracking of a waybill, for small and large parcels; null for an unknown waybill. */
export function readRawTrack(text: string, wbn: string, trackingNumber: string): TrackedParcel | null {
  const parcel = fieldsOf(fieldsOf(readJson(text))[wbn]);
  const [large] = itemsOf(parcel.shipments).map(fieldsOf);
  const shipment = large ?? parcel;
  const history = itemsOf(shipment.history).map(fieldsOf);
  if (history.length === 0) return null;
  return {
    trackingNumber,
    scans: history.map((entry) => rawScan(trackingNumber, entry)).filter((scan) => scan !== null),
    expectedDeliveryDate:
      /^\d{4}-\d{2}-\d{2}/.exec(textOf(shipment.expected_delivery_date) ?? '')?.[0] ?? null,
    chargedWeightGrams: null,
  };
}

function rawScan(trackingNumber: string, entry: AnswerFields): CarrierScan | null {
  const status = textOf(entry.status);
  const eventDateTime = textOf(entry.event_date_iso8601) ?? textOf(entry.event_date);
  if (status === null || eventDateTime === null) return null;
  const meaning = RAW_STATUSES.find(status) ?? readEliteStatus(status, null);
  return {
    trackingNumber,
    status: meaning?.status ?? status,
    eventDateTime,
    location: textOf(entry.hub_name) ?? textOf(entry.city),
    description: textOf(entry.public_description) ?? textOf(entry.description),
    reason: meaning?.reason ?? null,
    carrierEventId: null,
  };
}

import { readScannedStatus } from '../../domain/tracking/read-status.ts';
import {
  type AnswerFields,
  fieldsOf,
  itemsOf,
  numberOf,
  readJson,
  textOf,
} from '../../partners/answer-fields.ts';
import { refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import type { CarrierScan, TrackedParcel } from '../carrier-adapter.ts';
import { withParcelState } from '../parcel-state.ts';
import { withExpectedDay } from '../push-entries.ts';
import { ORDER_STATUSES, SHIPMENT_STATUSES } from './codes.ts';

/**
 * Shiprocket's error text, which has many shapes: a text, a message, messages or errors by field, or the
 * words of its courier when no number could be assigned.
 */
export function shiprocketWords(text: string): string | null {
  const body = readJson(text);
  if (typeof body === 'string') return textOf(body);
  const fields = fieldsOf(body);
  const data = fieldsOf(fieldsOf(fields.response).data);
  return (
    textOf(data.awb_assign_error) ??
    wordsOf(fields.errors) ??
    wordsOf(fields.message) ??
    textOf(fields.error) ??
    textOf(fieldsOf(fields.payload).error_message)
  );
}

/** Reads a text, a list of texts, or texts by field: `billing_city: is too long`. */
function wordsOf(value: unknown): string | null {
  const text = textOf(value);
  if (text !== null) return text;
  if (Array.isArray(value)) return joined(value.map(wordsOf));
  return joined(
    Object.entries(fieldsOf(value)).map(([field, said]) => {
      const words = wordsOf(said);
      return words === null ? null : `${field}: ${words}`;
    }),
  );
}

function joined(words: readonly (string | null)[]): string | null {
  const said = words.filter((word) => word !== null);
  return said.length === 0 ? null : said.join('; ');
}

/** An order in the answers of `orders/create` and `orders`. */
export interface ShiprocketOrder {
  /** Shiprocket's own id, needed to cancel the order. */
  readonly orderId: string;
  readonly shipmentId: string;
  /** A key of `ORDER_STATUSES`; null if the answer has no status. */
  readonly statusCode: number | null;
  /** Null while the order has no number. */
  readonly trackingNumber: string | null;
}

/** The new order, or the existing order with the same id; null if the answer has neither. */
export function readCreated(text: string): ShiprocketOrder | null {
  const fields = fieldsOf(readJson(text));
  return orderOf(fields.order_id, fields.shipment_id, fields.status_code, fields.awb_code);
}

/** The order with this id among the search results; null if it is not there. */
export function readFoundOrder(text: string, reference: string): ShiprocketOrder | null {
  const found = itemsOf(fieldsOf(readJson(text)).data)
    .map(fieldsOf)
    .find((order) => textOf(order.channel_order_id) === reference);
  if (found === undefined) return null;
  const shipment = fieldsOf(itemsOf(found.shipments)[0]);
  return orderOf(found.id, shipment.id, found.status_code, shipment.awb);
}

function orderOf(
  orderId: unknown,
  shipmentId: unknown,
  status: unknown,
  awb: unknown,
): ShiprocketOrder | null {
  const [order, shipment] = [textOf(orderId), textOf(shipmentId)];
  if (order === null || shipment === null) return null;
  const trackingNumber = textOf(awb)?.toUpperCase() ?? null;
  return { orderId: order, shipmentId: shipment, statusCode: numberOf(status), trackingNumber };
}

/** The parcels in an answer of `courier/track/awbs`. Both a single object and a list were seen. */
export function readTracked(text: string): readonly TrackedParcel[] {
  return itemsOf(readJson(text))
    .flatMap((part) => Object.entries(fieldsOf(part)))
    .map(([awb, entry]) => readParcel(awb, fieldsOf(fieldsOf(entry).tracking_data)))
    .filter((parcel) => parcel !== null);
}

function readParcel(awb: string, data: AnswerFields): TrackedParcel | null {
  const activities = itemsOf(data.shipment_track_activities).map(fieldsOf);
  const [parcel] = itemsOf(data.shipment_track).map(fieldsOf);
  if (activities.length === 0 && parcel === undefined) return null;
  const trackingNumber = awb.toUpperCase();
  const scans = activities
    .map((activity) => scanOf(trackingNumber, activity))
    .filter((scan) => scan !== null);
  const own = textOf(parcel?.current_status);
  const meaning = SHIPMENT_STATUSES.find(textOf(data.shipment_status) ?? '');
  const status = meaning?.status ?? own;
  return {
    trackingNumber,
    scans:
      status === null
        ? scans
        : withParcelState(scans, {
            trackingNumber,
            status,
            eventDateTime: status === 'delivered' ? textOf(parcel?.delivered_date) : null,
            location: null,
            description: own,
            reason: null,
            carrierEventId: null,
          }),
    expectedDeliveryDate: dayOf(data.etd),
    chargedWeightGrams: null,
  };
}

/** The day of a time like `2023-05-23 15:40:19`. */
function dayOf(value: unknown): string | null {
  return /^\d{4}-\d{2}-\d{2}/.exec(textOf(value) ?? '')?.[0] ?? null;
}

function scanOf(trackingNumber: string, activity: AnswerFields): CarrierScan | null {
  const date = textOf(activity.date);
  const code = textOf(activity['sr-status']);
  const label = textOf(activity['sr-status-label']);
  const meaning = code === null ? null : SHIPMENT_STATUSES.find(code);
  const said = textOf(activity.activity);
  // `NA` if Shiprocket does not know the meaning of its courier's code.
  const own = [label, said, textOf(activity.status)].find((word) => word !== null && word !== 'NA') ?? null;
  if (date === null || (meaning === null && own === null)) return null;
  return {
    trackingNumber,
    status: meaning?.status ?? own ?? '',
    eventDateTime: date,
    location: textOf(activity.location),
    description: said,
    reason: reasonOf(meaning?.status ?? own ?? '', said),
    carrierEventId: null,
    ...(meaning === null && { code }),
  };
}

/** Shiprocket's codes have no reasons; the courier's text has them. */
function reasonOf(status: string, said: string | null): string | null {
  const means = readScannedStatus(status);
  return means === 'ndr_raised' || means === 'rto_initiated' ? said : null;
}

/** Reads a push of Shiprocket: all scans so far, or only a status. @throws Problem `refused` */
export function readShiprocketPush(payload: unknown): CarrierScan[] {
  const fields = fieldsOf(payload);
  return withExpectedDay(readPushedScans(fields), dayOf(fields.etd));
}

function readPushedScans(fields: AnswerFields): CarrierScan[] {
  const trackingNumber = textOf(fields.awb)?.toUpperCase() ?? null;
  if (trackingNumber === null) throw refused(NOT_UNDERSTOOD);
  const scans = itemsOf(fields.scans)
    .map((scan) => scanOf(trackingNumber, fieldsOf(scan)))
    .filter((scan) => scan !== null);
  const eventDateTime = momentOf(fields.current_timestamp);
  const own = textOf(fields.shipment_status) ?? textOf(fields.current_status);
  const meaning =
    SHIPMENT_STATUSES.find(textOf(fields.shipment_status_id) ?? '') ??
    ORDER_STATUSES.find(textOf(fields.current_status_id) ?? '');
  const status = meaning?.status ?? own;
  if (scans.length === 0 && (eventDateTime === null || status === null)) throw refused(NOT_UNDERSTOOD);
  if (status === null) return scans;
  const state = {
    trackingNumber,
    status,
    eventDateTime,
    location: null,
    description: own,
    reason: textOf(fields.qc_failure_reason),
    carrierEventId: null,
  };
  return scans.length === 0 && eventDateTime !== null
    ? [{ ...state, eventDateTime }]
    : withParcelState(scans, state);
}

const NOT_UNDERSTOOD = say(
  'must_be_shiprocket_push',
  'the payload must be a push of Shiprocket: awb, and scans or current_timestamp with a status',
);

/** Converts `23 05 2023 11:43:52`, in Indian time, to the format that clients use. */
function momentOf(value: unknown): string | null {
  const text = textOf(value) ?? '';
  const match = /^(\d{2})[ -](\d{2})[ -](\d{4}) (\d{2}:\d{2}:\d{2})$/.exec(text);
  if (match !== null) return `${match[3]}-${match[2]}-${match[1]} ${match[4]}`;
  return /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})?$/.test(text) ? text : null;
}

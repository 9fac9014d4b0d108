import { type AnswerFields, fieldsOf, itemsOf, textOf } from '../../partners/answer-fields.ts';
import { say } from '../../problems/sentence.ts';
import type { CarrierScan } from '../carrier-adapter.ts';
import { readPushEntries, withExpectedDay } from '../push-entries.ts';
import { readPushedEvent } from './codes.ts';
import { dayOfEdd, eliteScan } from './ekart-answers.ts';

/**
 * Reads a push of Ekart: `track_updated` of Elite, or one event or a list of events of its direct customers.
 * The topics `shipment_created` and `shipment_recreated` are no scans.
 *
 * @throws Problem `refused`
 */
export function readEkartPush(payload: unknown): CarrierScan[] {
  const pushed = Array.isArray(payload) && payload.length > 0 ? payload : [payload];
  return readPushEntries(pushed, (entry) => readOne(fieldsOf(entry)), NOT_UNDERSTOOD);
}

const NOT_UNDERSTOOD = say(
  'must_be_ekart_push',
  'the payload must be a track_updated of Ekart: id, status and ctime in milliseconds',
);

function readOne(fields: AnswerFields): CarrierScan[] | null {
  const scan = textOf(fields.vendor_tracking_id) === null ? readElite(fields) : readDirect(fields);
  if (scan === undefined) return [];
  return scan === null ? null : withExpectedDay([scan], dayOfEdd(fields.edd));
}

/** Returns undefined for a topic that is no scan, null for a push that is not understood. */
function readElite(fields: AnswerFields): CarrierScan | null | undefined {
  const id = textOf(fields.id);
  if (id === null) return null;
  const isCreated =
    fields.status === undefined && textOf(fields.wbn) !== null && textOf(fields.vendor) !== null;
  return isCreated ? undefined : eliteScan(id, fields);
}

function readDirect(fields: AnswerFields): CarrierScan | null {
  const trackingNumber = textOf(fields.vendor_tracking_id);
  const event = textOf(fields.event);
  const eventDateTime = textOf(fields.event_date);
  if (trackingNumber === null || event === null || eventDateTime === null) return null;
  const reasons = [...itemsOf(fields.sub_reasons).map(textOf), textOf(fields.reason)];
  const meaning = readPushedEvent(event, reasons);
  return {
    trackingNumber: trackingNumber.toUpperCase(),
    status: meaning?.status ?? event,
    eventDateTime,
    location: textOf(fields.location),
    description: textOf(fields.remarks) ?? textOf(fields.status),
    reason: meaning?.reason ?? reasons.find((reason) => reason !== null) ?? null,
    carrierEventId: null,
  };
}

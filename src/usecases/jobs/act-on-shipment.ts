import type { Job, JobAction, JobItemResult } from '../../domain/jobs/job.ts';
import { consigneeOf } from '../../domain/orders/order.ts';
import { paperDoubts } from '../../domain/orders/order-doubts.ts';
import { Problem, sentenceOf } from '../../problems/problem.ts';
import { allOf, type Sentence, say } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { findOrder } from '../../storage/booking/orders.ts';
import type { Shipment } from '../../storage/booking/shipments.ts';
import { bookShipment } from '../booking/book-shipment.ts';
import type { BookingParts } from '../booking/booking-parts.ts';
import { cancelShipments } from '../booking/cancel-shipments.ts';
import type { OrderResult } from '../booking/order-result.ts';
import type { CourierParts } from '../couriers/courier-parts.ts';
import { addToManifest } from '../handover/add-to-manifest.ts';
import { type AccountContext, changeBy } from '../service.ts';
import { changeTags } from '../shipments/set-tags.ts';
import type { ShopParts } from '../shops/open-shop.ts';
import { followBeforeBooking } from '../shops/settle-shop-order.ts';
import { initiateRto } from '../tracking/initiate-rto.ts';
import type { AnnouncementParts } from '../tracking/on-moments.ts';
import { requestReattempt } from '../tracking/request-reattempt.ts';

/** Stores the result in the transaction that changes the shipment. */
type Keep = (writer: AccountWriter, result: JobItemResult) => Promise<void>;

type Wanted = Pick<Job, 'jobId' | 'action' | 'options'>;

type Act = (
  account: AccountContext & BookingParts & ShopParts,
  shipment: Shipment,
  job: Wanted,
  keep: Keep,
) => Promise<JobItemResult>;

const ACTIONS: Readonly<Record<JobAction, Act>> = { ship, cancel, reattempt, rto, label, manifest, tag };

/** Does a job's action on one shipment. A refusal is a result too. @throws an error that a retry may solve */
export async function actOnShipment(
  account: AccountContext & BookingParts & ShopParts,
  job: Wanted,
  shipment: Shipment,
  keep: Keep,
): Promise<JobItemResult> {
  try {
    return await ACTIONS[job.action](account, shipment, job, keep);
  } catch (error) {
    if (error instanceof Problem && error.kind === 'refused') return failed(error.sentence);
    throw error;
  }
}

async function ship(
  account: AccountContext & BookingParts & ShopParts,
  { shipmentId, bookingId, trackingNumber, state }: Shipment,
  { options: { carrierId } }: Wanted,
  keep: Keep,
): Promise<JobItemResult> {
  // Either a booking is in progress or its outcome is unknown: it must not be requested again.
  if (bookingId !== null && trackingNumber === null && state.phase !== 'withdrawn') return done(AWAITED);
  if (bookingId === null) await followBeforeBooking(account, shipmentId);
  return bookShipment(account, { journey: 'forward', shipmentId, carrierId }, async (writer, result) => {
    const booked = done(bookedSentence(result));
    await keep(writer, booked);
    return booked;
  });
}

const AWAITED = say('awaiting_courier', 'Waiting for the courier’s answer');

function bookedSentence({ booking }: OrderResult): Sentence {
  return booking === null
    ? AWAITED
    : say('booked_with', 'Booked with {carrier}, tracking number {tracking_number}', {
        carrier: booking.terms.carrierName,
        tracking_number: booking.trackingNumber,
      });
}

async function cancel(
  account: AccountContext & CourierParts & AnnouncementParts,
  { shipmentId }: Shipment,
): Promise<JobItemResult> {
  const [result] = await cancelShipments(account, 'shipment_id', [shipmentId]);
  if (result === undefined) throw new Error('A shipment was cancelled without a result');
  return { isDone: result.isCancelled, message: result.message };
}

async function reattempt(
  account: AccountContext & CourierParts & AnnouncementParts,
  shipment: Shipment,
  { options: { comments } }: Wanted,
  keep: Keep,
): Promise<JobItemResult> {
  const { trackingNumber } = shipment;
  if (trackingNumber === null) return failed(NO_NUMBER);
  const result = done(REATTEMPT_REQUESTED);
  const correction = { addressLine: null, landmark: null, phone: null, comments };
  await requestReattempt(account, trackingNumber, correction, { keep: (writer) => keep(writer, result) });
  return result;
}

async function rto(
  account: AccountContext & CourierParts & AnnouncementParts,
  { trackingNumber }: Shipment,
  _job: Wanted,
  keep: Keep,
): Promise<JobItemResult> {
  if (trackingNumber === null) return failed(NO_NUMBER);
  const result = done(RETURN_REQUESTED);
  await initiateRto(account, trackingNumber, { keep: (writer) => keep(writer, result) });
  return result;
}

const REATTEMPT_REQUESTED = say('reattempt_requested', 'Another delivery attempt is requested');
const RETURN_REQUESTED = say('return_requested', 'The return is requested');
const NO_NUMBER = say('no_courier_booked', 'No courier is booked yet');
const IN_LABELS = say('in_pdf_of_labels', 'In the PDF of labels');

/** Makes no file yet: it is made when it is downloaded, because a label shows the parcel's current data. */
async function label(account: AccountContext, { trackingNumber, orderId }: Shipment): Promise<JobItemResult> {
  if (trackingNumber === null) return failed(NO_NUMBER);
  const order = await findOrder(account.database.account(account.accountId), orderId);
  if (order === null) throw new Error(`Order ${orderId} is not there`);
  const doubts = paperDoubts(order.shipping === null ? 'billing' : 'shipping', consigneeOf(order));
  return done(allOf([IN_LABELS, ...doubts.map(sentenceOf)]));
}

function manifest(
  account: AccountContext,
  shipment: Shipment,
  { jobId }: Wanted,
  keep: Keep,
): Promise<JobItemResult> {
  return addToManifest(account, jobId, shipment, keep);
}

async function tag(
  account: AccountContext,
  { shipmentId }: Shipment,
  { options: { addTags, removeTags } }: Wanted,
  keep: Keep,
): Promise<JobItemResult> {
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    const change = (before: readonly string[]) => {
      const after = [...before.filter((one) => !removeTags.includes(one)), ...addTags];
      return new Set(after).size > MOST_TAGS ? before : after;
    };
    const after = await changeTags(writer, shipmentId, change);
    const isDone = addTags.every((one) => after.includes(one));
    const tags =
      after.length > 0 ? say('tags_are', 'Tags: {tags}', { tags: after }) : say('no_tags', 'Tags: none');
    const result = isDone ? done(tags) : failed(TOO_MANY_TAGS);
    await keep(writer, result);
    return result;
  });
}

const MOST_TAGS = 20;
const TOO_MANY_TAGS = say('too_many_tags', 'A shipment can have at most {most} tags', { most: MOST_TAGS });

function done(message: Sentence): JobItemResult {
  return { isDone: true, message };
}

function failed(message: Sentence): JobItemResult {
  return { isDone: false, message };
}

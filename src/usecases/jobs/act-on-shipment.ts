import type { Job, JobAction, JobItemResult } from '../../domain/jobs/job.ts';
import { Problem } from '../../problems/problem.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import type { Shipment } from '../../storage/booking/shipments.ts';
import { bookShipment } from '../booking/book-shipment.ts';
import { cancelShipments } from '../booking/cancel-shipments.ts';
import type { OrderResult } from '../booking/order-result.ts';
import { addToManifest } from '../handover/add-to-manifest.ts';
import { type AccountContext, changeBy } from '../service.ts';
import { changeTags } from '../shipments/set-tags.ts';
import { initiateRto } from '../tracking/initiate-rto.ts';
import { requestReattempt } from '../tracking/request-reattempt.ts';

/** Stores the result in the transaction that changes the shipment. */
type Keep = (writer: AccountWriter, result: JobItemResult) => Promise<void>;

type Wanted = Pick<Job, 'jobId' | 'action' | 'options'>;

type Act = (account: AccountContext, shipment: Shipment, job: Wanted, keep: Keep) => Promise<JobItemResult>;

const ACTIONS: Readonly<Record<JobAction, Act>> = { ship, cancel, reattempt, rto, label, manifest, tag };

/** Does a job's action on one shipment. A refusal is a result too. @throws an error that a retry may solve */
export async function actOnShipment(
  account: AccountContext,
  job: Wanted,
  shipment: Shipment,
  keep: Keep,
): Promise<JobItemResult> {
  try {
    return await ACTIONS[job.action](account, shipment, job, keep);
  } catch (error) {
    if (error instanceof Problem && error.kind === 'refused') return failed(error.message);
    throw error;
  }
}

async function ship(
  account: AccountContext,
  { shipmentId, bookingId, trackingNumber, state }: Shipment,
  { options: { carrierId } }: Wanted,
  keep: Keep,
): Promise<JobItemResult> {
  // Either a booking is in progress or its outcome is unknown: it must not be requested again.
  if (bookingId !== null && trackingNumber === null && state.phase !== 'withdrawn') return done(AWAITED);
  return bookShipment(account, { journey: 'forward', shipmentId, carrierId }, async (writer, result) => {
    const booked = done(bookedSentence(result));
    await keep(writer, booked);
    return booked;
  });
}

const AWAITED = 'Waiting for the courier’s answer';

function bookedSentence({ booking }: OrderResult): string {
  return booking === null
    ? AWAITED
    : `Booked with ${booking.terms.carrierName}, tracking number ${booking.trackingNumber}`;
}

async function cancel(account: AccountContext, { shipmentId }: Shipment): Promise<JobItemResult> {
  const [result] = await cancelShipments(account, 'shipment_id', [shipmentId]);
  if (result === undefined) throw new Error('A shipment was cancelled without a result');
  return { isDone: result.isCancelled, message: result.message };
}

async function reattempt(
  account: AccountContext,
  shipment: Shipment,
  { options: { comments } }: Wanted,
  keep: Keep,
): Promise<JobItemResult> {
  const { trackingNumber } = shipment;
  if (trackingNumber === null) return failed(NO_NUMBER);
  const result = done('Another delivery attempt is requested');
  const correction = { addressLine: null, landmark: null, phone: null, comments };
  await requestReattempt(account, trackingNumber, correction, { keep: (writer) => keep(writer, result) });
  return result;
}

async function rto(
  account: AccountContext,
  { trackingNumber }: Shipment,
  _job: Wanted,
  keep: Keep,
): Promise<JobItemResult> {
  if (trackingNumber === null) return failed(NO_NUMBER);
  const result = done('The return is requested');
  await initiateRto(account, trackingNumber, { keep: (writer) => keep(writer, result) });
  return result;
}

const NO_NUMBER = 'No courier is booked yet';

/** Makes no file yet: it is made when it is downloaded, because a label shows the parcel's current data. */
async function label(_account: AccountContext, { trackingNumber }: Shipment): Promise<JobItemResult> {
  return trackingNumber === null ? failed(NO_NUMBER) : done('In the PDF of labels');
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
    const result = isDone ? done(`Tags: ${after.join(', ') || 'none'}`) : failed(TOO_MANY_TAGS);
    await keep(writer, result);
    return result;
  });
}

const MOST_TAGS = 20;
const TOO_MANY_TAGS = `A shipment can have at most ${MOST_TAGS} tags`;

function done(message: string): JobItemResult {
  return { isDone: true, message };
}

function failed(message: string): JobItemResult {
  return { isDone: false, message };
}

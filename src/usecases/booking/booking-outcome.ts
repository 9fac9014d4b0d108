import type { BookingAnswer } from '../../carriers/carrier-adapter.ts';
import { pollWait } from '../../domain/tracking/poll-wait.ts';
import type { GranularStatus, Journey } from '../../domain/tracking/statuses.ts';
import { courierLabelRefusal } from '../../papers/courier-label.ts';
import { say } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import type { Booking, BookingTerms } from '../../storage/booking/bookings.ts';
import { writeTrackingNumber } from '../../storage/booking/tracking-numbers.ts';
import { writePoll } from '../../storage/couriers/courier-polls.ts';
import { addJob } from '../../storage/job-queue.ts';
import { writeCourierLabel } from '../../storage/labels/courier-labels.ts';
import type { NewEvent } from '../../storage/tracking/tracking-events.ts';
import type { Write } from '../../storage/writes.ts';
import type { CourierParts } from '../couriers/courier-parts.ts';
import type { Service } from '../service.ts';
import { type ActedOn, ownEvent } from '../tracking/own-event.ts';

/** The answer of a carrier that did not refuse, or `unknown` if the answer was lost. */
export type BookingOutcome = Exclude<BookingAnswer, { outcome: 'refused' }> | { readonly outcome: 'unknown' };

/** Names of queued jobs. `CANCEL_BOOKING` has its name from release 0.1.0, which may still run. */
export const CANCEL_BOOKING = 'withdraw-booking';
export const BOOK_AGAIN = 'book-again';

/** Short, because most lost answers are timeouts, and the carrier often works again at once. */
const FIRST_TRY_AFTER_MS = 2_000;
const LONGEST_WAIT_MS = 5 * 60_000;

/** The statuses of a booking for each journey. A return that waits for a booking is only requested. */
export const BOOKING_WORDS = {
  forward: { unbooked: 'pending', awaited: 'processing', booked: 'ready_for_pickup' },
  return: { unbooked: 'return_requested', awaited: 'return_requested', booked: 'return_pickup_scheduled' },
} as const satisfies Record<Journey, Record<string, GranularStatus>>;

/** Returns the event of a booking that was made, or of one with an unknown outcome. */
export function bookingEvent(
  shipment: ActedOn & { readonly journey: Journey },
  service: Service,
  writer: AccountWriter,
  { carrierName: carrier }: BookingTerms,
  isBooked: boolean,
): NewEvent {
  const { awaited, booked } = BOOKING_WORDS[shipment.journey];
  const description = isBooked
    ? say('was_booked_with', 'Booked with {carrier}', { carrier })
    : say('awaits_confirmation', 'Waiting for {carrier} to confirm the booking', { carrier });
  return ownEvent(shipment, service, writer, isBooked ? booked : awaited, description);
}

/**
 * Returns when to ask a carrier again about a booking: after half the time since the booking was asked for.
 * So early answers are found early, and a carrier that is down is asked less and less often.
 *
 * @param askedAt when the carrier was asked to book
 */
export function nextTryAt(askedAt: Date, now: Date): Date {
  const openMs = now.getTime() - askedAt.getTime();
  const waitMs = Math.min(Math.max(openMs / 2, FIRST_TRY_AFTER_MS), LONGEST_WAIT_MS);
  return new Date(now.getTime() + waitMs);
}

type CancellableBooking = Pick<Booking, 'bookingId' | 'orderReference'> & {
  readonly terms: Pick<BookingTerms, 'carrierId' | 'adapter' | 'courierAccountId' | 'courierProduct'>;
};

/** Enqueues the cancellation of a tracking number that came in addition to the first, or too late. */
export async function enqueueCancelling(
  writer: AccountWriter,
  { bookingId, terms, orderReference }: CancellableBooking,
  journey: Journey,
  trackingNumber: string,
): Promise<void> {
  await addJob(writer, {
    task: CANCEL_BOOKING,
    payload: {
      booking_id: bookingId,
      carrier_id: terms.carrierId,
      tracking_number: trackingNumber,
      adapter: terms.adapter,
      courier_account_id: terms.courierAccountId,
      courier_product: terms.courierProduct,
      order_reference: orderReference,
      journey,
    },
    runAt: writer.now,
    key: `${CANCEL_BOOKING} ${trackingNumber}`,
  });
}

/**
 * Enqueues another booking of a shipment to replace a failed one. After an outage of a courier there are
 * thousands, so they have a low priority, like cancellations.
 */
export async function enqueueBookingAgain(
  writer: AccountWriter,
  { shipmentId, bookingId }: Pick<Booking, 'shipmentId' | 'bookingId'>,
): Promise<void> {
  await addJob(writer, {
    task: BOOK_AGAIN,
    payload: { shipment_id: shipmentId, booking_id: bookingId },
    runAt: writer.now,
    key: `${BOOK_AGAIN} ${bookingId}`,
    priority: 1,
  });
}

/**
 * Returns the writes for a parcel that a carrier has accepted: its tracking number, the first poll, and its
 * label if the courier gave one or requires its own.
 */
export function writesOfParcel(
  { couriers }: Pick<CourierParts, 'couriers'>,
  {
    shipmentId,
    trackingNumber,
    label,
    terms: { carrierId, courierAccountId, adapter },
    now,
  }: {
    readonly shipmentId: string;
    readonly trackingNumber: string;
    readonly label: Buffer | null;
    readonly terms: Pick<BookingTerms, 'carrierId' | 'courierAccountId' | 'adapter'>;
    readonly now: Date;
  },
): Write[] {
  const number = writeTrackingNumber({ trackingNumber, shipmentId, carrierId, courierAccountId });
  if (courierAccountId === null) return [number];
  const nextPollAt = new Date(now.getTime() + (pollWait('ready_for_pickup') ?? 0));
  const poll = writePoll({ shipmentId, courierAccountId, nextPollAt });
  const given = label !== null && courierLabelRefusal(label) === null ? label : null;
  const hasOwnLabel = given !== null || couriers.named(adapter)?.can.ownLabelRequired === true;
  return [number, poll, ...(hasOwnLabel ? [writeCourierLabel(shipmentId, given, now)] : [])];
}

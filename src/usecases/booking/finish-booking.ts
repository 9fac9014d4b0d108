import { historyWords } from '../../domain/tracking/customer-words.ts';
import { bookingFailed, shipmentBooked } from '../../domain/webhooks/happening.ts';
import { detailsOf, type Sentence, say, word } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { type Booking, type CourierAnswered, settleBooking } from '../../storage/booking/bookings.ts';
import { assignBooking, awaitBooking, type Shipment } from '../../storage/booking/shipments.ts';
import { settleMoney } from '../../storage/money/settle-money.ts';
import { applyToLocked } from '../../storage/tracking/apply-events.ts';
import type { CourierParts } from '../couriers/courier-parts.ts';
import type { Service } from '../service.ts';
import { notifyChanges } from '../tracking/notify-changes.ts';
import type { AnnouncementParts } from '../tracking/on-moments.ts';
import { ownEvent } from '../tracking/own-event.ts';
import {
  BOOKING_WORDS,
  bookingEvent,
  enqueueCancelling,
  nextTryAt,
  writesOfParcel,
} from './booking-outcome.ts';

export interface LockedBooking {
  readonly shipment: Shipment;
  readonly booking: Booking;
}

/**
 * Gives a shipment the answer of its carrier. If the merchant has cancelled the shipment meanwhile, the
 * booking is cancelled again.
 *
 * @returns true if the shipment has the booking
 */
export async function finishBooking(
  writer: AccountWriter,
  service: Service & CourierParts & AnnouncementParts,
  { shipment, booking }: LockedBooking,
  answer: CourierAnswered & { readonly surplus: readonly string[]; readonly label?: Buffer | null },
): Promise<boolean> {
  const { shipmentId } = shipment;
  const { bookingId, terms } = booking;
  const { carrierId } = terms;
  const { trackingNumber, courierOrderId, routingCode } = answer;
  for (const surplus of answer.surplus) {
    await enqueueCancelling(writer, booking, shipment.journey, surplus);
  }
  if (shipment.state.phase !== 'before_pickup') {
    await enqueueCancelling(writer, booking, shipment.journey, trackingNumber);
    const { status } = shipment.state;
    const failure = say('its_status_is', 'its status is "{status}"', {
      status: word(status, historyWords(status)),
    });
    await failBooking(writer, service, { shipment, booking }, failure);
    return false;
  }
  await settleBooking(writer, booking, { state: 'booked', trackingNumber, courierOrderId, routingCode });
  await assignBooking(writer, shipmentId, { ...terms, bookingId, trackingNumber });
  await writer.write(
    writesOfParcel(service, {
      shipmentId,
      trackingNumber,
      label: answer.label ?? null,
      terms,
      now: writer.now,
    }),
  );
  const event = bookingEvent(shipment, service, writer, terms, true);
  const { changes } = await applyToLocked(writer, new Map([[shipmentId, shipment]]), [event]);
  const { accountId } = writer;
  await settleMoney(
    writer.acrossAccounts,
    changes.map(({ after }) => ({ accountId, shipmentId, state: after })),
  );
  await notifyChanges(
    service,
    writer,
    changes.map((change) => ({ ...change, first: [shipmentBooked(change.after)] })),
  );
  await writer.record({
    action: 'shipment.booked',
    subjectKind: 'shipment',
    subjectId: shipmentId,
    changes: { carrier_id: carrierId, tracking_number: trackingNumber },
  });
  return true;
}

/** Sets the shipment to `processing` until the outcome is known, because the carrier's answer was lost. */
export async function suspendBooking(
  writer: AccountWriter,
  service: Service & AnnouncementParts,
  { shipment, booking }: LockedBooking,
): Promise<void> {
  const { shipmentId } = shipment;
  await settleBooking(writer, booking, {
    state: 'unknown',
    nextTryAt: nextTryAt(booking.askedAt, writer.now),
  });
  const event = bookingEvent(shipment, service, writer, booking.terms, false);
  const { changes } = await applyToLocked(writer, new Map([[shipmentId, shipment]]), [event]);
  await notifyChanges(service, writer, changes);
  await writer.record({
    action: 'shipment.booking_unanswered',
    subjectKind: 'shipment',
    subjectId: shipmentId,
    changes: { carrier_id: booking.terms.carrierId },
  });
}

/** Frees the shipment, because the carrier has no such booking. Call `notifyUnbooked` to report it. */
export async function dropBooking(
  writer: AccountWriter,
  { shipment, booking }: LockedBooking,
  failure: Sentence,
): Promise<void> {
  await settleBooking(writer, booking, { state: 'failed', failure });
  await awaitBooking(writer, shipment.shipmentId, null);
}

/** Frees the shipment and reports it, because the carrier has no such booking and is not asked again. */
export async function failBooking(
  writer: AccountWriter,
  service: Service & AnnouncementParts,
  locked: LockedBooking,
  failure: Sentence,
): Promise<void> {
  await dropBooking(writer, locked, failure);
  await notifyUnbooked(writer, service, locked, failure);
}

/** Reports that a shipment has no carrier because this booking failed. */
export async function notifyUnbooked(
  writer: AccountWriter,
  service: Service & AnnouncementParts,
  { shipment, booking }: LockedBooking,
  why: Sentence,
): Promise<void> {
  const { shipmentId, state } = shipment;
  const { carrierId, carrierName } = booking.terms;
  const first = [bookingFailed(state, { at: writer.now.getTime(), carrierName, reason: why.text })];
  const { awaited, unbooked } = BOOKING_WORDS[shipment.journey];
  if (state.status === awaited) {
    const refused = say('carrier_refused_it', '{carrier} refused it: {why}', { carrier: carrierName, why });
    const event = ownEvent(shipment, service, writer, unbooked, refused);
    const { changes } = await applyToLocked(writer, new Map([[shipmentId, shipment]]), [event]);
    await notifyChanges(
      service,
      writer,
      changes.map((change) => ({ ...change, first })),
    );
  } else {
    await notifyChanges(service, writer, [{ shipment, before: state, after: state, outcomes: [], first }]);
  }
  await writer.record({
    action: 'shipment.booking_failed',
    subjectKind: 'shipment',
    subjectId: shipmentId,
    changes: { carrier_id: carrierId, why: why.text, why_details: detailsOf(why) },
  });
}

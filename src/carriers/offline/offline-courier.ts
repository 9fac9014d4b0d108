import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SerialPermutation } from '../../domain/orders/serial-permutation.ts';
import { makeTrackingNumber, type TrackingNumberParts } from '../../domain/orders/tracking-number.ts';
import { say } from '../../problems/sentence.ts';
import type {
  ActionAnswer,
  BookingAnswer,
  BookingLookup,
  BookingReference,
  BookingRequest,
  CarrierAdapter,
  CarrierBooking,
} from '../carrier-adapter.ts';
import type { Courier } from '../courier.ts';
import type { OfflineBehaviour, OfflineBehaviourKind, OfflineLedger } from './offline-ledger.ts';
import { prefixOf } from './tracking-prefix.ts';

/**
 * The courier of carriers without an API: it accepts every booking of a carrier in the rate book and gives
 * out tracking numbers; people hand over the parcels and scan them. It needs no connection.
 *
 * For tests and trials, an operator can make it fail, per account, in the ways in which couriers fail.
 */
export class OfflineCourier implements Courier {
  readonly name = 'offline';
  readonly title = 'Offline';
  readonly settings = [];
  readonly can = {
    reverse: true,
    qc: true,
    separateRtoAddress: true,
    changes: false,
    ownLabelRequired: false,
    onLabel: [],
    pickupRequests: false,
    manifests: true,
    cod: true,
    air: true,
    warehouses: false,
    push: false,
    serviceability: false,
    polling: null,
    finding: null,
    allottedNumbers: null,
    charges: false,
    codLimitPaise: null,
    maxWeightGrams: null,
    referenceLength: 100,
  };
  readonly limits = { rates: {}, timeoutsMs: {}, slowDown: () => null };
  private readonly adapter: CarrierAdapter;

  /** @param permutation turns the serials of the ledger into tracking numbers */
  constructor(ledger: OfflineLedger, permutation: SerialPermutation) {
    this.adapter = new OfflineAdapter(ledger, permutation);
  }

  open(): CarrierAdapter {
    return this.adapter;
  }
}

class OfflineAdapter implements CarrierAdapter {
  private readonly ledger: OfflineLedger;
  private readonly permutation: SerialPermutation;

  constructor(ledger: OfflineLedger, permutation: SerialPermutation) {
    this.ledger = ledger;
    this.permutation = permutation;
  }

  async book(request: BookingRequest, signal: AbortSignal): Promise<BookingAnswer> {
    const byKind = await this.behavioursOf(request);
    if (byKind.has('refuse')) {
      const { pincode } = request.delivery;
      return {
        outcome: 'refused',
        reason: say('takes_no_parcels_to', 'does not take parcels to {pincode}', { pincode }),
      };
    }
    if (byKind.has('lose_request')) return untilAborted(signal);
    const slow = byKind.get('slow');
    if (slow !== undefined) await sleep(slow.milliseconds, undefined, { signal });
    const entries = await this.ledger.book(
      request.reference,
      request.carrierId,
      prefixOf(request.carrierCode),
      byKind.has('twice') ? 2 : 1,
    );
    if (byKind.has('lose_answer')) return untilAborted(signal);
    const found = this.bookedAs(entries);
    return found.outcome === 'booked' ? found : { outcome: 'refused', reason: FORGOTTEN };
  }

  async findBooking({ reference, carrierId }: BookingReference): Promise<BookingLookup> {
    return this.bookedAs(await this.ledger.close(reference, carrierId, ''));
  }

  async cancel({ reference, trackingNumber }: CarrierBooking): Promise<ActionAnswer> {
    const entries = await this.ledger.entries(reference);
    const entry = entries.find(
      (candidate) => makeTrackingNumber(candidate, this.permutation) === trackingNumber,
    );
    if (entry === undefined) {
      const reason = say('does_not_know_number', 'does not know {tracking_number}', {
        tracking_number: trackingNumber,
      });
      return { outcome: 'refused', reason };
    }
    await this.ledger.cancel(reference, entry.serial);
    return { outcome: 'done' };
  }

  async requestReattempt(): Promise<ActionAnswer> {
    return { outcome: 'done' };
  }

  async requestRto(): Promise<ActionAnswer> {
    return { outcome: 'done' };
  }

  private bookedAs(
    entries: readonly TrackingNumberParts[],
  ): Exclude<BookingLookup, { outcome: 'too_early' }> {
    const [trackingNumber, ...surplus] = entries.map((entry) => makeTrackingNumber(entry, this.permutation));
    return trackingNumber === undefined
      ? { outcome: 'not_booked' }
      : { outcome: 'booked', trackingNumber, surplus, routingCode: null, courierOrderId: null };
  }

  private async behavioursOf(request: BookingRequest): Promise<Map<OfflineBehaviourKind, OfflineBehaviour>> {
    const behaviours = await this.ledger.behaviours(request.accountId);
    return new Map(
      behaviours
        .filter(
          ({ carrierId, pincode }) =>
            (carrierId === null || carrierId === request.carrierId) &&
            (pincode === null || pincode === request.delivery.pincode),
        )
        .map((behaviour) => [behaviour.kind, behaviour]),
    );
  }
}

const FORGOTTEN = say('was_asked_to_forget', 'was asked to forget this booking');

async function untilAborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}

import { type Sentence, say, word } from '../../problems/sentence.ts';
import { historyWords } from '../tracking/customer-words.ts';
import type { ShipmentState } from '../tracking/state.ts';
import { listingStatusOf } from '../tracking/statuses.ts';

export type ShipmentAction = 'book' | 'change' | 'cancel' | 'reattempt' | 'initiate_rto';

/** Returns why the action is not allowed, as the end of a sentence after the shipment's name; else null. */
export function actionRefusal(action: ShipmentAction, { status, phase }: ShipmentState): Sentence | null {
  const is = { status: word(status, historyWords(status)) };
  // `processing` is also the status of a shipment after a failed booking, until it is booked again.
  const isUnbooked = status === 'pending' || status === 'processing';
  switch (action) {
    case 'book':
      if (isUnbooked || status === 'return_requested') return null;
      return phase === 'withdrawn'
        ? say('cannot_be_booked', 'cannot be booked; its status is "{status}"', is)
        : say('has_courier', 'already has a courier');
    case 'change':
      if (isUnbooked) return null;
      return phase === 'withdrawn'
        ? say('cannot_be_changed', 'cannot be changed; its status is "{status}"', is)
        : say('courier_has_it', 'cannot be changed: a courier has it already');
    case 'cancel':
      if (phase === 'before_pickup') return null;
      return phase === 'withdrawn'
        ? say('cannot_be_cancelled', 'cannot be cancelled; its status is "{status}"', is)
        : say(
            'cannot_be_cancelled_any_more',
            'cannot be cancelled after pickup; its status is "{status}"',
            is,
          );
    case 'reattempt':
    case 'initiate_rto':
      return listingStatusOf(status) === 'ndr_raised'
        ? null
        : say('has_no_failed_delivery', 'has no failed delivery to decide on; its status is "{status}"', is);
  }
}

/** Tells whether the shipment ended before pickup: cancelled, or refused by the carrier. */
export function isCancelled({ status }: Pick<ShipmentState, 'status'>): boolean {
  return listingStatusOf(status) === 'cancelled';
}

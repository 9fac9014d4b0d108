import type { ReattemptCorrection } from '../../carriers/carrier-adapter.ts';
import { say, word } from '../../problems/sentence.ts';
import { correctDelivery } from '../../storage/booking/orders.ts';
import { askToAct } from '../booking/ask-carrier.ts';
import type { CourierParts } from '../couriers/courier-parts.ts';
import type { AccountContext } from '../service.ts';
import { decideNdr, type NdrAction } from './ndr-action.ts';
import type { AnnouncementParts } from './on-moments.ts';
import { ownEvent } from './own-event.ts';

export interface NdrOptions extends Pick<NdrAction, 'keep' | 'isReplacing'> {
  /** The person who asked, for the history; the seller by default. */
  readonly requestedBy?: 'seller' | 'customer';
}

/** Asks for another delivery attempt, with the merchant's corrections. @throws Problem `refused` */
export async function requestReattempt(
  account: AccountContext & CourierParts & AnnouncementParts,
  trackingNumber: string,
  correction: ReattemptCorrection,
  { keep, requestedBy: askedBy = 'seller', isReplacing }: NdrOptions = {},
): Promise<void> {
  const { addressLine, landmark, phone, comments } = correction;
  await decideNdr(account, trackingNumber, {
    action: 'reattempt',
    keep,
    isReplacing,
    doesAllOf: (request) =>
      [null, correction.deliveryDate ?? null].includes(request.deliveryDate) &&
      [null, landmark].includes(request.landmark) &&
      [null, phone].includes(request.phone) &&
      [null, comments].includes(request.note),
    ask: (booking) => askToAct(account, 'requestReattempt', booking, correction),
    write: async (writer, shipment) => {
      if (addressLine !== null || landmark !== null || phone !== null || comments !== null) {
        const note = comments;
        await correctDelivery(writer, shipment.orderId, { addressLine, landmark, phone, note });
      }
      const description = say(
        'reattempt_requested_by',
        'Another delivery attempt was requested by the {who}',
        { who: word(askedBy) },
      );
      return ownEvent(shipment, account, writer, 'reattempt_delivery', description);
    },
  });
}

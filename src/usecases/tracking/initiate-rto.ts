import { say, word } from '../../problems/sentence.ts';
import { askToAct } from '../booking/ask-carrier.ts';
import type { CourierParts } from '../couriers/courier-parts.ts';
import type { AccountContext } from '../service.ts';
import { decideNdr } from './ndr-action.ts';
import type { AnnouncementParts } from './on-moments.ts';
import { ownEvent } from './own-event.ts';
import type { NdrOptions } from './request-reattempt.ts';

/** Asks the carrier to return a parcel after a failed delivery. @throws Problem `refused` */
export async function initiateRto(
  account: AccountContext & CourierParts & AnnouncementParts,
  trackingNumber: string,
  { keep, requestedBy: askedBy = 'seller', isReplacing }: NdrOptions = {},
): Promise<void> {
  await decideNdr(account, trackingNumber, {
    action: 'initiate_rto',
    keep,
    isReplacing,
    doesAllOf: () => true,
    ask: (booking) => askToAct(account, 'requestRto', booking),
    write: async (writer, shipment) =>
      ownEvent(
        shipment,
        account,
        writer,
        'rto_initiated',
        say('return_requested_by', 'The return was requested by the {who}', { who: word(askedBy) }),
        askedBy === 'seller' ? 'seller_requested' : 'customer_refused',
      ),
  });
}

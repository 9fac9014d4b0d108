import type { ReattemptCorrection } from '../../carriers/carrier.ts';
import { correctDelivery } from '../../storage/booking/orders.ts';
import { askToAct } from '../booking/ask-carrier.ts';
import type { AccountContext } from '../service.ts';
import { decideNdr, type NdrAction } from './ndr-action.ts';
import { ownEvent } from './own-event.ts';

/** Who wants what is done about a failed delivery. */
export type AskedBy = 'seller' | 'customer';

/**
 * Asks the carrier for another delivery attempt, with what the merchant corrects for it.
 *
 * @param keep called in the transaction that records it
 * @param askedBy whose wish it is, as the history says it
 * @throws Problem `refused`
 */
export async function requestReattempt(
  account: AccountContext,
  trackingNumber: string,
  correction: ReattemptCorrection,
  keep?: NdrAction['keep'],
  askedBy: AskedBy = 'seller',
): Promise<void> {
  const { addressLine, landmark, phone, comments } = correction;
  await decideNdr(account, trackingNumber, {
    action: 'reattempt',
    keep,
    ask: (booking) => askToAct(account, 'requestReattempt', booking, correction),
    write: async (writer, shipment) => {
      if (addressLine !== null || landmark !== null || phone !== null || comments !== null) {
        const note = comments;
        await correctDelivery(writer, shipment.orderId, { addressLine, landmark, phone, note });
      }
      const description = `Another delivery attempt was requested by the ${askedBy}`;
      return ownEvent(shipment, account, writer, 'reattempt_delivery', description);
    },
  });
}

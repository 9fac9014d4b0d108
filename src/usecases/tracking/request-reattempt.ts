import type { ReattemptCorrection } from '../../carriers/carrier.ts';
import { correctDelivery } from '../../storage/booking/orders.ts';
import { askToAct } from '../booking/ask-carrier.ts';
import type { AccountContext } from '../service.ts';
import { decideNdr, type NdrAction } from './ndr-action.ts';
import { ownEvent } from './own-event.ts';

/**
 * Asks the carrier for another delivery attempt, with what the merchant corrects for it.
 *
 * @param keep called in the transaction that records it
 * @throws Problem `refused`
 */
export async function requestReattempt(
  account: AccountContext,
  trackingNumber: string,
  correction: ReattemptCorrection,
  keep?: NdrAction['keep'],
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
      const description = 'Another delivery attempt was requested by the seller';
      return ownEvent(shipment, account, writer, 'reattempt_delivery', description);
    },
  });
}

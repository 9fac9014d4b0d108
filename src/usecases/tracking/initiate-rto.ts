import { askToAct } from '../booking/ask-carrier.ts';
import type { AccountContext } from '../service.ts';
import { decideNdr } from './ndr-action.ts';
import { ownEvent } from './own-event.ts';

/**
 * Asks the carrier to bring a parcel back whose delivery failed.
 *
 * @throws Problem `refused`
 */
export async function initiateRto(account: AccountContext, trackingNumber: string): Promise<void> {
  await decideNdr(account, trackingNumber, {
    action: 'initiate_rto',
    ask: (booking) => askToAct(account, 'requestRto', booking),
    write: async (writer, shipment) =>
      ownEvent(
        shipment,
        account,
        writer,
        'rto_initiated',
        'The return was requested by the seller',
        'seller_requested',
      ),
  });
}
